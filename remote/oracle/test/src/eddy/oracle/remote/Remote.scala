package eddy.oracle.remote

import eddy.actor.*
import eddy.oracle.{Scenarios, Trace}
import eddy.remote.conformance.Machine
import eddy.remote.{PeerNode, Pickler}
import eddy.testing.Waits

import java.util.concurrent.atomic.AtomicInteger
import scala.concurrent.duration.{Duration, DurationInt}
import scala.concurrent.{Await, ExecutionContext, Future}
import scala.util.Try

/** What actors of `here` send to those of `there`. */
enum Order derives Pickler:
  case Say(text: String)
  case Number(n: Int)
  case Double(n: Int, to: ActorRef[Int])
  case Ping(to: ActorRef[String])
  case End
  case Exit(why: String)
  case Fail(why: String)

/** Actors of two nodes over TCP. */
final class Remote(here: Machine, there: Machine) extends Scenarios(using here.system):
  private given ActorSystem = here.system
  private val peer: PeerNode = Waits.await(here.node.connect(there.address))
  private val names = new AtomicInteger

  /** The address here of an actor there, found by its name. */
  private def server(body: Actor[Order] ?=> Behavior[Order]): ActorRef[Order] =
    val name = s"server ${names.incrementAndGet()}"
    there.node.register(name, actor[Order](body)(using there.system))
    Waits.await(peer.find[Order](name)).get

  private def doubler(): ActorRef[Order] = server:
    loop:
      react:
        case Order.Double(n, to) => to ! n * 2; done

  private def obedient(): ActorRef[Order] = server:
    loop:
      react:
        case Order.End => stop
        case Order.Exit(why) => exit(because(why))
        case Order.Fail(why) => throw IllegalStateException(why)
        case Order.Ping(to) => to ! "pong"; done

  scenario("a message reaches the actor of that name"): t =>
    server(react { case Order.Say(x) => t.say(x); t.over(); stop }) ! Order.Say("hello")

  scenario("messages arrive in order"): t =>
    val there = server:
      var got = List.empty[Int]
      loopWhile(got.size < 100)(react { case Order.Number(n) => got ::= n; done }) andThen {
        t.say(got.reverse == (1 to 100).toList)
        t.over()
        stop
      }
    val _ = actor[Any]:
      (1 to 100).foreach(n => there ! Order.Number(n))
      stop

  scenario("an answer reaches who sent the message"): t =>
    val there = doubler()
    val _ = actor[Int]:
      there ! Order.Double(21, self)
      react { case n => t.say(n); t.over(); stop }

  scenario("an ask that waits returns the answer"): t =>
    val there = doubler()
    val _ = actor[Any] { t.say(there.askAndWait[Int](2.minutes)(Order.Double(21, _))); t.over(); stop }

  scenario("futures of several asks are complete when all have answered"): t =>
    given ExecutionContext = ExecutionContext.parasitic
    val there = doubler()
    val _ = actor[Any]:
      val futures = (1 to 5).map(n => there.ask[Int](2.minutes)(Order.Double(n, _)))
      t.say(Await.result(Future.sequence(futures), Duration.Inf).mkString(" "))
      t.over()
      stop

  scenario("an ask without an answer in time"): t =>
    val silent = server(react { case Order.Double(_, _) => react { case Order.End => stop } })
    val _ = actor[Any]:
      t.say(Try(silent.askAndWait[Int](millis(300))(Order.Double(1, _))).getOrElse("none"))
      t.over()
      stop

  private def failed(t: Trace)(asked: => Any): Unit =
    t.say(Try(asked).failed.get.getClass.getSimpleName)
    t.over()

  scenario("asking a name that nobody has"): t =>
    val nobody = peer.named[Order]("nobody")
    val _ = actor[Any] { failed(t)(nobody.askAndWait[Int](2.minutes)(Order.Double(1, _))); stop }

  scenario("asking an actor that has ended"): t =>
    val there = obedient()
    val _ = actor[Exit]:
      trapExit(identity)
      link(there)
      there ! Order.End
      react { case Exit(_, _) => failed(t)(there.askAndWait[String](2.minutes)(Order.Ping(_))); stop }

  scenario("asking a node that is not there"): t =>
    failed(t)(Waits.await(here.node.connect("127.0.0.1:1")))

  scenario("a name that is registered twice"): t =>
    val first = server(react { case Order.Say(x) => t.say(s"first got $x"); t.over(); stop })
    val second = actor[Order](react {
      case Order.End => stop
      case other => t.say(s"second got $other"); stop
    })(using there.system)
    val name = s"server ${names.get}"
    val refusal = Try(there.node.register(name, second)).failed.get.getClass.getSimpleName
    t.say(refusal)
    second ! Order.End
    first ! Order.Say("hello")

  private def linked(t: Trace)(order: Order): Unit =
    val there = obedient()
    val _ = actor[Exit]:
      trapExit(identity)
      link(there)
      there ! order
      react { case Exit(_, reason) => t.say(words(reason)); t.over(); stop }

  scenario("an actor that traps exits receives that of a linked one")(linked(_)(Order.Exit("over")))
  scenario("and its normal end")(linked(_)(Order.End))
  scenario("and its failure")(linked(_)(Order.Fail("boom")))

  scenario("an exit ends a linked actor"): t =>
    val there = obedient()
    val here = actor[String]:
      link(there)
      react { case "go" => there ! Order.Exit("over"); react { case "never" => stop } }
    watch(t, "here" -> here)(here ! "go")

  private def lives(t: Trace)(using Actor[Any]): Behavior[Any] =
    reactWithin(millis(500)) { case TIMEOUT => t.say("lives"); t.over(); stop }

  scenario("a normal end leaves a linked actor alone"): t =>
    val there = obedient()
    val _ = actor[Any]:
      link(there)
      there ! Order.End
      lives(t)

  scenario("an unlinked actor lives"): t =>
    val there = obedient()
    val _ = actor[Any]:
      link(there)
      unlink(there)
      there ! Order.Exit("over")
      lives(t)

  scenario("an actor of another node that fails ends with its own node's actors linked to it"): t =>
    val neighbour = actor[Any](react { case "never" => stop })(using there.system)
    val failing = server:
      link(neighbour)
      react { case Order.Fail(why) => throw IllegalStateException(why) }
    watch(t, "neighbour" -> neighbour)(failing ! Order.Fail("boom"))

  scenario("forward keeps the sender: the answer passes the one in the middle"): t =>
    val last = doubler()
    // the address to answer to is in the message
    val middle = server(react { case order => last ! order; stop })
    val _ = actor[Int]:
      middle ! Order.Double(4, self)
      react { case n => t.say(n); t.over(); stop }
end Remote
