package eddy.oracle

import eddy.actor.*
import eddy.testing.Waits

import java.util.concurrent.{CountDownLatch, TimeUnit}
import scala.annotation.nowarn
import scala.concurrent.duration.DurationInt

/** How actors end, and what is left of them. */
final class Ending(using ActorSystem) extends Scenarios:
  scenario("a body that ends without a react ends the actor normally"): t =>
    val a = threadActor[Any](receive { case "go" => t.say("body") })
    watch(t, "a" -> a)(a ! "go")

  scenario("a reaction that ends without a react ends the actor normally"): t =>
    @nowarn("msg=done ends this actor")
    val a = actor[Any](react { case "go" => t.say("reaction"); done })
    watch(t, "a" -> a)(a ! "go")

  scenario("exit with the reason normal is a normal end"): t =>
    val a = actor[Any](react { case "go" => exit(ExitReason.Normal) })
    watch(t, "a" -> a)(a ! "go")

  scenario("exit in a nested react"): t =>
    val a = actor[Any](react { case 1 => react { case 2 => t.say("two"); exit(because("deep")) } })
    watch(t, "a" -> a)(List(2, 1).foreach(a ! _))

  scenario("an exception in a reaction"): t =>
    val a = actor[Any](react { case "go" => throw IllegalStateException("reaction") })
    watch(t, "a" -> a)(a ! "go")

  scenario("an exception in a receiving actor"): t =>
    val a = threadActor[Any](receive { case "go" => throw IllegalStateException("receive") })
    watch(t, "a" -> a)(a ! "go")

  scenario("an exception in a guard"): t =>
    val a = actor[Any](react { case "go" => react { case n: Int if 1 / n > 0 => stop } })
    watch(t, "a" -> a)(List[Any]("go", 0).foreach(a ! _))

  scenario("an exception in a loop ends the loop"): t =>
    val a = actor[Any]:
      loop:
        react:
          case "fail" => throw IllegalStateException("loop")
          case x => t.say(x); done
    watch(t, "a" -> a)(List("x", "fail", "never").foreach(a ! _))

  scenario("the messages of an actor that ended are never handled"): t =>
    val a = actor[Any](react { case "go" => t.say("went"); stop })
    watch(t, "a" -> a)(List("before", "go", "after").foreach(a ! _))

  scenario("sending to an actor that has ended does nothing"): t =>
    val a = actor[Any](react { case "go" => stop })
    val _ = actor[Any]:
      trapExit(identity)
      link(a)
      a ! "go"
      react { case Exit(_, _) =>
        a ! "more"
        t.say("sent")
        t.over()
        stop
      }

  scenario("a worker that fails is started again by its watcher, and keeps its mailbox"): t =>
    val worker = Child[Any]("worker", ChildOptions(Restart.Transient)):
      t.say("starts")
      loop:
        react:
          case "fail" => throw IllegalStateException("fail")
          case "end" => t.over(); stop
          case x => t.say(s"got $x"); done
    val _ = supervise(Supervision(intensity = Intensity(10, 1.hour)))(worker)
    List("x", "fail", "y", "fail", "z", "end").foreach(worker.ref ! _)

  scenario("thirty actors in a ring pass a token around"): t =>
    val last = actor[Int](react { case n => t.say(n); t.over(); stop })
    val first = (1 to 30).foldLeft(last)((next, _) => actor[Int](react { case n => next ! n + 1; stop }))
    first ! 0

  scenario("the counter of the paper, with its lock"): t =>
    val counter = actor[Any]:
      def counting(value: Int): Behavior[Any] = react:
        case "incr" => counting(value + 1)
        case ("value", to: ActorRef[Any @unchecked]) => to ! value; counting(value)
        case ("lock", to: ActorRef[Any @unchecked]) =>
          to ! value
          react { case ("unlock", v: Int) => counting(v) }
      counting(0)
    val _ = actor[Any]:
      counter ! "incr"
      counter ! ("lock", self)
      react { case n =>
        t.say(n)
        // messages sent while it is locked wait
        counter ! "incr"
        counter ! ("value", self)
        counter ! ("unlock", 40)
        react { case n => t.say(n); t.over(); stop }
      }

  scenario("actors that block hold nobody up"): t =>
    val gate = new CountDownLatch(1)
    val ran = new CountDownLatch(1)
    (1 to 100).foreach: _ =>
      val _ = actor[Any] { gate.await(); stop }
    val _ = actor[Any] { ran.countDown(); stop }
    val _ = Thread.ofPlatform.nn.start: () =>
      t.say(if ran.await(Waits.LimitSeconds, TimeUnit.SECONDS) then "ran" else "was held up")
      gate.countDown()
      t.over()
end Ending
