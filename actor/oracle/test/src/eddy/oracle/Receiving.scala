package eddy.oracle

import eddy.actor.*

import scala.annotation.nowarn

/** `react`, `reactWithin`, the order of messages. */
final class Receiving(using ActorSystem) extends Scenarios:
  scenario("a message that matches no case stays, in its place"): t =>
    val a = actor[Any]:
      react { case "go" =>
        react { case n: Int =>
          t.say(n)
          react { case n: Int =>
            t.say(n)
            react { case x =>
              t.say(x)
              react { case x => t.say(x); t.over(); stop }
            }
          }
        }
      }
    List[Any]("a", 1, "b", 2, "go").foreach(a ! _)

  scenario("a conversation ignores what else arrives"): t =>
    val buyer = actor[Any]:
      react {
        case ("offer", n: Int) if n <= 10 =>
          t.say(s"accepts $n")
          react { case "sold" =>
            t.say("sold")
            react { case ("offer", n: Int) => t.say(s"next $n"); t.over(); stop }
          }
      }
    List[Any](("offer", 12), ("offer", 9), ("offer", 8), "noise", "sold").foreach(buyer ! _)

  scenario("messages of one sender are handled in order, over many reacts"): t =>
    val a = actor[Any]:
      def next(n: Int): Behavior[Any] = react { case k: Int =>
        t.say(k)
        if n == 1 then t.over()
        if n == 1 then stop else next(n - 1)
      }
      next(200)
    (1 to 200).foreach(a ! _)

  scenario("a guard sees each message, oldest first, once for each react"): t =>
    def seen(stage: Int, n: Int) =
      t.say(s"$stage:$n")
      true
    val a = actor[Any]:
      react { case "go" =>
        react {
          case n: Int if seen(1, n) && n == 3 =>
            react { case n: Int if seen(2, n) && n == 4 => t.over(); stop }
        }
      }
    List[Any](1, 2, 3, 4, "go").foreach(a ! _)

  scenario("the first case that matches is taken, not the best"): t =>
    val a = actor[Any]:
      react { case s: String =>
        t.say(s"first $s")
        react { case "x" => t.say("x"); t.over(); stop }
      }
    List("x", "x").foreach(a ! _)

  scenario("reactWithin of zero takes the messages in the mailbox before it times out"): t =>
    val a = actor[Any]:
      def drain(): Behavior[Any] = reactWithin(millis(0)):
        case TIMEOUT => t.say("timeout"); t.over(); stop
        case n: Int => t.say(n); drain()
      react { case "go" => drain() }
    List[Any](1, 2, 3, "go").foreach(a ! _)

  scenario("reactWithin times out though other messages wait, and leaves them"): t =>
    val a = actor[Any]:
      react { case "go" =>
        reactWithin(millis(30)):
          case n: Int => t.say(n); stop
          case TIMEOUT => t.say("timeout"); react { case s: String => t.say(s); t.over(); stop }
      }
    List("waits", "go").foreach(a ! _)

  private def intOrTimeout(t: Trace, limit: Int): ActorRef[Any] = actor[Any]:
    reactWithin(millis(limit)):
      case n: Int => t.say(n); t.over(); stop
      case TIMEOUT => t.say("timeout"); t.over(); stop

  scenario("a message that comes in time beats the timeout"): t =>
    later(millis(20), intOrTimeout(t, 20_000), 7)

  scenario("messages that do not match do not prolong the time"): t =>
    val a = intOrTimeout(t, 150)
    later(millis(60), a, "noise")
    later(millis(110), a, "noise")
    // long after, on a busy machine too; nobody waits for it
    later(millis(60_000), a, 1)

  scenario("the timeout of an answered reactWithin reaches no later react"): t =>
    val a = actor[Any]:
      react { case "go" =>
        reactWithin(millis(40)):
          case n: Int => t.say(n); react { case x => t.say(x); t.over(); stop }
          case TIMEOUT => t.say("timeout"); t.over(); stop
      }
    List[Any](1, "go").foreach(a ! _)
    later(millis(120), a, "last")

  scenario("each reactWithin has its own time"): t =>
    @nowarn("msg=has no case TIMEOUT")
    val a = actor[Any]:
      reactWithin(millis(20_000)):
        case n: Int =>
          t.say(n)
          reactWithin(millis(30)) { case TIMEOUT => t.say("second timeout"); t.over(); stop }
    a ! 1

  scenario("a TIMEOUT that somebody sent is no message"): t =>
    val a = actor[Any]:
      react { case "go" =>
        reactWithin(millis(20_000)):
          case n: Int => t.say(n); t.over(); stop
          case TIMEOUT => t.say("timeout"); t.over(); stop
      }
    List[Any](TIMEOUT, "go", 1).foreach(a ! _)

  scenario("two senders: each one's messages stay in order"): t =>
    var (left, right) = (List.empty[Int], List.empty[Int])
    val a = actor[Any]:
      loopWhile(left.size < 300 || right.size < 300) {
        react {
          case ("left", n: Int) => left ::= n; done
          case ("right", n: Int) => right ::= n; done
        }
      } andThen {
        t.say(left.reverse == (1 to 300).toList)
        t.say(right.reverse == (1 to 300).toList)
        t.over()
        stop
      }
    for side <- List("left", "right") do
      val _ = actor[Any] { (1 to 300).foreach(n => a ! (side, n)); stop }

  scenario("self is the actor that others send to"): t =>
    val b = actor[ActorRef[Any]](react { case to => to ! "found"; stop })
    val _ = actor[Any]:
      b ! self
      react { case s => t.say(s); t.over(); stop }

  scenario("null is a message"): t =>
    val a = actor[Any](react { case x => t.say(x); t.over(); stop })
    try a ! null.asInstanceOf[Any]
    catch case _: NullPointerException => t.say("refused"); t.over()
end Receiving
