package eddy.oracle.original

import scala.actors._
import scala.actors.Actor._

/** Senders, answers, futures. */
object Asking extends Scenarios {
  private def doubler() = actor(loop(react { case n: Int => reply(n * 2) }))

  scenario("reply goes to who sent the message, with this actor as its sender") { t =>
    val b = doubler()
    actor {
      b ! 21
      react { case n => t.say(n); t.say(sender eq b); t.over() }
    }
  }

  scenario("forward keeps the sender: the answer passes the one in the middle") { t =>
    val b = doubler()
    val middle = actor(loop(react { case n => b forward n }))
    actor {
      middle ! 4
      react { case n => t.say(n); t.say(sender eq b); t.over() }
    }
  }

  scenario("a message that waited keeps its sender") { t =>
    val a = actor(react { case "go" => react { case n: Int => reply(n + 1) } })
    actor {
      a ! 1
      a ! "go"
      react { case n => t.say(n); t.over() }
    }
  }

  scenario("after a nested react the sender is that of the newer message") { t =>
    val a = actor(react { case "outer" => react { case "inner" => reply("answer") } })
    val outer = actor {
      a ! "outer"
      react { case x => t.say("outer got " + x); t.over() }
    }
    actor { a ! "inner"; react { case x => t.say("inner got " + x); outer ! "the end" } }
  }

  scenario("an ask that waits returns the answer") { t =>
    val b = doubler()
    actor { t.say(b !? 21); t.over() }
  }

  scenario("an ask without an answer in time") { t =>
    val silent = actor(react { case n: Int => react { case "never" => () } })
    actor {
      t.say((silent !? (30, 1)).getOrElse("none"))
      t.over()
    }
  }

  scenario("an answer after the ask's time disturbs nobody") { t =>
    val slow = actor(react { case "ask" =>
      val asker = sender
      react { case "go" => t.say("answered"); asker ! "late" }
    })
    actor {
      t.say((slow !? (30, "ask")).getOrElse("none"))
      slow ! "go"
      reactWithin(20000) { case TIMEOUT => t.say("nothing came"); t.over(); case _ => t.say("late answer"); t.over() }
    }
  }

  scenario("futures of several asks are complete when all have answered") { t =>
    val b = doubler()
    actor {
      val futures = (1 to 5).map(n => b !! n)
      t.say(futures.map(_.apply()).mkString(" "))
      t.over()
    }
  }

  scenario("messages wait while the actor waits for the answer to an ask") { t =>
    val b = doubler()
    val a = actor {
      react { case "go" =>
        t.say(b !? 3)
        react { case x => t.say(x); t.over() }
      }
    }
    List("first", "go").foreach(a ! _)
  }

  scenario("asking an actor that has ended") { t =>
    val b = actor(react { case "end" => () })
    actor {
      self.trapExit = true
      link(b)
      b ! "end"
      react { case Exit(_, _) =>
        t.say((b !? (50, 1)).getOrElse("none"))
        t.over()
      }
    }
  }

  scenario("the sender of a message that no actor sent") { t =>
    val a = actor(react { case "ask" => reply("answer"); react { case "end" => () } })
    watch(t, "a" -> a)(new Thread(new Runnable {
      def run() = {
        a ! "ask"
        t.say(self.receiveWithin(20000) { case x => x })
        a ! "end"
      }
    }).start())
  }
}
