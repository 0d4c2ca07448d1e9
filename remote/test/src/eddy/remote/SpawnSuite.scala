package eddy.remote

import eddy.actor.*

import scala.concurrent.duration.DurationInt
import scala.util.{Failure, Success, Try}

/** Actors that are started on other nodes. */
class SpawnSuite extends NodeFixture:
  private def pair(nodes: Nodes) =
    nodes.pair(_.copy(offers = Seq(Counter, Greeter, Failing, Picky), resumeTimeout = 100.millis))

  private enum Event:
    case Started(ref: Try[ActorRef[?]])
    case Down(reason: ExitReason)
    case Ended(exit: Exit)

  /** An actor of `on` that runs `begin`, and passes its events to the probe. */
  private def starting(on: Machine)(begin: Actor[Event] ?=> Unit): (ActorRef[Event], Probe[Event]) =
    val seen = on.probe[Event]
    val one = on.run[Event]:
      begin
      loop:
        react: event =>
          seen.ref ! event
          done
    (one, seen)

  test("an address in the argument reaches the new actor"):
    withNodes: nodes =>
      val (a, b) = pair(nodes)
      val greeted = b.probe[String]
      val _ = await(b.peer(a).spawn(Greeter, greeted.ref))
      assertEquals(greeted.next(), "hello")

  test("an argument that cannot be written fails the call, and nothing is left of it"):
    withNodes: nodes =>
      val (a, b) = pair(nodes)
      val failure = awaitFailure(b.peer(a).spawn(Picky, "half a character: \ud800"))
      assert(clue(failure.getMessage).contains("has no partner"))
      assertEquals(b.peer(a).node.session.nn.pendingRequests, 0)

  test("an argument that is too large fails the call, and the session stays"):
    withNodes: nodes =>
      val (a, b) = nodes.pair(_.copy(offers = Seq(Picky), maxMessage = 10_000))
      b.events.clear()
      val failure = awaitFailure(b.peer(a).spawn(Picky, "x" * 20_000))
      assert(clue(failure.getMessage).contains("maxMessage = 10000"))
      assertEquals(await(b.peer(a).find[Int]("nobody")), None)
      assert(b.events.isEmpty)

  test("a linked actor ends with the actor that started it, and the other way round"):
    withNodes: nodes =>
      val (a, b) = pair(nodes)
      val (one, seen) = starting(b)(b.peer(a).spawnLinked(Counter, 1).sendTo(Event.Started(_)))
      val first = startedOf(seen)
      val end = watched(first)
      one.kill()
      assertEquals(awaitNext(end), ExitReason.Killed)
      val (_, others) = starting(b):
        trapExit(Event.Ended(_))
        b.peer(a).spawnLinked(Counter, 1).sendTo(Event.Started(_))
      val second = startedOf(others)
      second.kill()
      assertEquals(others.next(), Event.Ended(Exit(second, ExitReason.Killed)))

  private def startedOf(seen: Probe[Event]): ActorRef[?] = seen.next() match
    case Event.Started(Success(ref)) => ref
    case other => fail(s"$other")

  test("however soon a linked actor fails, its exit arrives"):
    withNodes: nodes =>
      val (a, b) = pair(nodes)
      for _ <- 0 until 100 do
        val (_, seen) = starting(b):
          trapExit(Event.Ended(_))
          b.peer(a).spawnLinked(Failing, 1).sendTo(Event.Started(_))
        failedOf(seen)

  /** The address and the notice come in any order: one by the future, one by the mailbox. */
  private def failedOf(seen: Probe[Event]): Unit =
    val (started, ended) = seen.next(2).partition { case _: Event.Started => true; case _ => false }
    assert(clue(started).size == 1)
    val reason = ended match
      case List(Event.Ended(Exit(_, why))) => why
      case List(Event.Down(why)) => why
      case other => fail(s"$other")
    reason match
      case ExitReason.Failed(cause) => assertEquals(cause.getMessage, "at once")
      case other => fail(s"$other")

  test("however soon a monitored actor fails, the reason is the real one"):
    withNodes: nodes =>
      val (a, b) = pair(nodes)
      for _ <- 0 until 100 do
        val (_, seen) =
          starting(b)(b.peer(a).spawnMonitored(Failing, 1)(Event.Down(_)).sendTo(Event.Started(_)))
        failedOf(seen)

  test("an actor that was started linked ends if the other one has terminated meanwhile"):
    withNodes: nodes =>
      val (a, b) = pair(nodes)
      val told = b.probe[String]
      val _ = b.run[Int]:
        b.peer(a).spawnLinked(Greeter, told.ref): Unit
        exit(ExitReason.Because("over"))
      assertEquals(told.next(), "hello")
      // the greeter traps no exit; the reply may come before the end
      assert(Set("ended: NoActor", "ended: Because(over)").contains(clue(told.next())))

  test("a monitored actor is reported lost with its node, and one that is not started is not reported"):
    withNodes: nodes =>
      val (a, b) = pair(nodes)
      val (_, seen) =
        starting(b)(b.peer(a).spawnMonitored(Counter, 1)(Event.Down(_)).sendTo(Event.Started(_)))
      val _ = startedOf(seen)
      val (_, none) =
        starting(b)(b.peer(a).spawnMonitored(Unknown, 1)(Event.Down(_)).sendTo(Event.Started(_)))
      none.next() match
        case Event.Started(Failure(_: SpawnRefusedException)) => ()
        case other => fail(s"$other")
      nodes.network.crash("a")
      assertEquals(seen.next(), Event.Down(ExitReason.NodeLost("a")))
      assert(none.isEmpty)
end SpawnSuite

private object Greeter extends Spawnable[ActorRef[String], Int]("greeter")({ to =>
      onEnd(reason => to ! s"ended: $reason")
      to ! "hello"
      react(_ => stop)
    })

private object Failing extends Spawnable[Int, Int]("failing")(_ => throw IllegalStateException("at once"))
private object Picky extends Spawnable[String, Int]("picky")(_ => react(_ => stop))
private object Unknown extends Spawnable[Int, Int]("unknown")(_ => react(_ => stop))
