package eddy.oracle.original

import scala.actors._
import scala.actors.Actor._

/** Links, exits, traps. */
object Linking extends Scenarios {
  /** Links to these, then obeys its messages. */
  private def obedient(others: Actor*): Actor = {
    val ready = new java.util.concurrent.CountDownLatch(1)
    val a = actor {
      others.foreach(o => link(o))
      ready.countDown()
      loop(react {
        case "end" => exit()
        case ("exit", reason: Symbol) => exit(reason)
        case ("fail", why: String) => throw new IllegalStateException(why)
        case ("unlink", other: Actor) => unlink(other); reply("unlinked")
      })
    }
    ready.await()
    a
  }

  scenario("a failure reaches linked actors in both directions, with its cause") { t =>
    val a = obedient()
    val b = obedient(a)
    val c = obedient(b)
    watch(t, "a" -> a, "b" -> b, "c" -> c)(b ! (("fail", "boom")))
  }

  scenario("a reason of the program's own goes through a chain") { t =>
    val chain = (1 to 8).scanLeft(obedient())((before, _) => obedient(before))
    watch(t, chain.zipWithIndex.map { case (a, i) => i.toString -> a }: _*)(chain(3) ! (("exit", 'over)))
  }

  scenario("an exit in a ring ends each once") { t =>
    val chain = (1 to 6).scanLeft(obedient())((before, _) => obedient(before))
    val closing = obedient(chain.head, chain.last)
    val ring = chain :+ closing
    watch(t, ring.zipWithIndex.map { case (a, i) => i.toString -> a }: _*)(ring(2) ! (("exit", 'over)))
  }

  scenario("an actor that ends normally leaves linked ones alone") { t =>
    val a = obedient()
    val b = obedient(a)
    watch(t, "a" -> a, "b" -> b) { b ! "end"; later(100, a, ("exit", 'later)) }
  }

  scenario("an actor that traps exits receives failures, reasons and normal ends, and lives") { t =>
    val (a, b, c) = (obedient(), obedient(), obedient())
    actor {
      self.trapExit = true
      List(a, b, c).foreach(o => link(o))
      a ! (("fail", "boom"))
      react { case Exit(from, reason) =>
        t.say((from eq a) + " " + words(reason))
        b ! (("exit", 'tired))
        react { case Exit(from, reason) =>
          t.say((from eq b) + " " + words(reason))
          c ! "end"
          react { case Exit(from, reason) => t.say((from eq c) + " " + words(reason)); t.over() }
        }
      }
    }
  }

  scenario("a trapped exit comes after the messages that its sender sent before") { t =>
    val b = actor(react { case to: Actor => (1 to 3).foreach(to ! _); exit('done) })
    actor {
      self.trapExit = true
      link(b)
      b ! self
      var n = 0
      loopWhile(n < 4)(react {
        case Exit(_, reason) => n += 1; t.say(words(reason))
        case k: Int => n += 1; t.say(k)
      }) andThen t.over()
    }
  }

  scenario("an actor in the middle that traps stops the spreading") { t =>
    val a = obedient()
    val far = obedient()
    actor {
      self.trapExit = true
      link(a)
      link(far)
      a ! (("fail", "boom"))
      react { case Exit(_, reason) =>
        t.say(words(reason))
        watch(t, "far" -> far)(far ! (("exit", 'asked)))
        react { case "never" => () }
      }
    }
  }

  scenario("an unlinked actor does not follow") { t =>
    val a = obedient()
    val b = obedient(a)
    actor {
      b ! (("unlink", a))
      react { case "unlinked" =>
        watch(t, "a" -> a, "b" -> b) { b ! (("fail", "alone")); later(100, a, ("exit", 'later)) }
      }
    }
  }

  scenario("unlinked by either side, neither follows") { t =>
    val a = obedient()
    val b = obedient(a)
    actor {
      a ! (("unlink", b))
      react { case "unlinked" =>
        watch(t, "a" -> a, "b" -> b) { b ! (("fail", "alone")); later(100, a, ("exit", 'later)) }
      }
    }
  }

  scenario("an actor started linked falls with its parent") { t =>
    actor {
      val me = self
      val child = link { loop(react { case "never" => () }) }
      watch(t, "child" -> child)(me ! "end")
      react { case "end" => exit('over) }
    }
  }

  scenario("a parent falls with the actor that it started linked") { t =>
    def child(): Unit = react { case "fail" => throw new IllegalStateException("child") }
    val parent = actor {
      val started = link(child())
      react { case "go" => started ! "fail"; react { case "never" => () } }
    }
    watch(t, "parent" -> parent)(parent ! "go")
  }

  scenario("a link made by its second link is still one") { t =>
    val a = obedient()
    val seen = actor {
      self.trapExit = true
      link(a)
      link(a)
      a ! (("exit", 'once))
      react { case Exit(_, reason) =>
        t.say(words(reason))
        reactWithin(20000) {
          case Exit(_, reason) => t.say(words(reason)); t.over()
          case TIMEOUT => t.over()
        }
      }
    }
  }

  scenario("linking to an actor that has ended") { t =>
    val a = obedient()
    actor {
      self.trapExit = true
      link(a)
      a ! "end"
      react { case Exit(_, _) =>
        link(a)
        reactWithin(150) {
          case Exit(_, reason) => t.say(words(reason)); t.over()
          case TIMEOUT => t.say("nothing"); t.over()
        }
      }
    }
  }

  scenario("linking to itself") { t =>
    val a = actor(react { case "go" =>
      link(self)
      t.say("linked")
      exit('end)
    })
    watch(t, "a" -> a)(a ! "go")
  }

  scenario("an actor that traps no longer falls") { t =>
    val b = obedient()
    val a = actor {
      self.trapExit = true
      link(b)
      react { case "stop trapping" =>
        self.trapExit = false
        b ! (("exit", 'fell))
        react { case "never" => () }
      }
    }
    watch(t, "a" -> a)(a ! "stop trapping")
  }

  scenario("an actor that waits in receive falls with a linked one") { t =>
    val b = obedient()
    val a = actor {
      link(b)
      receive { case "go" => later(50, b, ("fail", "boom")) }
      receive { case "never" => () }
    }
    watch(t, "a" -> a, "b" -> b)(a ! "go")
  }

  scenario("messages in the mailbox of an actor that ends with a linked one") { t =>
    val gate = new java.util.concurrent.CountDownLatch(1)
    val b = obedient()
    val a = actor {
      link(b)
      react { case "go" =>
        watch(new Trace, "b" -> b)(b ! (("exit", 'over)))
        later(1000, actor(react { case "open" => gate.countDown() }), "open")
        gate.await()
        loop(react { case n: Int => t.say(n) })
      }
    }
    watch(t, "a" -> a)(List(1, 2, "go").foreach(a ! _))
  }
}
