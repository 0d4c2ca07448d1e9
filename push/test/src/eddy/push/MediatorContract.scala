package eddy.push

import eddy.actor.ActorSystem
import eddy.push.internal.ChannelNames
import eddy.runtime.{Engine, EngineConfig}

import java.util.concurrent.atomic.AtomicInteger
import scala.collection.mutable
import scala.concurrent.duration.{DurationInt, FiniteDuration}
import scala.concurrent.{Await, Future}

/** What every [[Mediator]] must do, whatever service is behind it. Each test uses channels of its own, so the service may be one for all. */
abstract class MediatorContract extends munit.FunSuite:
  /** A mediator of one more node, not started; all are of one service, and see what the others publish. */
  def newMediator(delivery: Delivery): Mediator

  /** The ways in which it delivers. */
  def deliveries: Seq[Delivery] = Delivery.values.toSeq

  /** Takes the service away, and brings it back; `None` where that cannot be. */
  def service: Option[RestartableService] = None

  /** The largest message that the service takes, in bytes of its data. */
  def largest: Int = 1024 * 1024

  /** How many publications may have come when none was wanted any more: those that were on their way. */
  def slack: Int = 512

  override val munitTimeout: FiniteDuration = 5.minutes

  private val engine = Engine.start(EngineConfig("contract", workers = 4))
  protected given system: ActorSystem = ActorSystem(engine)
  private val opened = mutable.ArrayBuffer.empty[Mediator]
  private val numbers = new AtomicInteger()

  override def afterEach(context: AfterEach): Unit =
    opened.foreach(m => wait(m.close()))
    opened.clear()

  override def afterAll(): Unit = engine.shutdown(10.seconds): Unit

  protected def wait[A](future: Future[A]): A = Await.result(future, 60.seconds)

  /** A mediator that has been started, of a node of its own. */
  protected def started(delivery: Delivery = deliveries.head): (Mediator, TestNode) =
    val node = TestNode(system)
    val mediator = newMediator(delivery)
    opened += mediator
    wait(mediator.start(node))
    (mediator, node)

  /** A channel that no other test uses. */
  protected def channel(of: String): String = s"$of-${numbers.incrementAndGet()}-${java.util.UUID.randomUUID}"
  protected def kept: String = channel("kept")
  protected def plain: String = channel("plain")

  protected def text(s: String): Message = Message(Json(s"\"$s\""), time = 1)
  protected def publish(mediator: Mediator, channel: String, texts: String*): Unit =
    texts.foreach(t => wait(mediator.publish(channel, text(t))))

  private def data(publications: Iterable[Publication]) =
    publications.map(_.message.data.toString.replace("\"", "")).toList

  test("what is published reaches every interested node, the publishing one too"):
    val (one, _) = started()
    val (two, _) = started()
    val (name, other) = (plain, plain)
    val intakes = List(one, two).map: m =>
      val intake = TestIntake()
      wait(m.subscribe(Interest.Channel(name), intake))
      intake
    publish(one, name, "a")
    publish(two, name, "b")
    publish(two, other, "not wanted")
    publish(one, name, "c")
    intakes.foreach: intake =>
      val all = intake.publications.awaitSize(3)
      assertEquals(data(all).toSet, Set("a", "b", "c"))
      assert(all.forall(_.channel == name))
      assert(all.forall(_.position == Publication.Unplaced), "nothing is kept, so there are no positions")

  test("publications of a channel come in order, with offsets from 1 and one epoch"):
    val (one, _) = started()
    val name = kept
    val intake = TestIntake()
    wait(one.subscribe(Interest.Channel(name), intake))
    val sent = (1 to 500).map(_.toString)
    val acknowledged = sent.map(t => one.publish(name, text(t)))
    acknowledged.foreach(wait)
    val all = intake.publications.awaitSize(500)
    assertEquals(data(all), sent.toList)
    assertEquals(all.map(_.offset), (1L to 500L).toVector)
    assertEquals(all.map(_.position.epoch).distinct.size, 1)

  test("a message arrives with all that it says"):
    val (one, _) = started()
    val name = plain
    val intake = TestIntake()
    wait(one.subscribe(Interest.Channel(name), intake))
    val who = ClientInfo("c1", "anna", Json("""{"name":"Änna"}"""), Json("[1,2]"))
    val message = Message(
      Json("""{"text":"hällo \ud83d\ude00 \"x\"","n":[1,2.5e3,null,true]}"""),
      Some(who),
      Map("lang" -> "de", "mood" -> "ünder"),
      Some(s"key-${java.util.UUID.randomUUID}"),
      time = 1_700_000_000_123L,
      origin = "n1",
      sent = -5
    )
    wait(one.publish(name, message))
    assertEquals(intake.publications.awaitSize(1).head.message, message)

  test("nothing comes of an interest that was ended"):
    val (one, _) = started()
    val (two, _) = started()
    val name = plain
    val (first, second) = (TestIntake(), TestIntake())
    wait(one.subscribe(Interest.Channel(name), first))
    wait(two.subscribe(Interest.Channel(name), second))
    publish(one, name, "a")
    first.publications.awaitSize(1)
    wait(one.unsubscribe(Interest.Channel(name)))
    publish(two, name, "b", "c")
    second.publications.awaitSize(3)
    // what the node hears later shows that nothing is on its way
    val later = TestIntake()
    val other = plain
    wait(one.subscribe(Interest.Channel(other), later))
    publish(two, other, "d")
    later.publications.awaitSize(1)
    assertEquals(data(first.publications.now), List("a"))
    // and it can be interested again
    val again = TestIntake()
    wait(one.subscribe(Interest.Channel(name), again))
    publish(two, name, "e")
    assertEquals(data(again.publications.awaitSize(1)), List("e"))

  test("a pattern hears all channels that match, each publication with its channel"):
    val (one, _) = started()
    val (two, _) = started()
    val root = s"/picture${numbers.incrementAndGet()}${java.util.UUID.randomUUID.toString.take(8)}"
    val (likes, deep, exact) = (TestIntake(), TestIntake(), TestIntake())
    wait(one.subscribe(Interest.Pattern(s"$root/*/likes"), likes))
    wait(one.subscribe(Interest.Pattern(s"$root/**"), deep))
    wait(one.subscribe(Interest.Channel(s"$root/1/likes"), exact))
    publish(two, s"$root/1/likes", "a")
    publish(two, s"$root/2/likes", "b")
    publish(two, s"$root/2/comments", "c")
    publish(two, s"$root/2/3/likes", "d")
    publish(two, s"${root}x/2/likes", "e")
    publish(two, root, "f")
    publish(two, s"$root/3/likes", "g")
    val wanted = likes.publications.await("publications of the pattern")(all => data(all).contains("g"))
    assertEquals(data(wanted).sorted, List("a", "b", "g"))
    assertEquals(wanted.map(p => p.channel -> data(List(p)).head).toMap.get(s"$root/2/likes"), Some("b"))
    val all = deep.publications.await("publications of the other pattern")(all => data(all).contains("g"))
    assertEquals(data(all).sorted, List("a", "b", "c", "d", "g"))
    assertEquals(data(exact.publications.awaitSize(1)), List("a"))

  test("history is read from both ends, after a position, and within a limit"):
    val (one, _) = started()
    val name = kept
    val intake = TestIntake()
    wait(one.subscribe(Interest.Channel(name), intake))
    publish(one, name, (1 to 10).map(_.toString)*)
    intake.publications.awaitSize(10)
    val epoch = intake.publications.now.head.position.epoch
    def read(query: HistoryQuery) =
      val page = wait(one.read(name, query))
      assertEquals(page.top, Position(10, epoch))
      page
    def offsets(query: HistoryQuery) = read(query).publications.map(_.offset).toList
    assertEquals(offsets(HistoryQuery()), (1L to 10L).toList)
    assertEquals(offsets(HistoryQuery(limit = 3)), List(1L, 2L, 3L))
    assertEquals(offsets(HistoryQuery(limit = 0)), Nil)
    assertEquals(offsets(HistoryQuery(Some(Position(4, epoch)), 3)), List(5L, 6L, 7L))
    assertEquals(offsets(HistoryQuery(Some(Position(10, epoch)))), Nil)
    assertEquals(offsets(HistoryQuery(limit = 3, reverse = true)), List(10L, 9L, 8L))
    assertEquals(offsets(HistoryQuery(Some(Position(4, epoch)), 2, reverse = true)), List(3L, 2L))
    assertEquals(data(read(HistoryQuery()).publications), (1 to 10).map(_.toString).toList)
    assert(read(HistoryQuery(Some(Position(0, epoch)))).complete)
    assert(read(HistoryQuery(Some(Position(10, epoch)))).complete)
    assert(!read(HistoryQuery(Some(Position(11, epoch)))).complete, "nobody can have seen that")
    assert(
      !read(HistoryQuery(Some(Position(4, s"${epoch}x")))).complete,
      "another epoch says nothing about this one"
    )

  test("of a channel as many publications are kept as its retention says"):
    val (one, _) = started()
    val name = kept
    val intake = TestIntake()
    wait(one.subscribe(Interest.Channel(name), intake))
    (1 to 1200).map(i => one.publish(name, text(i.toString))).foreach(wait)
    intake.publications.awaitSize(1200)
    val epoch = intake.publications.now.head.position.epoch
    val page = wait(one.read(name, HistoryQuery(limit = 2000)))
    assertEquals(page.top, Position(1200, epoch))
    assertEquals(page.publications.map(_.offset), (201L to 1200L).toVector)
    assert(wait(one.read(name, HistoryQuery(Some(Position(200, epoch)), 1))).complete)
    assert(!wait(one.read(name, HistoryQuery(Some(Position(199, epoch)), 1))).complete, "200 is gone")

  test("nothing is kept where nothing is to be kept"):
    val (one, _) = started()
    val name = plain
    val intake = TestIntake()
    wait(one.subscribe(Interest.Channel(name), intake))
    publish(one, name, "a")
    intake.publications.awaitSize(1)
    assertEquals(wait(one.read(name, HistoryQuery())).publications, Vector.empty)

  test("what was published before an interest does not come to it"):
    val (one, _) = started()
    val name = kept
    publish(one, name, "before")
    val intake = TestIntake()
    wait(one.subscribe(Interest.Channel(name), intake))
    publish(one, name, "after")
    assertEquals(data(intake.publications.awaitSize(1)), List("after"))

  for of <- Seq("kept", "plain") do
    test(s"a message whose key is known is not published again ($of)"):
      val (one, node) = started()
      val (two, _) = started()
      val name = channel(of)
      val (first, second) = (TestIntake(), TestIntake())
      wait(one.subscribe(Interest.Channel(name), first))
      wait(two.subscribe(Interest.Channel(name), second))
      def keyed(key: String, what: String) = text(what).copy(key = Some(key))
      val published = wait(one.publish(name, keyed("k1", "a")))
      val again = wait(two.publish(name, keyed("k1", "a")))
      wait(one.publish(name, keyed("k2", "b"))): Unit
      publish(two, name, "c")
      List(first, second).foreach: intake =>
        assertEquals(
          data(intake.publications.await("the last")(all => data(all).contains("c"))),
          List("a", "b", "c")
        )
      if one.sharedHistory then
        assert(!published.duplicate)
        assert(again.duplicate)
        assertEquals(again.position, published.position)
      assertEquals(node.failures.size, 0)
  end for

  test("a history that was forgotten begins again, in another epoch"):
    val (one, _) = started()
    val name = kept
    val intake = TestIntake()
    wait(one.subscribe(Interest.Channel(name), intake))
    publish(one, name, "a", "b")
    val before = intake.publications.awaitSize(2).last.position
    wait(one.forget(name))
    val page = wait(one.read(name, HistoryQuery(Some(before))))
    assert(!page.complete)
    assertEquals(page.publications, Vector.empty)
    publish(one, name, "c")
    val after = intake.publications.awaitSize(3).last.position
    assertEquals(after.offset, 1L)
    assertNotEquals(after.epoch, before.epoch)

  test("where history is shared, all nodes see the same positions, and a new node the past"):
    val (one, _) = started()
    if one.sharedHistory then
      val (two, _) = started()
      val name = kept
      val (first, second) = (TestIntake(), TestIntake())
      wait(one.subscribe(Interest.Channel(name), first))
      wait(two.subscribe(Interest.Channel(name), second))
      publish(one, name, "a", "b")
      publish(two, name, "c")
      assertEquals(first.publications.awaitSize(3), second.publications.awaitSize(3))
      val (three, _) = started()
      val page = wait(three.read(name, HistoryQuery()))
      assertEquals(page.publications.map(_.position), first.publications.now.map(_.position))
      assertEquals(data(page.publications), List("a", "b", "c"))

  for delivery <- Seq(Delivery.Pull, Delivery.Adaptive) do
    test(s"an intake that is behind leaves the rest with the service, and loses nothing ($delivery)"):
      if deliveries.contains(delivery) then
        val (one, node) = started(delivery)
        val (two, _) = started(delivery)
        val name = kept
        val slow = TestIntake(wants = 10)
        val quick = TestIntake()
        wait(one.subscribe(Interest.Channel(name), slow))
        wait(two.subscribe(Interest.Channel(name), quick))
        // no more than the history keeps: what is behind may be read from there
        val all = (1 to 900).map(_.toString).toList
        all.map(t => two.publish(name, text(t))).foreach(wait)
        assertEquals(data(quick.publications.awaitSize(900)), all, "another node does not notice")
        slow.publications.awaitSize(1)
        assert(
          slow.publications.size <= 10 + slack,
          s"${slow.publications.size} have come, though 10 were wanted"
        )
        // it wants more, bit by bit
        while slow.publications.size < 900 do
          val before = slow.publications.size
          slow.want(500)
          slow.publications.awaitSize(math.min(900, before + 100)): Unit
        assertEquals(data(slow.publications.awaitSize(900)), all)
        assertEquals(slow.publications.now.map(_.offset), (1L to 900L).toVector)
        if delivery == Delivery.Adaptive then
          val switches = node.switches.now.collect { case (Interest.Channel(`name`), to) => to }
          assertEquals(switches.headOption, Some(Delivery.Pull))
          assert(
            switches.sliding(2).forall(_.distinct.size == 2 || switches.size < 2),
            s"one switch after another: $switches"
          )
  end for

  test("channel names may have every odd character"):
    val (one, _) = started()
    val (two, _) = started()
    val odd = (' ' to '~').filterNot(_ == '*').map(c => s"odd${c}x") ++
      Seq(
        "a b",
        "ä:ö",
        "名前",
        "emoji 😀",
        "a.b.>",
        "a//b/",
        "/",
        "a?b",
        "#x",
        "+",
        "{x}",
        "a*b",
        "x" * 255,
        "é" * 127,
        "%2F",
        "a\\b"
      ) ++
      Seq("A", "a", " lead", "trail ")
    val unique = java.util.UUID.randomUUID.toString.take(8)
    val names = odd.map(n => if n.length > 100 then n else s"$n$unique").distinct
    names.foreach(n => assertEquals(ChannelNames.wrong(n, 255), null, n))
    val intakes = names.map: n =>
      val intake = TestIntake()
      wait(one.subscribe(Interest.Channel(n), intake))
      n -> intake
    names.zipWithIndex.map((n, i) => two.publish(n, text(i.toString))).foreach(wait)
    intakes.zipWithIndex.foreach:
      case ((n, intake), i) =>
        val all = intake.publications.awaitSize(1)
        assertEquals(data(all), List(i.toString), n)
        assertEquals(all.head.channel, n)

  test("large messages arrive whole"):
    val (one, _) = started()
    val name = plain
    val intake = TestIntake()
    wait(one.subscribe(Interest.Channel(name), intake))
    val big = "x" * (largest - 2)
    publish(one, name, big, "small")
    val all = intake.publications.awaitSize(2)
    assert(data(all).head == big, "the large message is another one")
    assertEquals(data(all)(1), "small")

  for of <- Seq("kept", "plain") do
    test(s"of 10,000 messages from 4 threads none is lost or doubled ($of)"):
      val (one, _) = started()
      val (two, _) = started()
      val name = channel(of)
      val intakes = List(one, two).map: m =>
        val intake = TestIntake()
        wait(m.subscribe(Interest.Channel(name), intake))
        intake
      val failures = new AtomicInteger()
      val threads = (0 until 4).map: t =>
        Thread.ofVirtual.unstarted: () =>
          val mediator = if t % 2 == 0 then one else two
          (0 until 2500).grouped(50).foreach: batch =>
            batch.map(i => mediator.publish(name, text(s"$t:$i"))).foreach: f =>
              if !scala.util.Try(wait(f)).isSuccess then failures.incrementAndGet(): Unit
      threads.foreach(_.start())
      threads.foreach(_.join())
      assertEquals(failures.get, 0)
      intakes.foreach: intake =>
        val all = data(intake.publications.awaitSize(10_000))
        assertEquals(all.distinct.size, 10_000)
        (0 until 4).foreach: t =>
          val own = all.collect { case s"$u:$i" if u == t.toString => i.toInt }
          assert(own == (0 until 2500).toList, s"thread $t's messages are not in order")
        if of == "kept" then
          assertEquals(intake.publications.now.map(_.offset), (1L to 10_000L).toVector)
      if one.sharedHistory then
        assertEquals(
          data(intakes(0).publications.now),
          data(intakes(1).publications.now),
          "all nodes see one order"
        )
  end for

  test("when the service goes away, publishing fails, and goes on when it is back, with a gap told"):
    service.foreach: restartable =>
      val (one, node) = started()
      val name = kept
      val intake = TestIntake()
      wait(one.subscribe(Interest.Channel(name), intake))
      publish(one, name, "before")
      intake.publications.awaitSize(1)
      restartable.kill()
      node.states.await("change to down")(_.exists(_ != MediatorState.Up))
      assert(one.state != MediatorState.Up)
      val failed = Await.ready(one.publish(name, text("lost")), 60.seconds).value.get
      assert(failed.isFailure, "nobody can have taken it")
      restartable.start()
      node.states.await("change to up")(_.lastOption.contains(MediatorState.Up))
      intake.gaps.await("gap")(_.nonEmpty)
      publishUntilTaken(one, name, "after")
      intake.publications.await("the publication after")(all => data(all).contains("after"))
      assertEquals(data(intake.publications.now).count(_ == "after"), 1)
      assert(data(intake.publications.now).indexOf("before") == 0)
      // ends are told apart: either the history goes on, or another epoch has begun
      val (first, last) = (intake.publications.now.head.position, intake.publications.now.last.position)
      assert(last.epoch != first.epoch || last.offset > first.offset, s"$first, then $last")

  test("when it is closed, nothing comes any more, and publishing fails"):
    val (one, _) = started()
    val (two, _) = started()
    val name = plain
    val (first, second) = (TestIntake(), TestIntake())
    wait(one.subscribe(Interest.Channel(name), first))
    wait(two.subscribe(Interest.Channel(name), second))
    publish(one, name, "a")
    first.publications.awaitSize(1)
    wait(one.close())
    wait(one.close())
    publish(two, name, "b")
    second.publications.awaitSize(2)
    assertEquals(data(first.publications.now), List("a"))
    assert(Await.ready(one.publish(name, text("c")), 60.seconds).value.get.isFailure)
    assert(one.state != MediatorState.Up)

  /** It may be up a moment before it takes anything; with a key it comes once. */
  private def publishUntilTaken(mediator: Mediator, name: String, what: String): Unit =
    val message = text(what).copy(key = Some(s"$what-${java.util.UUID.randomUUID}"))
    val until = System.nanoTime + 60.seconds.toNanos
    var taken = false
    while !taken do
      taken = Await.ready(mediator.publish(name, message), 60.seconds).value.get.isSuccess
      if !taken then
        if System.nanoTime > until then fail("nothing is taken within a minute after the restart")
        val pause = scala.concurrent.Promise[Unit]()
        engine.after(50.millis)(() => pause.success(())): Unit
        wait(pause.future)
end MediatorContract

/** The service behind the mediators of a contract, as a test may take it away. */
trait RestartableService:
  /** Ends it as if the power had failed. Done when it is gone. */
  def kill(): Unit

  /** Starts it again, in the same place. Done when it answers. */
  def start(): Unit
end RestartableService
