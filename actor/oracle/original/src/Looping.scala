package eddy.oracle.original

import scala.actors._
import scala.actors.Actor._

/** `loop`, `loopWhile`, `andThen`. */
object Looping extends Scenarios {
  scenario("loop repeats until exit") { t =>
    val a = actor(loop(react {
      case "end" => exit()
      case x => t.say(x)
    }))
    watch(t, "a" -> a)(List("x", "y", "end", "never").foreach(a ! _))
  }

  scenario("a round of a loop may react more than once") { t =>
    val a = actor(loop(react {
      case n: Int => react { case s: String => t.say(n + s) }
      case 'end => t.over()
    }))
    List("a", 1, 2, "b", 'end).foreach(a ! _)
  }

  scenario("loopWhile looks at its condition before each round, then andThen follows") { t =>
    val a = actor {
      var n = 0
      loopWhile(n < 2) {
        react { case x => n += 1; t.say("round " + x) }
      } andThen {
        t.say("after")
        react { case x => t.say("last " + x); t.over() }
      }
    }
    (1 to 3).foreach(a ! _)
  }

  scenario("loopWhile whose condition never held does nothing") { t =>
    actor(loopWhile(false)(t.say("never")) andThen { t.say("after"); t.over() })
  }

  scenario("andThen follows a react") { t =>
    val a = actor(mkBody[Unit](react { case x => t.say("first " + x) }) andThen {
      react { case x => t.say("then " + x); t.over() }
    })
    (1 to 2).foreach(a ! _)
  }

  scenario("an inner loopWhile ends before the outer continues") { t =>
    val a = actor {
      var outer = 0
      loopWhile(outer < 2) {
        outer += 1
        var inner = 0
        loopWhile(inner < 2)(react { case x => inner += 1; t.say(outer + "." + inner + " " + x) }) andThen
          t.say("inner ended")
      } andThen t.over()
    }
    (1 to 4).foreach(a ! _)
  }

  scenario("exit inside a sequence ends the actor: the second part does not run") { t =>
    val a = actor(mkBody[Unit](react { case x => t.say(x); exit('early) }) andThen t.say("never"))
    watch(t, "a" -> a)(a ! 1)
  }

  scenario("a hundred thousand rounds") { t =>
    val a = actor {
      var n = 0
      loopWhile(n < 100000)(react { case k: Int => n += k }) andThen { t.say(n); t.over() }
    }
    (1 to 100000).foreach(_ => a ! 1)
  }

  scenario("reactWithin inside loop has a new time in each round") { t =>
    var quiet = 0
    actor {
      // in its mailbox before its time begins, however busy the machine is
      self ! 1
      loop(reactWithin(150) {
        case x =>
          quiet += (if (x == TIMEOUT) 1 else 0)
          t.say(if (x == TIMEOUT) "quiet" else x)
          if (quiet == 2) { t.over(); exit() }
      })
    }
  }
}
