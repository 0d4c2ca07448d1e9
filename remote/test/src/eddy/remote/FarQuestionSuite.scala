package eddy.remote

import eddy.actor.*
import eddy.testing.Eventually

import scala.concurrent.duration.DurationInt

/** Questions to other nodes that get no answer: the asking actor is notified at once. */
class FarQuestionSuite extends NodeFixture:
  private val long = 10.minutes

  private def failureOf(answer: scala.concurrent.Future[Int]): String = awaitFailure(answer).getMessage

  /** Actors of `on` that take questions and do not answer, and their addresses at `to`. */
  private def silent(count: Int, on: Machine, to: Machine): List[(Probe[Counting], ActorRef[Counting])] =
    List.tabulate(count): i =>
      val probe = on.probe[Counting]
      on.node.register(s"silent $i", probe.ref)
      (probe, to.found[Counting](on, s"silent $i"))

  test("a question that several actors of one node have is lost with the node"):
    withNodes: nodes =>
      val (a, b) = nodes.pair(_.copy(resumeTimeout = 100.millis))
      val asked = silent(3, a, b)
      given ActorSystem = b.system
      val router = Router[Counting](Routing.Broadcast, 3)(asked(_)(1))
      val answer = router.ask[Int](long)(Counting.Get(_))
      asked.foreach((probe, _) => probe.next())
      nodes.network.crash("a")
      assert(clue(failureOf(answer)).contains("its node is unreachable"))

  test("a question that several actors of one node have is lost when the last of them has lost it"):
    withNodes: nodes =>
      val (a, b) = nodes.pair()
      val asked = silent(2, a, b)
      given ActorSystem = b.system
      val router = Router[Counting](Routing.Broadcast, 2)(asked(_)(1))
      val actors = List.tabulate(2): i =>
        val failing =
          started[Counting](react(_ => throw IllegalStateException(s"failure $i")))(using a.system)
        a.node.register(s"failing $i", failing)
        b.found[Counting](a, s"failing $i")
      val both = Router[Counting](Routing.Broadcast, 2)(actors(_))
      assert(clue(failureOf(both.ask[Int](long)(Counting.Get(_)))).contains("failed while it handled"))
      // one of two lives on, and answers
      val answer = router.ask[Int](long)(Counting.Get(_))
      asked(0)(0).next(): Unit
      asked(0)(0).ref.kill()
      asked(1)(0).next() match
        case Counting.Get(to) => to ! 5
        case other => fail(s"$other")
      assertEquals(await(answer), 5)

  /** The actor at `b` passes questions of `a` on to `to`. */
  private def forwarder(a: Machine, b: Machine, to: ActorRef[Counting]): ActorRef[Counting] =
    val passing = b.run[Counting]:
      loop:
        react: message =>
          to ! message
          done
    b.node.register("forwarder", passing)
    a.found[Counting](b, "forwarder")

  /** `a` asks `b`, which forwards to `c`; `a` and `c` have no session with each other. */
  private def chain(nodes: Nodes): (Machine, Machine, Machine) =
    val (a, b) = nodes.pair(_.copy(resumeTimeout = 100.millis, connectAll = false))
    val c = nodes.start("c")(_.copy(resumeTimeout = 100.millis, connectAll = false))
    val _ = (await(b.node.connect("c")), await(c.node.connect("b")))
    (a, b, c)

  test("a question that was forwarded to a third node is lost with that node"):
    withNodes: nodes =>
      val (a, b, c) = chain(nodes)
      val List((probe, atB)) = silent(1, c, b): @unchecked
      val answer = forwarder(a, b, atB).ask[Int](long)(Counting.Get(_))
      val _ = probe.next()
      nodes.network.crash("c")
      assert(clue(failureOf(answer)).contains("its node is unreachable"))

  test("a question that was forwarded to a third node fails with the actor there"):
    withNodes: nodes =>
      val (a, b, c) = chain(nodes)
      val failing = started[Counting](react(_ => throw IllegalStateException("no price")))(using c.system)
      c.node.register("failing", failing)
      val answer = forwarder(a, b, b.found[Counting](c, "failing")).ask[Int](long)(Counting.Get(_))
      assert(clue(failureOf(answer)).contains("no price"))
      assertEquals(c.node.peers.map(_.name), Set("b"))

  test("a question that was forwarded to a terminated actor of a third node is lost"):
    withNodes: nodes =>
      val (a, b, c) = chain(nodes)
      val List((probe, atB)) = silent(1, c, b): @unchecked
      val end = watched(probe.ref)
      probe.ref.kill()
      val _ = awaitNext(end)
      val answer = forwarder(a, b, atB).ask[Int](long)(Counting.Get(_))
      assert(clue(failureOf(answer)).contains("it has terminated"))

  test("a question that was forwarded and answered is forgotten where it was forwarded"):
    withNodes: nodes =>
      val (a, b, c) = chain(nodes)
      val there = started[Counting](Counting.from(7))(using c.system)
      c.node.register("counter", there)
      val passing = forwarder(a, b, b.found[Counting](c, "counter"))
      assertEquals(await(passing.ask[Int](long)(Counting.Get(_))), 7)
      // a question that comes after the notice of the first one's end
      assertEquals(await(passing.ask[Int](long)(Counting.Get(_))), 7)
      // a future's callbacks have no order: its waiting thread may come first
      Eventually.until("the questions are forgotten where they were asked")(a.node.exported == 0)
      Eventually.until("the questions are forgotten where they were forwarded"):
        b.peerSession("c").pendingQuestions == 0

  /** `b` asks an actor of `a` whose answer is `answer`. */
  private def answered(answer: String, config: NodeConfig => NodeConfig = identity): String =
    withNodes: nodes =>
      val (a, b) = nodes.pair(config)
      val teller = a.run[Telling]:
        react:
          case Telling.Get(to) =>
            to ! answer
            stop
      a.node.register("teller", teller)
      val failure = awaitFailure(b.found[Telling](a, "teller").ask[String](long)(Telling.Get(_)))
      assert(clue(failure).isInstanceOf[UnansweredException])
      failure.getMessage

  test("an answer that is too large fails the question at once"):
    assert(clue(answered(
      "x" * 20_000,
      _.copy(maxMessage = 10_000)
    )).contains("its answer, has too many bytes"))

  test("an answer that cannot be written fails the question at once"):
    assert(clue(answered("half a character: \ud800")).contains("its answer, cannot be written"))

  test("an answer that cannot be read fails the question at once"):
    withNodes: nodes =>
      val (a, b) = nodes.pair()
      val teller = a.run[Telling]:
        react:
          case Telling.Get(to) =>
            to ! "five"
            stop
      a.node.register("teller", teller)
      // another release of the protocol, whose answers are numbers
      val failure = awaitFailure(b.found[Counting2](a, "teller").ask[Int](long)(Counting2.Get(_)))
      assert(clue(failure.getMessage).contains("or this node its answer"))
end FarQuestionSuite

private enum Telling derives Pickler:
  case Get(to: ActorRef[String])

private enum Counting2 derives Pickler:
  case Get(to: ActorRef[Int])
