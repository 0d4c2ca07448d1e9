package eddy.oracle.original

import scala.actors._
import scala.actors.Actor._

/** How actors end, and what is left of them. */
object Ending extends Scenarios {
  scenario("a body that ends without a react ends the actor normally") { t =>
    val a = actor { receive { case "go" => t.say("body") } }
    watch(t, "a" -> a)(a ! "go")
  }

  scenario("a reaction that ends without a react ends the actor normally") { t =>
    val a = actor(react { case "go" => t.say("reaction") })
    watch(t, "a" -> a)(a ! "go")
  }

  scenario("exit with the reason normal is a normal end") { t =>
    val a = actor(react { case "go" => exit('normal) })
    watch(t, "a" -> a)(a ! "go")
  }

  scenario("exit in a nested react") { t =>
    val a = actor(react { case 1 => react { case 2 => t.say("two"); exit('deep) } })
    watch(t, "a" -> a)(List(2, 1).foreach(a ! _))
  }

  scenario("an exception in a reaction") { t =>
    val a = actor(react { case "go" => throw new IllegalStateException("reaction") })
    watch(t, "a" -> a)(a ! "go")
  }

  scenario("an exception in a receiving actor") { t =>
    val a = actor(receive { case "go" => throw new IllegalStateException("receive") })
    watch(t, "a" -> a)(a ! "go")
  }

  scenario("an exception in a guard") { t =>
    val a = actor(react { case "go" => react { case n: Int if 1 / n > 0 => () } })
    watch(t, "a" -> a)(List("go", 0).foreach(a ! _))
  }

  scenario("an exception in a loop ends the loop") { t =>
    val a = actor(loop(react {
      case "fail" => throw new IllegalStateException("loop")
      case x => t.say(x)
    }))
    watch(t, "a" -> a)(List("x", "fail", "never").foreach(a ! _))
  }

  scenario("the messages of an actor that ended are never handled") { t =>
    val a = actor(react { case "go" => t.say("went") })
    watch(t, "a" -> a)(List("before", "go", "after").foreach(a ! _))
  }

  scenario("sending to an actor that has ended does nothing") { t =>
    val a = actor(react { case "go" => () })
    actor {
      self.trapExit = true
      link(a)
      a ! "go"
      react { case Exit(_, _) =>
        a ! "more"
        t.say("sent")
        t.over()
      }
    }
  }

  scenario("a worker that fails is started again by its watcher, and keeps its mailbox") { t =>
    val worker = new Actor {
      def act() = {
        t.say("starts")
        loop(react {
          case "fail" => throw new IllegalStateException("fail")
          case "end" => t.over(); exit()
          case x => t.say("got " + x)
        })
      }
    }
    actor {
      self.trapExit = true
      link(worker)
      worker.start()
      List("x", "fail", "y", "fail", "z", "end").foreach(worker ! _)
      loop(react { case Exit(_, reason) =>
        if (reason != 'normal) {
          link(worker)
          worker.restart()
        }
      })
    }
  }

  scenario("thirty actors in a ring pass a token around") { t =>
    val last = actor(react { case n: Int => t.say(n); t.over() })
    val first = (1 to 30).foldLeft(last)((next, _) => actor(react { case n: Int => next ! n + 1 }))
    first ! 0
  }

  scenario("the counter of the paper, with its lock") { t =>
    def counting(value: Int): Unit = react {
      case "incr" => counting(value + 1)
      case ("value", to: Actor) => to ! value; counting(value)
      case ("lock", to: Actor) => to ! value; react { case ("unlock", v: Int) => counting(v) }
    }
    val counter = actor(counting(0))
    actor {
      counter ! "incr"
      counter ! (("lock", self))
      react { case n =>
        t.say(n)
        // messages sent while it is locked wait
        counter ! "incr"
        counter ! (("value", self))
        counter ! (("unlock", 40))
        react { case n => t.say(n); t.over() }
      }
    }
  }

  scenario("actors that block hold nobody up") { t =>
    val gate = new java.util.concurrent.CountDownLatch(1)
    val ran = new java.util.concurrent.CountDownLatch(1)
    (1 to 100).foreach(_ => actor(gate.await()))
    actor(ran.countDown())
    new Thread(new Runnable {
      def run() = {
        t.say(if (ran.await(2, java.util.concurrent.TimeUnit.SECONDS)) "ran" else "was held up")
        gate.countDown()
        t.over()
      }
    }).start()
  }
}
