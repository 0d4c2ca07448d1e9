package eddy.push.internal

import eddy.push.*

import scala.collection.mutable
import scala.concurrent.duration.DurationInt
import scala.util.Random

/** Subscriptions under random schedules: every event and every step of the driver at a time of its own. Each seed is a schedule. */
class StreamScheduleSuite extends munit.FunSuite:
  private def rules(
      history: Int,
      delivery: Delivery,
      overflow: Overflow,
      messages: Int = 4,
      bytes: Int = 100
  ) =
    new StreamRules(overflow, messages, bytes, history, delivery, StreamStats())

  private final case class Report(item: Encoded | Notice, sent: Boolean)
  private final case class ReportAll(batch: Batch, sent: Boolean)

  /** A channel with its log, a sink, a client, and one subscription; what comes next is drawn. */
  private final class World(
      seed: Int,
      rules: StreamRules,
      steadyLog: Boolean,
      filtered: Boolean,
      withPresence: Boolean
  ):
    private val random = Random(seed)
    val machine = StreamMachine(rules)
    var log = Vector.empty[Publication]
    var top = 0L
    var room = 0
    var task: AnyRef | Null = null // what the driver has to do
    var told = false // the sink was refused and has not said that there is room
    var reads = Vector.empty[HistoryQuery]
    var retries = 0
    var ticks = 0
    val taken = mutable.ArrayBuffer.empty[Long]
    // joins that the subscription was told of, and the sink
    var joins = 0
    var joinsTaken = 0
    var ended: Ending | Null = null
    private var joined = false
    private var started = false
    private var from = 0L
    private var transit = Vector.empty[Encoded] // live, not yet with the subscription
    private var bringing = false // several at once, and what becomes of them is not known
    var together = 0

    private def sizeOf(e: Encoded) =
      if filtered && e.offset % 3 == 0 then StreamMachine.Filtered else 1 + (e.offset % 40).toInt

    def wanted(offset: Long): Boolean = !(filtered && offset % 3 == 0)

    private def gives(step: AnyRef | Null): Unit =
      if step != null then
        assert(task == null, s"seed $seed: two drivers")
        task = step

    private def publish(): Unit =
      top += 1
      val p = Publication("c", Position(top, "e"), Message(Json("x")))
      log = (log :+ p).takeRight(rules.history)
      // now and then one gets lost; only a log can make up for it
      if !(rules.pulls && random.nextInt(20) == 0) then transit :+= new Encoded(p)

    private def deliver(): Unit =
      val next = transit.head
      // now and then one comes twice
      if !(rules.positioned && random.nextInt(20) == 0) then transit = transit.tail
      gives(machine.arrived(next, sizeOf(next)))

    /** Several at once, where they can be taken so; who brings them brings nothing else meanwhile. */
    private def deliverAll(): Unit =
      val batch = new Batch(transit.take(2 + random.nextInt(4)).toArray)
      if !filtered && batch.size > 1 && machine.arrivedAll(batch) then
        gives(batch)
        bringing = true
      else deliver()

    private def someoneJoins(): Unit =
      joins += 1
      gives(machine.arrived(Notice(ClientInfo("a", "b"), joined = true)))

    /** The channel takes the subscription up: what comes from now on is for it. */
    private def join(): Unit =
      joined = true
      from = top
      transit = Vector.empty

    /** The client has its answer. */
    private def answer(): Unit =
      started = true
      gives(machine.started(Position(from, "e"), Page.empty(Position(from, "e"))))

    private def page(lag: Boolean): Unit =
      val query = reads.head
      reads = reads.tail
      val after = query.after.get.offset
      val shown = if lag then math.max(top - 2, after) else top
      val rest = log.filter(p => p.offset > after && p.offset <= shown)
      val complete = rest.headOption.fold(shown)(_.offset - 1) <= after
      val read = HistoryPage(rest.take(query.limit), Position(shown, "e"), complete)
      gives(machine.paged(Page.of(read, new Encoded(_))(sizeOf)))

    private def giveRoom(n: Int): Unit =
      room += n
      if told then
        told = false
        gives(machine.roomCame())

    private def drive(): Unit =
      val doing = task
      task = null
      doing match
        case item: (Encoded | Notice) =>
          // others come between the sink's answer and the driver's report
          val sent = room > 0
          if sent then
            room -= 1
            item match
              case e: Encoded => taken += e.offset
              case _: Notice => joinsTaken += 1
          else told = true
          task = Report(item, sent)
        // no room that was refused so is promised
        case batch: Batch =>
          val sent = room >= batch.size
          if sent then
            room -= batch.size
            taken ++= batch.items.map(_.offset)
          task = ReportAll(batch, sent)
        case ReportAll(batch, sent) =>
          bringing = false
          if sent then
            together += 1
            transit = transit.drop(batch.size)
            gives(machine.offeredAll(batch))
          else
            gives(machine.takenBack(batch))
            deliver()
        case Report(_, true) => gives(machine.offered())
        case Report(e: Encoded, false) => gives(machine.refused(e, sizeOf(e)))
        case Report(n: Notice, false) => gives(machine.refused(n, StreamMachine.NoticeBytes))
        case Step.Read =>
          val query = machine.query
          if query != null then reads :+= query
          gives(machine.proceed())
        case Step.Retry =>
          retries += 1
          gives(machine.proceed())
        case Step.Tick =>
          ticks += 1
          gives(machine.proceed())
        case Step.End =>
          assert(ended == null, s"seed $seed: told twice of the end")
          ended = machine.ending
          gives(machine.proceed())
        case Step.Relieve => gives(machine.proceed())
        case other => fail(s"seed $seed: $other")
      end match
    end drive

    def bounded(): Unit =
      val view = machine.view
      assert(
        view.waitingMessages <= rules.bufferMessages + 1,
        s"seed $seed: ${view.waitingMessages} messages wait"
      )
      assert(
        view.waitingBytes <= rules.bufferBytes + (if withPresence then StreamMachine.NoticeBytes else 41),
        s"seed $seed: ${view.waitingBytes} bytes wait"
      )

    def turn(): Unit =
      val choices = mutable.ArrayBuffer.empty[() => Unit]
      choices += (() => publish())
      if joined && transit.nonEmpty && !bringing then choices ++= Seq(() => deliver(), () => deliverAll())
      // one owner: the channel brings one thing after another
      if joined && withPresence && !bringing && random.nextInt(4) == 0 then choices += (() => someoneJoins())
      if !joined then choices += (() => join())
      else if !started then choices += (() => answer())
      if task != null then choices ++= Seq(() => drive(), () => drive(), () => drive())
      if reads.nonEmpty then
        choices += (() => page(lag = random.nextInt(4) == 0))
        if random.nextInt(5) == 0 then
          choices += { () =>
            reads = reads.tail
            gives(machine.pageFailed())
          }
      if retries > 0 then
        choices += { () =>
          retries -= 1
          gives(machine.retried())
        }
      if ticks > 0 then
        choices += { () =>
          ticks -= 1
          gives(machine.ticked())
        }
      if random.nextInt(3) == 0 then choices += (() => giveRoom(1 + random.nextInt(5)))
      if random.nextInt(30) == 0 then choices += (() => gives(machine.roomCame()))
      if !steadyLog && random.nextInt(60) == 0 then choices += (() => log = log.takeRight(random.nextInt(3)))
      choices(random.nextInt(choices.size))()
      bounded()
    end turn

    /** Until nothing is left to be done, with room for everything. */
    def settle(): Unit =
      if !joined then join()
      if !started then answer()
      var turns = 0
      var more = true
      while more do
        turns += 1
        assert(turns < 100_000, s"seed $seed: it does not come to rest: ${machine.view}")
        more = true
        if task != null then drive()
        else if told || room < 10 then giveRoom(100)
        else if transit.nonEmpty then deliverAll()
        else if reads.nonEmpty then page(lag = false)
        else if retries > 0 then
          retries -= 1
          gives(machine.retried())
        else if ticks > 0 then
          ticks -= 1
          gives(machine.ticked())
        else more = false
      bounded()
    end settle

    /** One more arrives, so that what was lost at the very end is noticed. */
    def last(): Unit =
      top += 1
      val p = Publication("c", Position(top, "e"), Message(Json("x")))
      log = (log :+ p).takeRight(rules.history)
      gives(machine.arrived(new Encoded(p), sizeOf(new Encoded(p))))
      settle()

    def start: Long = from
  end World

  private def seeds = 1 to 3000

  private def run(
      seed: Int,
      rules: StreamRules,
      steadyLog: Boolean,
      filtered: Boolean,
      withPresence: Boolean = false
  ): World =
    val world = World(seed, rules, steadyLog, filtered, withPresence)
    for _ <- 1 to 150 do world.turn()
    world.settle()
    world.last()
    world

  for delivery <- Seq(Delivery.Adaptive, Delivery.Pull); filtered <- Seq(false, true) do
    val which = s"$delivery, ${if filtered then "filtered" else "all"}"
    test(s"with a log that keeps everything a client gets each publication once, in order ($which)"):
      var pulled, together = 0L
      for seed <- seeds do
        val kind = rules(1_000_000, delivery, Overflow.Disconnect)
        val world = run(seed, kind, steadyLog = true, filtered)
        assertEquals(world.ended, null: Ending | Null, s"seed $seed")
        val expected = (world.start + 1 to world.top).filter(world.wanted)
        assertEquals(world.taken.toVector, expected.toVector, s"seed $seed")
        pulled += kind.stats.pages.sum
        together += world.together
        assertEquals(kind.stats.waitingMessages.sum, 0L)
        assertEquals(kind.stats.waitingBytes.sum, 0L)
      assert(pulled > seeds.size, s"only $pulled pages were read")
      if delivery == Delivery.Adaptive && !filtered then
        assert(together > 1000, s"only $together times several at once")

    test(s"joins and leaves are told, or counted as dropped, and disturb no publication ($which)"):
      var (told, dropped) = (0L, 0L)
      for seed <- 1 to 1000 do
        val kind = rules(1_000_000, delivery, Overflow.Disconnect, bytes = 1000)
        val world = run(seed, kind, steadyLog = true, filtered, withPresence = true)
        val expected = (world.start + 1 to world.top).filter(world.wanted)
        assertEquals(world.taken.toVector, expected.toVector, s"seed $seed")
        assertEquals(world.joinsTaken + kind.stats.presenceDropped.sum, world.joins.toLong, s"seed $seed")
        assertEquals(kind.stats.waitingMessages.sum, 0L)
        told += world.joinsTaken
        dropped += kind.stats.presenceDropped.sum
      assert(told > 1000 && dropped > 1000, s"$told were told, $dropped dropped")

    test(s"with a log that is trimmed a client gets no gap: it ends with Insufficient ($which)"):
      var insufficient = 0
      for seed <- seeds do
        val world = run(seed, rules(8, delivery, Overflow.Disconnect), steadyLog = false, filtered)
        val expected = (world.start + 1 to world.top).filter(world.wanted).take(world.taken.size)
        assertEquals(world.taken.toVector, expected.toVector, s"seed $seed")
        if world.ended == null then
          assertEquals(
            world.taken.lastOption,
            (world.start + 1 to world.top).filter(world.wanted).lastOption,
            s"seed $seed"
          )
        else
          assertEquals(world.ended, StreamState.Insufficient: Ending | Null, s"seed $seed")
          insufficient += 1
      assert(insufficient > 10 && insufficient < seeds.size, s"$insufficient of ${seeds.size} ended")

    test(s"a policy that drops goes on after what was trimmed, still in order ($which)"):
      for seed <- seeds do
        val kind = rules(8, delivery, Overflow.DropOldest)
        val world = run(seed, kind, steadyLog = false, filtered)
        assertEquals(world.ended, null: Ending | Null, s"seed $seed")
        assert(
          world.taken.indices.drop(1).forall(i => world.taken(i) > world.taken(i - 1)),
          s"seed $seed: not in order"
        )
        if world.wanted(world.top) then assertEquals(world.taken.lastOption, Some(world.top), s"seed $seed")
        if !filtered then
          assertEquals(world.taken.size + kind.stats.trimmed.sum, world.top - world.start, s"seed $seed")
  end for

  for overflow <- Seq(Overflow.DropOldest, Overflow.KeepLatest("k"), Overflow.Sample(1.second)) do
    test(s"$overflow: in order, the newest at the end, and all that is missing is counted"):
      for seed <- seeds do
        val kind = rules(10, Delivery.Push, overflow)
        val world = run(seed, kind, steadyLog = true, filtered = false)
        assertEquals(world.ended, null: Ending | Null, s"seed $seed")
        assert(
          world.taken.indices.drop(1).forall(i => world.taken(i) > world.taken(i - 1)),
          s"seed $seed: not in order"
        )
        assertEquals(world.taken.lastOption, Some(world.top), s"seed $seed")
        val stats = kind.stats
        val dropped = stats.droppedOldest.sum + stats.replaced.sum + stats.sampledOut.sum
        assertEquals(world.taken.size + dropped, world.top - world.start, s"seed $seed")

  test("Disconnect without a log: no gap, or the end for slowness"):
    var slow = 0
    for seed <- seeds do
      val world = run(seed, rules(10, Delivery.Push, Overflow.Disconnect), steadyLog = true, filtered = false)
      assertEquals(
        world.taken.toVector,
        (world.start + 1 to world.start + world.taken.size).toVector,
        s"seed $seed"
      )
      if world.ended == null then assertEquals(world.taken.lastOption, Some(world.top), s"seed $seed")
      else
        assertEquals(world.ended, Ending.Slow: Ending | Null, s"seed $seed")
        slow += 1
    assert(slow > 10 && slow < seeds.size, s"$slow of ${seeds.size} ended")
end StreamScheduleSuite
