package eddy.oracle.original

import scala.actors._
import scala.actors.Actor._

/** `receive` and `receiveWithin`, which return. */
object Threads extends Scenarios {
  scenario("receive returns the value of its case, and statements follow") { t =>
    val a = actor {
      var sum = 0
      while (sum < 6) sum += receive { case n: Int => n }
      t.say(sum)
      t.over()
    }
    (1 to 3).foreach(a ! _)
  }

  scenario("receive is selective") { t =>
    val a = actor {
      val go = receive { case "go" => "went" }
      val n = receive { case n: Int => n }
      t.say(go)
      t.say(n)
      (1 to 2).foreach(_ => t.say(receive { case x => x }))
      t.over()
    }
    List("a", 1, "b", "go").foreach(a ! _)
  }

  scenario("a receive inside a case of receive sees what is left, older ones first") { t =>
    val a = actor {
      val pair = receive { case "go" => ("go", receive { case n: Int => n }) }
      t.say(pair)
      t.say(receive { case n: Int => n })
      t.over()
    }
    List(1, 2, "go").foreach(a ! _)
  }

  scenario("receiveWithin returns the value of its TIMEOUT case, and the actor continues") { t =>
    val a = actor {
      t.say(receiveWithin(30) { case n: Int => n; case TIMEOUT => "timeout" })
      t.say(receive { case s: String => s })
      t.over()
    }
    a ! "waits"
  }

  scenario("receiveWithin of zero takes the messages in the mailbox before it times out") { t =>
    val a = actor {
      receive { case "go" => () }
      var more = true
      while (more) receiveWithin(0) { case n: Int => t.say(n); case TIMEOUT => more = false }
      t.say("timeout")
      t.over()
    }
    List(1, 2, "go").foreach(a ! _)
  }

  scenario("a receiveWithin that is answered in time leaves no timeout behind") { t =>
    val a = actor {
      receive { case "go" => () }
      t.say(receiveWithin(40) { case n: Int => n; case TIMEOUT => "timeout" })
      t.say(receive { case x => x })
      t.over()
    }
    List(1, "go").foreach(a ! _)
    later(120, a, "last")
  }

  scenario("the sender of the outer message is the sender again after an inner receive") { t =>
    val a = actor {
      receive { case "outer" =>
        receive { case "inner" => reply("to the inner") }
        reply("to the outer")
      }
    }
    val outer = actor {
      a ! "outer"
      react { case x: String =>
        t.say("outer got " + x)
        react { case ("inner", x) => t.say("inner got " + x); t.over() }
      }
    }
    actor { a ! "inner"; react { case x => outer ! (("inner", x)) } }
  }

  scenario("an actor that receives answers one that reacts") { t =>
    val b = actor(loop(react { case n: Int => reply(n + 1) }))
    actor {
      var n = 0
      while (n < 100) {
        b ! n
        n = receive { case k: Int => k }
      }
      t.say(n)
      t.over()
    }
  }
}
