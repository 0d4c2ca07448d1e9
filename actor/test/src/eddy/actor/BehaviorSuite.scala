package eddy.actor

import scala.annotation.nowarn
import scala.concurrent.duration.DurationInt

class BehaviorSuite extends ActorFixture:
  test("loop repeats, with nested reacts, until something in it stops"):
    val seen = new Probe[String]
    val ref = actor[Any]:
      loop:
        react:
          case "end" => stop
          case n: Int => react { case s: String => seen.ref ! s"$n$s"; done }
    List[Any](1, "a", 2, "b", 3, "c", "end").foreach(ref ! _)
    // "a" does not match the loop's react and waits for its number
    assertEquals(seen.next(3), List("1a", "2b", "3c"))
    assertEndsWell(ref)

  test("loopWhile looks at its condition before each round, and andThen follows"):
    val seen = new Probe[String]
    @nowarn("msg=done ends this actor")
    val ref = actor[Int]:
      var left = 3
      loopWhile(left > 0)(react { n =>
        left -= 1; seen.ref ! s"round $n"; done
      }) andThen:
        seen.ref ! "after"
        react { n =>
          seen.ref ! s"last $n"; done
        }
    (1 to 4).foreach(ref ! _)
    assertEquals(seen.next(5), List("round 1", "round 2", "round 3", "after", "last 4"))

  test("andThen nests: the inner sequence is finished first"):
    val seen = new Probe[String]
    val ref = actor[Int]:
      def say(word: String): Behavior[Int] = react { n =>
        seen.ref ! s"$word$n"; done
      }
      (say("a") andThen say("b")) andThen (say("c") andThen say("d"))
    (1 to 4).foreach(ref ! _)
    assertEquals(seen.next(4), List("a1", "b2", "c3", "d4"))

  test("stop inside a sequence ends the actor: the second part does not run"):
    val seen = new Probe[String]
    val ref = actor[Int]:
      react[Int] { n =>
        seen.ref ! s"$n"; stop
      } andThen { seen.ref ! "never"; done }
    ref ! 1
    assertEquals(seen.next(), "1")
    val _ = endOf(ref)
    assert(seen.isEmpty)

  test("done with nothing put aside ends the actor normally"):
    val gate = new Probe[ExitReason]
    @nowarn("msg=done ends this actor")
    val ref = actor[Int](react { _ => done })
    watch(ref, gate)
    ref ! 1
    assertEquals(gate.next(), ExitReason.Normal)

  test("a million rounds of a loop do not grow the stack"):
    val seen = new Probe[Int]
    val ref = actor[Int]:
      var n = 0
      loop:
        react: k =>
          n += k
          if n == 1_000_000 then seen.ref ! n
          done
    (1 to 1_000_000).foreach(_ => ref ! 1)
    assertEquals(seen.next(), 1_000_000)

  test("a failing condition, body or sequence ends the actor and is reported"):
    val condition = actor[Int](loopWhile(throw IllegalStateException("condition"))(done))
    val body = actor[Int](loop(throw IllegalStateException("body")))
    val next = actor[Int](done andThen (throw IllegalStateException("next")))
    List(condition, body, next).foreach(endOf(_): Unit)
    assertEquals(reported.sorted, List("body", "condition", "next"))

  test("sender, reply and forward: the answer goes to the asking actor, past the one in the middle"):
    val seen = new Probe[Any]
    val worker = actor[Int](loop(react { n =>
      reply(n * 2); done
    }))
    val middle = actor[Int](loop(react { n =>
      worker.forward(n); done
    }))
    val asker = actor[Any]:
      middle.sendFrom(21)
      react { case n: Int =>
        seen.ref ! n
        seen.ref ! (sender[Int] eq worker)
        stop
      }
    assertEquals(seen.next(2), List[Any](42, true), asker.toString)

  test("asking for the sender of a message sent by ! fails with the remedy"):
    val ref = actor[Int](react { n =>
      reply(n); stop
    })
    val probe = new Probe[ExitReason]
    watch(ref, probe)
    ref ! 1
    assert(probe.next() != ExitReason.Normal)
    assert(reported.exists(_.contains("send it by sendFrom")), reported.toString)

  test("a message sent by ! has no sender, also after one that had"):
    val seen = new Probe[String]
    val ref = actor[Int]:
      loop:
        react: n =>
          try reply(n)
          catch case _: IllegalStateException => seen.ref ! s"$n has none"
          done
    val _ = actor[Any]:
      ref.sendFrom(1)
      react { case n =>
        seen.ref ! s"$n answered"
        ref ! 2
        stop
      }
    assertEquals(seen.next(2), List("1 answered", "2 has none"))

  test("a message that waited unmatched keeps its sender"):
    val seen = new Probe[Any]
    val ref = actor[Any](react { case "go" => react { case n: Int => reply(n + 1); stop } })
    val _ = actor[Any]:
      ref.sendFrom(1)
      ref ! "go"
      react { case n => seen.ref ! n; stop }
    assertEquals(seen.next(), 2)

  test("each actor has its own value of an ActorLocal"):
    val depth = ActorLocal(0)
    val seen = new Probe[(Int, Int)]
    def deep(id: Int) = actor[Int]:
      loop:
        react: n =>
          depth.set(depth.get + n)
          seen.ref ! (id, depth.get)
          if depth.get > 100 then depth.clear()
          done
    val one = deep(1)
    one ! 1
    one ! 2
    one ! 200
    one ! 5
    assertEquals(seen.next(4), List((1, 1), (1, 3), (1, 203), (1, 5)))
    deep(2) ! 7
    assertEquals(seen.next(), (2, 7))

  test("a timed react inside a loop starts again in each round"):
    val seen = new Probe[String]
    val ref = actor[String]:
      react: first =>
        seen.ref ! first
        loop:
          reactWithin(10.millis):
            case TIMEOUT => seen.ref ! "quiet"; done
            case s: String => seen.ref ! s; done
    ref ! "a"
    assertEquals(seen.next(3), List("a", "quiet", "quiet"))
    ref.kill()
end BehaviorSuite
