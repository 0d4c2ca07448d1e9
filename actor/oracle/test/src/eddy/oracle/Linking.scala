package eddy.oracle

import eddy.actor.*

import java.util.concurrent.CountDownLatch

/** Links, exits, traps. */
final class Linking(using ActorSystem) extends Scenarios:
  /** Links to these, then obeys its messages. */
  private def obedient(others: ActorRef[?]*): ActorRef[Any] =
    val ready = new CountDownLatch(1)
    val a = actor[Any]:
      others.foreach(link)
      ready.countDown()
      loop:
        react:
          case "end" => stop
          case ("exit", why: String) => exit(because(why))
          case ("fail", why: String) => throw IllegalStateException(why)
          case ("unlink", other: ActorRef[?]) =>
            unlink(other)
            reply("unlinked")
            done
    ready.await()
    a

  scenario("a failure reaches linked actors in both directions, with its cause"): t =>
    val a = obedient()
    val b = obedient(a)
    val c = obedient(b)
    watch(t, "a" -> a, "b" -> b, "c" -> c)(b ! ("fail", "boom"))

  private def numbered(actors: Seq[ActorRef[Any]]) = actors.zipWithIndex.map((a, i) => i.toString -> a)

  scenario("a reason of the program's own goes through a chain"): t =>
    val chain = (1 to 8).scanLeft(obedient())((before, _) => obedient(before))
    watch(t, numbered(chain)*)(chain(3) ! ("exit", "over"))

  scenario("an exit in a ring ends each once"): t =>
    val chain = (1 to 6).scanLeft(obedient())((before, _) => obedient(before))
    val ring = chain :+ obedient(chain.head, chain.last)
    watch(t, numbered(ring)*)(ring(2) ! ("exit", "over"))

  scenario("an actor that ends normally leaves linked ones alone"): t =>
    val a = obedient()
    val b = obedient(a)
    watch(t, "a" -> a, "b" -> b):
      b ! "end"
      later(millis(100), a, ("exit", "later"))

  scenario("an actor that traps exits receives failures, reasons and normal ends, and lives"): t =>
    val (a, b, c) = (obedient(), obedient(), obedient())
    val _ = actor[Any]:
      trapExit(identity)
      List(a, b, c).foreach(link)
      a ! ("fail", "boom")
      react { case Exit(from, reason) =>
        t.say(s"${from eq a} ${words(reason)}")
        b ! ("exit", "tired")
        react { case Exit(from, reason) =>
          t.say(s"${from eq b} ${words(reason)}")
          c ! "end"
          react { case Exit(from, reason) => t.say(s"${from eq c} ${words(reason)}"); t.over(); stop }
        }
      }

  scenario("a trapped exit comes after the messages that its sender sent before"): t =>
    val b = actor[ActorRef[Any]](react { case to => (1 to 3).foreach(to ! _); exit(because("done")) })
    val _ = actor[Any]:
      trapExit(identity)
      link(b)
      b ! self
      var n = 0
      loopWhile(n < 4) {
        react {
          case Exit(_, reason) => n += 1; t.say(words(reason)); done
          case k: Int => n += 1; t.say(k); done
        }
      } andThen { t.over(); done }

  scenario("an actor in the middle that traps stops the spreading"): t =>
    val a = obedient()
    val far = obedient()
    val _ = actor[Any]:
      trapExit(identity)
      link(a)
      link(far)
      a ! ("fail", "boom")
      react { case Exit(_, reason) =>
        t.say(words(reason))
        watch(t, "far" -> far)(far ! ("exit", "asked"))
        react { case "never" => stop }
      }

  /** `which` unlinks the other, then the second fails. */
  private def unlinked(t: Trace, which: Int): Unit =
    val a = obedient()
    val b = obedient(a)
    val both = List(a, b)
    val _ = actor[Any]:
      both(which).sendFrom(("unlink", both(1 - which)))
      react { case "unlinked" =>
        watch(t, "a" -> a, "b" -> b):
          b ! ("fail", "alone")
          later(millis(100), a, ("exit", "later"))
        stop
      }
  scenario("an unlinked actor does not follow")(unlinked(_, 1))
  scenario("unlinked by either side, neither follows")(unlinked(_, 0))

  scenario("an actor started linked falls with its parent"): t =>
    val _ = actor[Any]:
      val child = actor.linked[Any](loop(react { case "never" => done }))
      val me = self
      watch(t, "child" -> child)(me ! "end")
      react { case "end" => exit(because("over")) }

  scenario("a parent falls with the actor that it started linked"): t =>
    val parent = actor[Any]:
      val started = actor.linked[Any](react { case "fail" => throw IllegalStateException("child") })
      react { case "go" => started ! "fail"; react { case "never" => stop } }
    watch(t, "parent" -> parent)(parent ! "go")

  scenario("a link made by its second link is still one"): t =>
    val a = obedient()
    val _ = actor[Any]:
      trapExit(identity)
      link(a)
      link(a)
      a ! ("exit", "once")
      react { case Exit(_, reason) =>
        t.say(words(reason))
        reactWithin(millis(150)):
          case TIMEOUT => t.over(); stop
          case Exit(_, reason) => t.say(words(reason)); t.over(); stop
      }

  scenario("linking to an actor that has ended"): t =>
    val a = obedient()
    val _ = actor[Any]:
      trapExit(identity)
      link(a)
      a ! "end"
      react { case Exit(_, _) =>
        link(a)
        // the original waits for it in vain, Eddy does not wait
        reactWithin(millis(60_000)):
          case TIMEOUT => t.say("nothing"); t.over(); stop
          case Exit(_, reason) => t.say(words(reason)); t.over(); stop
      }

  scenario("linking to itself"): t =>
    val a = actor[Any]:
      react { case "go" =>
        try
          link(self)
          t.say("linked")
        catch case _: IllegalArgumentException => t.say("refused")
        exit(because("end"))
      }
    watch(t, "a" -> a)(a ! "go")

  scenario("an actor that traps no longer falls"): t =>
    val b = obedient()
    val a = actor[Any]:
      trapExit(identity)
      link(b)
      react { case "stop trapping" =>
        untrapExit
        b ! ("exit", "fell")
        react { case "never" => stop }
      }
    watch(t, "a" -> a)(a ! "stop trapping")

  scenario("an actor that waits in receive falls with a linked one"): t =>
    val b = obedient()
    val a = threadActor[Any]:
      link(b)
      receive { case "go" => later(millis(50), b, ("fail", "boom")) }
      receive { case "never" => () }
    watch(t, "a" -> a, "b" -> b)(a ! "go")

  scenario("messages in the mailbox of an actor that ends with a linked one"): t =>
    val gate = new CountDownLatch(1)
    val b = obedient()
    val a = actor[Any]:
      link(b)
      react { case "go" =>
        // a later watcher is notified later: then a has been notified
        val ended = new Trace
        watch(ended, "b" -> b)(b ! ("exit", "over"))
        val _ = Thread.ofPlatform.nn.start: () =>
          val _ = ended.result()
          gate.countDown()
        gate.await()
        loop(react { case n: Int => t.say(n); done })
      }
    watch(t, "a" -> a)(List[Any](1, 2, "go").foreach(a ! _))
end Linking
