package eddy.remote

import eddy.actor.*
import eddy.testing.Eventually

import java.util.concurrent.LinkedBlockingQueue
import java.util.logging.LogRecord
import scala.concurrent.Promise
import scala.concurrent.duration.DurationInt

/** Actors of which a cluster runs one. */
class SingletonSuite extends NodeFixture:
  import SingletonSuite.*

  /** A node that may run the singleton, and the lives that it has begun. */
  private final class Place(val machine: Machine, quorum: Int, backoff: Backoff):
    val lives = new LinkedBlockingQueue[Long]()
    val ends = new LinkedBlockingQueue[ExitReason]()
    val singleton: Singleton[Work] = machine.node.singleton[Work]("clerk", quorum, backoff): term =>
      val name = machine.name
      lives.add(term): Unit
      onEnd(reason => ends.add(reason): Unit)
      loop:
        react:
          case Work.Who(to) =>
            to ! (name, term)
            done
          case Work.Fail => throw new IllegalStateException("on purpose")
    def who(): (String, Long) = await(singleton.ref.ask[(String, Long)](1.minute)(Work.Who(_)))
    def runs: Boolean = singleton.term.isDefined
  end Place

  private def place(
      nodes: Nodes,
      name: String,
      seed: String = "a",
      quorum: Int = 1,
      backoff: Backoff = Backoff(10.millis, 5.seconds)
  ): Place =
    val machine = nodes.start(name, seeds = if name == seed then Nil else Seq(seed))(
      // how long a node waits for others before it starts one
      _.copy(connectTimeout = 500.millis)
    )
    Place(machine, quorum, backoff)

  private def alone(place: Place, among: List[Place]): Unit =
    Eventually.until(s"${place.machine.name} alone runs it"):
      among.filter(_.runs).map(_.machine.name) == List(place.machine.name)

  test("the node that was there first runs it, and its address leads there from all nodes"):
    withNodes: nodes =>
      val a = place(nodes, "a")
      val term = a.who()(1)
      val all = List(a, place(nodes, "b"), place(nodes, "c"))
      alone(a, all)
      for one <- all do
        Eventually.until(s"${one.machine.name} knows a's")(one.who() == ("a", term))

  test("when its node stops or is lost, the next one starts it with a larger term, and loses no message"):
    withNodes: nodes =>
      val a = place(nodes, "a")
      val first = a.who()(1)
      val b = place(nodes, "b")
      alone(a, List(a, b))
      Eventually.until("b knows a's")(b.who()(0) == "a")
      a.machine.stop()
      val (name, second) = b.who()
      assertEquals(name, "b")
      assert(clue(second) > clue(first))
      assertEquals(awaitNext(a.ends, "its end at a"), ExitReason.Shutdown)

  test("without a quorum none runs, and the messages wait"):
    withNodes: nodes =>
      val a = place(nodes, "a", quorum = 2)
      val early = a.singleton.ref.ask[(String, Long)](1.minute)(Work.Who(_))
      val b = place(nodes, "b", quorum = 2)
      assertEquals(await(early)(0), "a")
      b.machine.stop()
      assertEquals(awaitNext(a.ends, "its end"), ExitReason.Shutdown)
      Eventually.until("none runs")(!a.runs)

  test("it is started again with a larger term when it fails"):
    withNodes: nodes =>
      val a = place(nodes, "a")
      val first = awaitNext(a.lives, "the first life")
      a.singleton.ref ! Work.Fail
      assert(awaitNext(a.ends, "its end").toString.contains("on purpose"))
      val second = awaitNext(a.lives, "another life")
      assert(clue(second) > clue(first))
      assertEquals(a.who(), ("a", second))

  test("the pause before the next start doubles, and is the shortest again after a life longer than all"):
    val pauses = new LinkedBlockingQueue[String]()
    val logger = java.util.logging.Logger.getLogger("eddy.remote").nn
    val handler = new java.util.logging.Handler:
      override def publish(record: LogRecord): Unit =
        "singleton \"clerk\" .* again in (.*)".r.findFirstMatchIn(record.getMessage).foreach(m =>
          pauses.add(m.group(1)): Unit
        )
      override def flush(): Unit = ()
      override def close(): Unit = ()
    logger.addHandler(handler)
    try
      withNodes: nodes =>
        val a = place(nodes, "a", backoff = Backoff(100.millis, 1.second, jitter = 0))
        def failed() =
          a.singleton.ref ! Work.Fail
          awaitNext(pauses, "its end")
        assertEquals(List.fill(3)(failed()), List("100 ms", "200 ms", "400 ms"))
        // the next life, for longer than the longest pause
        assertEquals(a.who()(0), "a")
        val lasted = Promise[Unit]()
        val _ = a.machine.engine.after(1.second)(() => lasted.success(()): Unit)
        await(lasted.future)
        assertEquals(failed(), "100 ms")
    finally logger.removeHandler(handler)

  test("when two parts of a cluster meet, the later one ends"):
    withNodes: nodes =>
      val a = place(nodes, "a")
      assertEquals(a.who()(0), "a")
      val b = place(nodes, "b", seed = "b")
      assertEquals(b.who()(0), "b")
      val _ = await(b.machine.node.connect("a"))
      assertEquals(awaitNext(b.ends, "its end at b"), ExitReason.Shutdown)
      alone(a, List(a, b))
      Eventually.until("b knows a's")(b.who()(0) == "a")

  test("up to 1,000 messages wait, and further ones are dead letters"):
    withNodes: nodes =>
      val a = place(nodes, "a", quorum = 2)
      val probe = a.machine.probe[(String, Long)]
      for _ <- 0 until 1003 do a.singleton.ref ! Work.Who(probe.ref)
      val lost = List.fill(3)(awaitNext(a.machine.deadLetters, "a dead letter"))
      assertEquals(lost.map(_.reason).distinct, List(DeadLetter.Reason.Overflow))
      val _ = place(nodes, "b", quorum = 2)
      assertEquals(probe.next(1000).map(_(0)).distinct, List("a"))
      assert(a.machine.deadLetters.isEmpty)

  test("messages that wait when the node stops are dead letters"):
    withNodes: nodes =>
      val a = place(nodes, "a", quorum = 2)
      val asked = a.singleton.ref.ask[(String, Long)](1.minute)(Work.Who(_))
      await(a.machine.node.stop(1.second))
      assert(clue(awaitFailure(asked)).isInstanceOf[UnansweredException])

  test("a quorum of none, and a second singleton of one name, are refused"):
    withNodes: nodes =>
      val a = place(nodes, "a")
      def refused(quorum: Int) = intercept[IllegalArgumentException](
        a.machine.node.singleton[Work]("clerk", quorum)(_ => loop(react(_ => done)))
      ).getMessage
      assert(clue(refused(0)).contains("quorum = 0: must be at least 1"))
      assert(clue(refused(1)).contains("singleton \"clerk\" exists already at node a"))
end SingletonSuite

object SingletonSuite:
  enum Work derives Pickler:
    case Who(to: ActorRef[(String, Long)])
    case Fail
