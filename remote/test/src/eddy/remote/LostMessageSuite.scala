package eddy.remote

import eddy.actor.*
import eddy.testing.Eventually

import scala.concurrent.duration.DurationInt

/** Messages that do not arrive, and where they are dead letters. */
class LostMessageSuite extends NodeFixture:
  private def far(a: Machine, b: Machine): ActorRef[Counting] =
    a.node.register("counter", started[Counting](Counting.from(1))(using a.system))
    b.found[Counting](a, "counter")

  test("a message to a node that crashed is a dead letter there where it was sent"):
    withNodes: nodes =>
      val (a, b) = nodes.pair(_.copy(resumeTimeout = 100.millis, silenceTimeout = 1.second))
      val counter = far(a, b)
      val end = watched(counter)
      nodes.network.crash("a")
      assertEquals(awaitNext(end), ExitReason.NodeLost("a"))
      // unreachable is not dead
      assert(counter.isAlive)
      counter ! Counting.Add(1)
      assertEquals(
        awaitNext(b.deadLetters),
        DeadLetter(Counting.Add(1), counter, DeadLetter.Reason.Unreachable)
      )
      val failure = awaitFailure(counter.ask[Int](1.minute)(Counting.Get(_)))
      assert(failure.getMessage.contains("its node is unreachable"), failure)

  test("an actor of a node that said goodbye is not alive"):
    withNodes: nodes =>
      val (a, b) = nodes.pair()
      val counter = far(a, b)
      val end = watched(counter)
      await(a.node.stop())
      assertEquals(awaitNext(end), ExitReason.NodeLost("a"))
      assert(!counter.isAlive)
      counter ! Counting.Add(1)
      assertEquals(awaitNext(b.deadLetters).reason, DeadLetter.Reason.Terminated)

  test("a large question to a node whose engine was shut down is lost at once"):
    withNodes: nodes =>
      val (a, b) = nodes.pair()
      val silent = a.run[Parcel](loop(react { case Parcel(_, _) => done }))
      a.node.register("silent", silent)
      val there = b.found[Parcel](a, "silent")
      await(a.engine.shutdown(5.seconds)): Unit
      val answer = there.ask[Int](10.minutes)(Parcel(new Array[Byte](100_000), _))
      assert(clue(awaitFailure(answer)).isInstanceOf[UnansweredException])

  test("a message that cannot be written is a dead letter of its sender's node"):
    withNodes: nodes =>
      val (a, b) = nodes.pair()
      val probe = a.probe[String]
      a.node.register("probe", probe.ref)
      val there = b.found[String](a, "probe")
      val broken = "half a character: \ud800"
      there ! broken
      assertEquals(awaitNext(b.deadLetters), DeadLetter(broken, there, DeadLetter.Reason.Unpicklable))
      assertEquals(there.trySend(broken), Delivery.Dropped)
      there ! "well"
      assertEquals(probe.next(), "well")

  test("a message that is too large is a dead letter of its sender's node"):
    withNodes: nodes =>
      val (a, b) = nodes.pair(_.copy(maxMessage = 100_000))
      val probe = a.probe[String]
      a.node.register("probe", probe.ref)
      val there = b.found[String](a, "probe")
      there ! "x" * 100_000
      assertEquals(awaitNext(b.deadLetters).reason, DeadLetter.Reason.TooLarge)
      there ! "x" * 99_000
      assertEquals(probe.next().length, 99_000)

  test("large messages arrive whole, among small ones, in order"):
    withNodes: nodes =>
      val (a, b) = nodes.pair()
      val probe = a.probe[String]
      a.node.register("probe", probe.ref)
      val there = b.found[String](a, "probe")
      val lengths = List(1, 1_000_000, 10, 70_000, 5_000_000, 3)
      lengths.foreach(n => there ! "x" * n)
      assertEquals(probe.next(lengths.size).map(_.length), lengths)

  test("a sender does not wait for a full send queue: its messages are refused"):
    withNodes: nodes =>
      val (a, b) = nodes.pair(_.copy(maxMessage = 10_000, maxUnsentBytes = 50_000, resumeTimeout = 1.minute))
      val probe = a.probe[String]
      a.node.register("probe", probe.ref)
      val there = b.found[String](a, "probe")
      nodes.network.part("a", "b")
      val deliveries = List.fill(20)(there.trySend("x" * 9_000))
      assertEquals(deliveries.distinct, List(Delivery.Accepted, Delivery.Full))
      assertEquals(deliveries.count(_ == Delivery.Accepted), 5)
      nodes.network.heal("a", "b")
      assertEquals(probe.next(5).map(_.length), List.fill(5)(9_000))

  /** A node whose send queue holds five messages of 9,000 bytes, and that cannot send. */
  private def withFull(overflow: Overflow[Any])(test: (
      Nodes,
      Machine,
      Probe[String],
      ActorRef[String]
  ) => Unit) =
    withNodes: nodes =>
      val (a, b) = nodes.pair(
        _.copy(maxMessage = 10_000, maxUnsentBytes = 50_000, resumeTimeout = 1.minute, overflow = overflow)
      )
      val probe = a.probe[String]
      a.node.register("probe", probe.ref)
      val there = b.found[String](a, "probe")
      nodes.network.part("a", "b")
      for _ <- 0 until 5 do assertEquals(there.trySend("x" * 9_000), Delivery.Accepted)
      test(nodes, b, probe, there)

  test("a full send queue that drops the newest message makes it a dead letter"):
    withFull(Overflow.DropNewest): (_, b, _, there) =>
      assertEquals(there.trySend("x" * 9_000), Delivery.Dropped)
      assertEquals(awaitNext(b.deadLetters).reason, DeadLetter.Reason.Overflow)

  test("a full send queue that slows its senders takes the message as soon as it has room"):
    withFull(Overflow.SlowSender(10.minutes)): (nodes, b, probe, there) =>
      val sixth = java.util.concurrent.CompletableFuture.supplyAsync(() => there.trySend("y" * 9_000))
      Eventually.until("the sender waits")(b.peerSession("a").waitingSenders == 1)
      nodes.network.heal("a", "b")
      assertEquals(await(sixth), Delivery.Accepted)
      assertEquals(probe.next(6).last.head, 'y')

  test("a sender waits for a full send queue no longer than allowed, and the next one does not wait"):
    withFull(Overflow.SlowSender(50.millis)): (nodes, b, probe, there) =>
      assertEquals(there.trySend("y" * 9_000), Delivery.Full)
      assertEquals(b.peerSession("a").isStuck, true)
      assertEquals(there.trySend("y" * 9_000), Delivery.Full)
      nodes.network.heal("a", "b")
      assertEquals(probe.next(5).size, 5)
      Eventually.until("senders may wait again")(!b.peerSession("a").isStuck)

  test("a sender that waits for a full send queue is released when the session closes"):
    withFull(Overflow.SlowSender(10.minutes)): (nodes, b, _, there) =>
      val sixth = java.util.concurrent.CompletableFuture.supplyAsync(() => there.trySend("y" * 9_000))
      Eventually.until("the sender waits")(b.peerSession("a").waitingSenders == 1)
      nodes.network.crash("a")
      assertEquals(await(sixth), Delivery.Dropped)

  test("a message that the receiver's type does not know is a dead letter of the receiver's node"):
    withNodes: nodes =>
      val (a, b) = nodes.pair()
      val probe = a.probe[Old]
      a.node.register("probe", probe.ref)
      // another release of the protocol, with a new case
      val there = b.found[New](a, "probe")
      there ! New.One(5)
      there ! New.Two("new")
      there ! New.One(6)
      assertEquals(probe.next(2), List(Old.One(5, "?"), Old.One(6, "?")))
      val letter = awaitNext(a.deadLetters)
      assertEquals(letter.reason, DeadLetter.Reason.Unreadable)
      assert(clue(letter.message).isInstanceOf[UnreadMessage])
      assertEquals(letter.receiver, probe.ref)

  test("an actor that has other messages is not found"):
    withNodes: nodes =>
      val (a, b) = nodes.pair()
      a.node.register("probe", a.probe[Int].ref)
      val failure = awaitFailure(b.peer(a).find[String]("probe"))
      assert(clue(failure).isInstanceOf[WrongProtocolException])
      assertEquals(await(b.peer(a).find[String]("nobody")), None)

  test("a question that cannot be read fails at once"):
    withNodes: nodes =>
      val (a, b) = nodes.pair()
      val probe = a.probe[Old]
      a.node.register("probe", probe.ref)
      val failure = awaitFailure(b.found[New](a, "probe").ask[Int](1.minute)(New.Ask(_)))
      assert(failure.getMessage.contains("its node cannot read the question"), failure)

  test("a question whose asked actor fails is failed with the exception's text"):
    withNodes: nodes =>
      val (a, b) = nodes.pair()
      given ActorSystem = a.system
      val failing = started[Counting]:
        react(_ => throw IllegalStateException("no price"))
      a.node.register("failing", failing)
      val failure =
        awaitFailure(b.found[Counting](a, "failing").ask[Int](1.minute)(Counting.Get(_)))
      assert(clue(failure).isInstanceOf[AskedFailedException])
      failure.getCause match
        case remote: RemoteFailure =>
          assertEquals((remote.className, remote.getMessage), ("java.lang.IllegalStateException", "no price"))
          assert(remote.frames.nonEmpty)
        case other => fail(s"$other")

  test("a question is lost with the session, at once"):
    withNodes: nodes =>
      val (a, b) = nodes.pair(_.copy(resumeTimeout = 100.millis))
      val silent = a.probe[Counting]
      a.node.register("silent", silent.ref)
      val there = b.found[Counting](a, "silent")
      val answer = there.ask[Int](10.minutes)(Counting.Get(_))
      val _ = silent.next()
      nodes.network.crash("a")
      assert(awaitFailure(answer).getMessage.contains("its node is unreachable"))
      assertEquals(b.node.exported, 0)
end LostMessageSuite

/** A protocol in two releases. */
private enum Old derives Pickler:
  case One(n: Int, text: String = "?")

private enum New derives Pickler:
  case One(n: Int)
  case Two(text: String)
  case Ask(to: ActorRef[Int])

final case class Parcel(content: Array[Byte], to: ActorRef[Int]) derives Pickler
