package eddy.remote

import eddy.actor.*

import scala.concurrent.duration.DurationInt

/** Nodes whose limits differ. */
class PeerLimitSuite extends NodeFixture:
  private def smallAndLarge(nodes: Nodes): (Machine, Machine) =
    val small = nodes.start("small")(_.copy(maxMessage = 200_000, maxAssembling = 200_000))
    val large = nodes.start("large")()
    val _ = await(large.node.connect("small"))
    val _ = await(small.node.connect("large"))
    (small, large)

  test("a message that the other node does not accept is a dead letter of its sender, and the session stays"):
    withNodes: nodes =>
      val (small, large) = smallAndLarge(nodes)
      val probe = small.probe[String]
      small.node.register("probe", probe.ref)
      val there = large.found[String](small, "probe")
      there ! "x" * 300_000
      val letter = awaitNext(large.deadLetters)
      assertEquals((letter.reason, letter.receiver), (DeadLetter.Reason.TooLarge, there))
      there ! "x" * 150_000
      assertEquals(probe.next().length, 150_000)
      assertEquals(large.peer(small).isConnected, true)
      assertEquals(small.deadLetters.size, 0)

  test("a question that the other node does not accept fails with the reason"):
    withNodes: nodes =>
      val (small, large) = smallAndLarge(nodes)
      val probe = small.probe[Asking]
      small.node.register("probe", probe.ref)
      val there = large.found[Asking](small, "probe")
      val failure = awaitFailure(there.ask[Int](10.minutes)(Asking("x" * 300_000, _)))
      failure match
        case unanswered: UnansweredException => assertEquals(unanswered.reason, DeadLetter.Reason.TooLarge)
        case other => fail(s"$other")

  test("large messages to many actors of a node that assembles few of them all arrive"):
    withNodes: nodes =>
      val (small, large) = smallAndLarge(nodes)
      val probes = Vector.tabulate(8): i =>
        val probe = small.probe[String]
        small.node.register(s"probe $i", probe.ref)
        probe
      val there = probes.indices.map(i => large.found[String](small, s"probe $i"))
      for round <- 0 until 3; ref <- there do ref ! "x" * (150_000 + round)
      for probe <- probes do
        assertEquals(probe.next(3).map(_.length), List(150_000, 150_001, 150_002))

  test("an argument that the other node does not accept starts nothing"):
    withNodes: nodes =>
      val (small, large) = smallAndLarge(nodes)
      val failure = awaitFailure(large.peer(small).spawn(Reader, "x" * 300_000))
      assert(clue(failure).isInstanceOf[SpawnRefusedException])
      assert(clue(failure.getMessage).contains("more than maxMessage of node small"))

  test("an exception whose methods throw ends links and monitors all the same"):
    withNodes: nodes =>
      val (a, b) = nodes.pair()
      val failing =
        given ActorSystem = a.system
        started[Counting]:
          react(_ => throw Broken())
      a.node.register("failing", failing)
      val there = b.found[Counting](a, "failing")
      val end = watched(there)
      val linked =
        given ActorSystem = b.system
        val ready = b.probe[String]
        val made = started[Counting]:
          link(there)
          ready.ref ! "linked"
          react(_ => stop)
        assertEquals(ready.next(), "linked")
        made
      val linkedEnd = watched(linked)
      // behind the link and the monitor, on the same way
      there ! Counting.Stop
      for reasons <- List(end, linkedEnd) do
        awaitNext(reasons) match
          case ExitReason.Failed(failure: RemoteFailure) =>
            assertEquals(failure.getMessage, "its getMessage threw java.lang.IllegalStateException")
          case other => fail(s"$other")
end PeerLimitSuite

private final case class Asking(text: String, to: ActorRef[Int]) derives Pickler

private object Reader extends Spawnable[String, Counting]("reader")(_ => Counting.from(0))

private final class Broken extends RuntimeException:
  override def getMessage: String = throw IllegalStateException("no message")
