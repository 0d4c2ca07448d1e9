package eddy.push.jgroups

import eddy.push.*
import eddy.testing.TestLength

import java.util.concurrent.CountDownLatch
import scala.concurrent.Future
import scala.concurrent.duration.DurationInt

/** Nodes come late, die, and are parted. */
class FaultSuite extends JGroupsSuite:
  /** Makes a node hear nothing from the first publication in channel plain-1 on. */
  private final class Hang(of: Member):
    private val (begun, over) = (CountDownLatch(1), CountDownLatch(1))
    atEnd(over.countDown())
    private val intake = new Intake:
      def accept(publications: IndexedSeq[Publication]): Int =
        begun.countDown()
        over.await()
        1000
      def whenReady(resume: () => Unit): Unit = resume()
      def gap(): Unit = ()
    await(of.mediator.subscribe(Interest.Channel("plain-1"), intake))

    /** When this is done, it hangs. */
    def begin(from: Member): Unit =
      from.send("plain-1", "hang"): Unit
      begun.await()
    def end(): Unit = over.countDown()

  test(
    "a node that joins late has the earlier publications at the same positions, and continues with the others"
  ):
    val a = Member().up()
    val positions = a.publish("kept-1", "1", "2", "3")
    a.publish("plain-1", "1"): Unit
    val b = Member().up()
    assertEquals(b.read("kept-1").publications.map(_.position), positions)
    assertEquals(b.texts("kept-1"), Vector("1", "2", "3"))
    val atA = a.hear("kept-1")
    val next = b.publish("kept-1", "4").head
    assertEquals(next, positions.last.copy(offset = 4))
    assertEquals(atA.publications.awaitSize(1).map(_.position), Vector(next))
    // the key is known to the late one, too
    val keyed = Message(Json("5"), key = Some("k"))
    val first = await(a.mediator.publish("kept-1", keyed))
    val c = Member().up()
    assertEquals(await(c.mediator.publish("kept-1", keyed)), first.copy(duplicate = true))

  test("a node may come while others publish, and has all of it once and in order"):
    val a = Member().up()
    val first = (1 to 2000).map(i => a.send("kept-1", i.toString))
    val b = Member()
    val more = (2001 to 4000).map(i => a.send("kept-1", i.toString))
    b.up()
    await(Future.sequence(first ++ more)(using implicitly, scala.concurrent.ExecutionContext.parasitic)): Unit
    assertEquals(b.texts("kept-1"), (3001 to 4000).map(_.toString).toVector)
    assertEquals(b.read("kept-1"), a.read("kept-1"))

  test("when the coordinator dies while others publish, all nodes have each publication once, in order"):
    val (a, b, c) = (Member().up(), Member().up(), Member().up())
    val before = b.publish("kept-1", "0").head
    val atC = c.hear("kept-1")
    val sent = (1 to 900).map(i => b.send("kept-1", i.toString))
    await(sent(100)): Unit
    TestCluster.crash(a.mediator)
    sent.foreach(await(_))
    val all = (0 to 900).map(_.toString).toVector
    b.sees(2)
    assertEquals(b.texts("kept-1"), all)
    assertEquals(b.read("kept-1"), c.read("kept-1"))
    // another epoch, in which the position from before is known
    val page = c.read("kept-1", Some(before))
    assertNotEquals(page.top.epoch, before.epoch)
    assert(page.complete)
    assertEquals(page.publications.map(text), all.tail)
    assertEquals(c.mediator.present("kept-1", before), Some(before.copy(epoch = page.top.epoch)))
    atC.gaps.awaitSize(1): Unit
    b.publish("kept-1", "last"): Unit
    assertEquals(text(atC.publications.await("the last")(_.exists(p => text(p) == "last")).last), "last")

  test("a publication that a coordinator has acknowledged to itself survives its death"):
    val (a, b) = (Member().up(), Member().up())
    a.publish("kept-1", (1 to 500).map(_.toString)*): Unit
    TestCluster.crash(a.mediator)
    b.sees(1)
    assertEquals(b.texts("kept-1"), (1 to 500).map(_.toString).toVector)

  test("a position that only a dead coordinator knew is not mistaken for another's"):
    val (a, b) = (Member().up(), Member().up())
    val last = b.publish("kept-1", "1", "2").last
    TestCluster.crash(a.mediator)
    b.sees(1)
    b.publish("kept-1", "3", "4"): Unit
    assert(b.read("kept-1", Some(last)).complete)
    assert(!b.read("kept-1", Some(last.copy(offset = 3))).complete, "offset 3 of the dead one is another")
    assertEquals(b.mediator.present("kept-1", last.copy(offset = 3)), None)

  test("the coordinator neither delivers, shows nor acknowledges a publication that no other node has"):
    val (a, b) = (Member().up(), Member().up())
    val before = a.publish("kept-1", "before").head
    val atA = a.hear("kept-1")
    val hang = Hang(b)
    hang.begin(from = a)
    val keyed = Message(Json("\"kept\""), key = Some("k"))
    val futures = Seq(
      a.mediator.publish("kept-1", keyed),
      a.mediator.publish("kept-1", keyed),
      a.mediator.read("kept-1", HistoryQuery(Some(before), 10)),
      a.mediator.read("kept-new", HistoryQuery(None, 10)),
      a.mediator.forget("kept-2")
    )
    val later = a.send("kept-1", "later")
    assertEquals(futures.map(_.isCompleted).distinct, Seq(false))
    assert(!later.isCompleted)
    assertEquals(atA.publications.now.toVector, Vector.empty)
    hang.end()
    val heard = atA.publications.awaitSize(2)
    assertEquals(heard.map(text), Vector("kept", "later"))
    assertEquals(await(futures(0)), Published(Some(heard(0).position)))
    assertEquals(await(futures(1)), Published(Some(heard(0).position), duplicate = true))
    await(futures(2)) match
      // as it was when it was read
      case page: HistoryPage => assertEquals(page.publications.map(text), Vector("kept"))
      case other => fail(s"no page: $other")
    futures.foreach(await(_))

  test("another node's publication is read at the coordinator when that node, or a third, has it"):
    val (a, b) = (Member().up(), Member().up())
    val first = b.publish("kept-1", "1").head
    val hang = Hang(b)
    hang.begin(from = a)
    val mark = a.hear("plain-2")
    val second = b.send("kept-1", "2")
    // comes to the coordinator after it, and is heard at once
    b.send("plain-2", "mark"): Unit
    mark.publications.awaitSize(1): Unit
    val page = a.mediator.read("kept-1", HistoryQuery(Some(first), 10))
    assert(!page.isCompleted && !second.isCompleted)
    hang.end()
    assertEquals(await(page).publications.map(_.position), await(second).position.toVector)

  test("one node that hangs does not hold up the coordinator's own, when there is another"):
    val (a, b, c) = (Member().up(), Member().up(), Member().up())
    Seq(a, b, c).foreach(_.sees(3))
    val atA = a.hear("kept-1")
    for node <- Seq(b, c) do
      val hang = Hang(node)
      hang.begin(from = a)
      val position = a.publish("kept-1", "x").head
      assertEquals(atA.publications.await("it")(_.exists(_.position == position)).size, position.offset.toInt)
      hang.end()

  test("a coordinator takes only so much that no other node has said to have"):
    val a = Member(config.copy(maxUnsent = 10)).up()
    val b = Member().up()
    val hang = Hang(b)
    hang.begin(from = a)
    def refusal() = a.send("kept-1", "x").value.flatMap(_.failed.toOption).map(_.getMessage)
    until("it is refused")(refusal().exists(_.contains("no other node has said that it has the last")))
    // a read there would wait, too
    val read = awaitFailure(a.mediator.read("kept-1", HistoryQuery(None, 10))).getMessage
    assert(read.contains("no other node has said that it has the last"), read)
    hang.end()
    // accepted publications come through, and then there is room again
    until("there is room")(refusal().isEmpty)

  test("a coordinator that leaves leaves nothing behind"):
    val (a, b, c) = (Member().up(), Member().up(), Member().up())
    val before = a.publish("kept-1", "1").head
    await(a.mediator.close())
    b.sees(2)
    c.publish("kept-1", "2"): Unit
    val page = b.read("kept-1", Some(before))
    assert(page.complete)
    assertEquals(page.publications.map(text), Vector("2"))

  test("a node that dies, and was no coordinator, changes nothing for the others"):
    val (a, b, c) = (Member().up(), Member().up(), Member().up())
    val before = a.publish("kept-1", "1").head
    TestCluster.crash(c.mediator)
    a.sees(2)
    assertEquals(b.publish("kept-1", "2").head, before.copy(offset = 2))

  test("of a cluster that was split the larger part's history holds, and the other part gets a gap"):
    val (a, b, c) = (Member().up(), Member().up(), Member().up())
    // the coordinator is in the smaller part
    val before = a.publish("kept-1", "before").head
    val (atA, atB) = (a.hear("kept-1"), b.hear("kept-1"))
    TestCluster.split(Seq(Seq(a.mediator), Seq(b.mediator, c.mediator)))
    val alone = a.publish("kept-1", "alone").head
    val both = c.publish("kept-1", "both").head
    assertNotEquals(alone.epoch, both.epoch)
    assertEquals(b.texts("kept-1"), Vector("before", "both"))
    TestCluster.heal(Seq(a.mediator, b.mediator, c.mediator))
    Seq(a, b, c).foreach(_.sees(3))
    assertEquals(a.texts("kept-1"), Vector("before", "both"))
    val page = a.read("kept-1", Some(before))
    assert(page.complete, "it is known where the parts went on from")
    assertEquals(page.publications.map(text), Vector("both"))
    assert(!a.read("kept-1", Some(alone)).complete, "nobody can go on from what only the lost part had")
    atA.gaps.awaitSize(1): Unit
    val after = a.publish("kept-1", "after").head
    assertEquals(after, both.copy(offset = 3))
    Seq(atA, atB).foreach(_.publications.await("the last")(_.exists(_.position == after)): Unit)
    assert(!atB.publications.now.exists(p => text(p) == "alone"))

  test(
    "of two parts that are as large, the one holds that has gone on from the other, as when a coordinator froze"
  ):
    // whichever of them JGroups makes the coordinator
    for round <- 1 to TestLength.rounds(short = 2, full = 4) do
      val a = Member(config.copy(joinWithin = 300.millis)).up()
      val b = Member().up()
      Seq(a, b).foreach(_.sees(2))
      a.publish("kept-1", "before"): Unit
      TestCluster.lose(a.mediator, Seq(b.mediator))
      val acknowledged = b.publish("kept-1", "meanwhile")
      TestCluster.heal(Seq(a.mediator, b.mediator))
      Seq(a, b).foreach(_.sees(2))
      for node <- Seq(a, b) do
        assertEquals(node.texts("kept-1"), Vector("before", "meanwhile"), s"round $round")
        assert(node.read("kept-1", Some(acknowledged.head)).complete)
      Seq(b, a).foreach(one => await(one.mediator.close()))

  test(
    "a node that was lost for a while, and has not noticed, gets what it missed before anything else is published"
  ):
    val (a, b, c) = (Member().up(), Member().up(), Member().up())
    Seq(a, b, c).foreach(_.sees(3))
    val atC = c.hear("kept-1")
    c.publish("kept-1", "before"): Unit
    atC.publications.awaitSize(1): Unit
    TestCluster.lose(c.mediator, Seq(a.mediator, b.mediator))
    a.publish("kept-1", "missed", "missed, too"): Unit
    TestCluster.heal(Seq(a.mediator, b.mediator, c.mediator))
    // of a gap, for which a node reads the history, where another became the coordinator meanwhile
    until("it is told")(atC.publications.size == 3 || atC.gaps.size > 0)
    assertEquals(c.texts("kept-1"), Vector("before", "missed", "missed, too"))

  test("a node that takes nothing makes publications fail, and no call wait"):
    def small = config.copy(maxUnsent = 100, maxUnsentBytes = 1024 * 1024)
    val a = Member(small).up()
    val b = Member(small).up()
    val hang = Hang(b)
    val big = "x" * 100_000
    hang.begin(from = a)
    val refused = Iterator.continually(a.send("plain-1", big)).take(1000).find(_.value.exists(_.isFailure))
    val why = awaitFailure(refused.getOrElse(fail("100 MB were taken")))
    assert(why.getMessage.contains("behind with sending"), why.toString)
    hang.end()
    // accepted publications come through, and then there is room again
    until("there is room")(a.mediator.member.link.hasRoom)
    a.publish("plain-1", "small"): Unit
end FaultSuite
