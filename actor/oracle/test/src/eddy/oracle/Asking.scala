package eddy.oracle

import eddy.actor.*

import scala.concurrent.duration.{Duration, DurationInt}
import scala.concurrent.{Await, ExecutionContext, Future}
import scala.util.Try

/** Senders, answers, futures. In Eddy an ask's answer goes to an address that the message carries. */
final class Asking(using ActorSystem) extends Scenarios:
  private final case class Ask(n: Any, to: ActorRef[Any])

  /** Answers the sender, or the asking actor. */
  private def doubler(): ActorRef[Any] = actor[Any]:
    loop:
      react:
        case n: Int => reply(n * 2); done
        case Ask(n: Int, to) => to ! n * 2; done

  scenario("reply goes to who sent the message, with this actor as its sender"): t =>
    val b = doubler()
    val _ = actor[Any]:
      b.sendFrom(21)
      react { case n => t.say(n); t.say(sender[Any] eq b); t.over(); stop }

  scenario("forward keeps the sender: the answer passes the one in the middle"): t =>
    val b = doubler()
    val middle = actor[Any](loop(react { case n => b.forward(n); done }))
    val _ = actor[Any]:
      middle.sendFrom(4)
      react { case n => t.say(n); t.say(sender[Any] eq b); t.over(); stop }

  scenario("a message that waited keeps its sender"): t =>
    val a = actor[Any](react { case "go" => react { case n: Int => reply(n + 1); stop } })
    val _ = actor[Any]:
      a.sendFrom(1)
      a.sendFrom("go")
      react { case n => t.say(n); t.over(); stop }

  scenario("after a nested react the sender is that of the newer message"): t =>
    val a = actor[Any](react { case "outer" => react { case "inner" => reply("answer"); stop } })
    val outer = actor[Any]:
      a.sendFrom("outer")
      react { case x => t.say(s"outer got $x"); t.over(); stop }
    val _ = actor[Any]:
      a.sendFrom("inner")
      react { case x => t.say(s"inner got $x"); outer ! "the end"; stop }

  scenario("an ask that waits returns the answer"): t =>
    val b = doubler()
    val _ = actor[Any] { t.say(b.askAndWait[Any](2.minutes)(Ask(21, _))); t.over(); stop }

  scenario("an ask without an answer in time"): t =>
    val silent = actor[Any](react { case Ask(_, _) => react { case "never" => stop } })
    val _ = actor[Any]:
      t.say(Try(silent.askAndWait[Any](millis(30))(Ask(1, _))).getOrElse("none"))
      t.over()
      stop

  scenario("an answer after the ask's time disturbs nobody"): t =>
    val slow = actor[Any]:
      react { case Ask(_, asker) => react { case "go" => t.say("answered"); asker ! "late"; stop } }
    val _ = actor[Any]:
      t.say(Try(slow.askAndWait[Any](millis(30))(Ask("ask", _))).getOrElse("none"))
      slow ! "go"
      reactWithin(millis(100)):
        case TIMEOUT => t.say("nothing came"); t.over(); stop
        case x => t.say(x); t.over(); stop

  scenario("futures of several asks are complete when all have answered"): t =>
    given ExecutionContext = ExecutionContext.parasitic
    val b = doubler()
    val _ = actor[Any]:
      val futures = (1 to 5).map(n => b.ask[Any](2.minutes)(Ask(n, _)))
      t.say(Await.result(Future.sequence(futures), Duration.Inf).mkString(" "))
      t.over()
      stop

  scenario("messages wait while the actor waits for the answer to an ask"): t =>
    val b = doubler()
    val a = actor[Any]:
      react { case "go" =>
        t.say(b.askAndWait[Any](2.minutes)(Ask(3, _)))
        react { case x => t.say(x); t.over(); stop }
      }
    List("first", "go").foreach(a ! _)

  scenario("asking an actor that has ended"): t =>
    val b = actor[Any](react { case "end" => stop })
    val _ = actor[Any]:
      trapExit(identity)
      link(b)
      b ! "end"
      react { case Exit(_, _) =>
        t.say(Try(b.askAndWait[Any](2.minutes)(Ask(1, _))).failed.get.getClass.getSimpleName)
        t.over()
        stop
      }

  scenario("the sender of a message that no actor sent"): t =>
    val a = actor[Any](react { case "ask" => reply("answer"); react { case "end" => stop } })
    watch(t, "a" -> a)(Thread.ofPlatform.nn.start(() => a ! "ask"): Unit)
end Asking
