package eddy.oracle.original

import scala.actors._
import scala.actors.Actor._

/** `react`, `reactWithin`, the order of messages. */
object Receiving extends Scenarios {
  scenario("a message that matches no case stays, in its place") { t =>
    val a = actor {
      react { case "go" =>
        react { case n: Int =>
          t.say(n)
          react { case n: Int =>
            t.say(n)
            react { case x =>
              t.say(x)
              react { case x => t.say(x); t.over() }
            }
          }
        }
      }
    }
    List("a", 1, "b", 2, "go").foreach(a ! _)
  }

  scenario("a conversation ignores what else arrives") { t =>
    val buyer = actor {
      react { case ("offer", n: Int) if n <= 10 =>
        t.say("accepts " + n)
        react {
          case "sold" => t.say("sold"); react { case ("offer", n: Int) => t.say("next " + n); t.over() }
        }
      }
    }
    List(("offer", 12), ("offer", 9), ("offer", 8), "noise", "sold").foreach(buyer ! _)
  }

  scenario("messages of one sender are handled in order, over many reacts") { t =>
    def next(n: Int): Unit = react { case k: Int =>
      t.say(k)
      if (n == 1) t.over() else next(n - 1)
    }
    val a = actor(next(200))
    (1 to 200).foreach(a ! _)
  }

  scenario("a guard sees each message, oldest first, once for each react") { t =>
    def seen(stage: Int, n: Int) = { t.say(stage + ":" + n); true }
    val a = actor {
      react { case "go" =>
        react { case n: Int if seen(1, n) && n == 3 =>
          react { case n: Int if seen(2, n) && n == 4 => t.over() }
        }
      }
    }
    List(1, 2, 3, 4, "go").foreach(a ! _)
  }

  scenario("the first case that matches is taken, not the best") { t =>
    val a = actor(react { case s: String => t.say("first " + s); react { case "x" => t.say("x"); t.over() } })
    List("x", "x").foreach(a ! _)
  }

  scenario("reactWithin of zero takes the messages in the mailbox before it times out") { t =>
    def drain(): Unit = reactWithin(0) {
      case n: Int => t.say(n); drain()
      case TIMEOUT => t.say("timeout"); t.over()
    }
    val a = actor(react { case "go" => drain() })
    List(1, 2, 3, "go").foreach(a ! _)
  }

  scenario("reactWithin times out though other messages wait, and leaves them") { t =>
    val a = actor {
      react { case "go" =>
        reactWithin(30) {
          case n: Int => t.say(n)
          case TIMEOUT => t.say("timeout"); react { case s: String => t.say(s); t.over() }
        }
      }
    }
    List("waits", "go").foreach(a ! _)
  }

  scenario("a message that comes in time beats the timeout") { t =>
    val a = actor(reactWithin(20000) {
      case n: Int => t.say(n); t.over()
      case TIMEOUT => t.say("timeout"); t.over()
    })
    later(20, a, 7)
  }

  scenario("messages that do not match do not prolong the time") { t =>
    val a = actor(reactWithin(150) {
      case n: Int => t.say(n); t.over()
      case TIMEOUT => t.say("timeout"); t.over()
    })
    later(60, a, "noise")
    later(110, a, "noise")
    later(2000, a, 1)
  }

  scenario("the timeout of an answered reactWithin reaches no later react") { t =>
    val a = actor(react { case "go" =>
      reactWithin(40) {
        case n: Int => t.say(n); react { case x => t.say(x); t.over() }
        case TIMEOUT => t.say("timeout"); t.over()
      }
    })
    List(1, "go").foreach(a ! _)
    later(120, a, "last")
  }

  scenario("each reactWithin has its own time") { t =>
    val a = actor(reactWithin(20000) { case n: Int =>
      t.say(n)
      reactWithin(30) { case TIMEOUT => t.say("second timeout"); t.over() }
    })
    a ! 1
  }

  scenario("a TIMEOUT that somebody sent is no message") { t =>
    val a = actor(react { case "go" =>
      reactWithin(20000) {
        case n: Int => t.say(n); t.over()
        case TIMEOUT => t.say("timeout"); t.over()
      }
    })
    List(TIMEOUT, "go", 1).foreach(a ! _)
  }

  scenario("two senders: each one's messages stay in order") { t =>
    var (left, right) = (List.empty[Int], List.empty[Int])
    val a = actor {
      loopWhile(left.size < 300 || right.size < 300) {
        react {
          case ("left", n: Int) => left ::= n
          case ("right", n: Int) => right ::= n
        }
      } andThen {
        t.say(left.reverse == (1 to 300).toList)
        t.say(right.reverse == (1 to 300).toList)
        t.over()
      }
    }
    for (side <- List("left", "right")) actor((1 to 300).foreach(n => a ! ((side, n))))
  }

  scenario("self is the actor that others send to") { t =>
    val b = actor(react { case to: Actor => to ! "found" })
    actor {
      b ! self
      react { case s => t.say(s); t.over() }
    }
  }

  scenario("null is a message") { t =>
    val a = actor(react { case null => t.say("null"); t.over(); case x => t.say(x); t.over() })
    try a ! null
    catch { case e: NullPointerException => t.say("refused"); t.over() }
  }
}
