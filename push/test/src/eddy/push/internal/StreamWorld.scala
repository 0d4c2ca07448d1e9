package eddy.push.internal

import eddy.push.*

import scala.collection.mutable
import scala.util.Random

/** A channel with its log, a sink, a client, and one subscription; the next event is drawn at random. */
private[internal] final class StreamWorld(
    seed: Int,
    rules: StreamRules,
    steadyLog: Boolean,
    filtered: Boolean,
    withPresence: Boolean
) extends munit.Assertions:
  import StreamWorld.*
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
  // joins that the subscription received, and the sink
  var joins = 0
  var joinsTaken = 0
  // the newest that the channel has brought
  private var brought = 0L
  private var lastJoin = 0
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
    brought = math.max(brought, next.offset)
    // now and then one comes twice
    if !(rules.positioned && random.nextInt(20) == 0) then transit = transit.tail
    gives(machine.arrived(next, sizeOf(next)))

  /** Several at once, where they can be taken so; their thread brings nothing else meanwhile. */
  private def deliverAll(): Unit =
    val batch = new Batch(transit.take(2 + random.nextInt(4)).toArray)
    if !filtered && batch.size > 1 && machine.arrivedAll(batch) then
      gives(batch)
      bringing = true
    else deliver()

  private def someoneJoins(): Unit =
    joins += 1
    gives(machine.arrived(Notice(ClientInfo(joins.toString, brought.toString), joined = true)))

  /** They come in order, each behind all that its channel has brought before it. */
  private def takeJoin(notice: Notice): Unit =
    val (number, after) = (notice.who.client.toInt, notice.who.user.toLong)
    assert(number > lastJoin, s"seed $seed: join $number comes after $lastJoin")
    lastJoin = number
    joinsTaken += 1
    val missing = (from + 1 to after).filter(wanted).diff(taken)
    assert(missing.isEmpty, s"seed $seed: a join that came after $after is told before $missing")

  /** The channel adds the subscription: publications are for it from now on. */
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
            case notice: Notice => takeJoin(notice)
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
          brought = math.max(brought, batch.last.offset)
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

  /** One more arrives, so that a loss at the very end is noticed. */
  def last(): Unit =
    top += 1
    val p = Publication("c", Position(top, "e"), Message(Json("x")))
    log = (log :+ p).takeRight(rules.history)
    gives(machine.arrived(new Encoded(p), sizeOf(new Encoded(p))))
    settle()

  def start: Long = from
end StreamWorld

private[internal] object StreamWorld:
  private final case class Report(item: Encoded | Notice, sent: Boolean)
  private final case class ReportAll(batch: Batch, sent: Boolean)
