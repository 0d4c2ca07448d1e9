package eddy.actor

import java.util.concurrent.CountDownLatch
import scala.annotation.nowarn
import scala.concurrent.duration.DurationInt

class ThreadActorSuite extends ActorFixture:
  test("receive returns a value, and statements may follow it"):
    val seen = new Probe[Int]
    val ref = threadActor[Int]:
      var sum = 0
      while sum < 10 do sum += receive { case n => n }
      seen.ref ! sum
    List(3, 4, 5, 6).foreach(ref ! _)
    assertEquals(seen.next(), 12)

  test("receive is selective: what does not match stays in order"):
    val seen = new Probe[Any]
    val ref = threadActor[Any]:
      val a = receive { case s: String => s }
      val b = receive { case n: Int => n }
      val c = receive { case other => other }
      seen.ref ! (a, b, c)
    List[Any]('x', 1, 2, "s").foreach(ref ! _)
    assertEquals(seen.next(), ("s", 1, 'x'))

  test("a receive inside a case of receive sees what the outer one left"):
    val seen = new Probe[Any]
    val ref = threadActor[Any]:
      val pair = receive { case s: String => (s, receive { case n: Int => n }) }
      seen.ref ! (pair, receive { case n: Int => n })
    List[Any](1, 2, "s").foreach(ref ! _)
    assertEquals(seen.next(), (("s", 1), 2))

  test("receiveWithin returns the result for TIMEOUT when nothing matches in time, and can receive again"):
    val seen = new Probe[Any]
    val ref = threadActor[Any]:
      receive { case "go" => () }
      val first = receiveWithin(20.millis) { case n: Int => n; case TIMEOUT => "timeout" }
      val _ = sendAfter(self, 20.millis, 7)
      val second = receiveWithin(2.minutes) { case n: Int => n; case TIMEOUT => "timeout" }
      val third = receiveWithin(0.millis) { case s: String => s; case TIMEOUT => "timeout" }
      seen.ref ! (first, second, third)
    List("does not match", "go").foreach(ref ! _)
    assertEquals(seen.next(), ("timeout", 7, "does not match"))

  test("the sender is that of the message whose case runs, also after an inner receive, and none afterwards"):
    val seen = new Probe[String]
    val ref = threadActor[String]:
      receive { case "outer" =>
        receive { case "inner" => reply("inner") }
        reply("outer")
      }
      try sender[Any]: Unit
      catch case refusal: IllegalStateException => seen.ref ! refusal.getMessage.nn
    def ask(message: String): Unit =
      val _ = actor[String]:
        ref.sendFrom(message)
        react { case answer => seen.ref ! s"$message got $answer"; stop }
    List("outer", "inner").foreach(ask)
    val (refused, answered) = seen.next(3).partition(_.contains("no message with a sender is being handled"))
    assertEquals((refused.size, answered.toSet), (1, Set("outer got outer", "inner got inner")))

  test("it ends normally with its body, and as failed when its body throws"):
    val fine = threadActor[Int](receive { case _ => () })
    val bad = threadActor[Int](receive { case n => throw IllegalStateException(s"got $n") })
    val told = new Probe[ExitReason]
    watch(fine, told)
    fine ! 1
    assertEquals(told.next(), ExitReason.Normal)
    watch(bad, told)
    bad ! 2
    assert(told.next() != ExitReason.Normal)
    assertEquals(reported, List("got 2"))

  test("links, exits and traps are those of any actor"):
    val told = new Probe[ExitReason]
    val other = actor[Unit](react { case () => exit(ExitReason.Because("over")) })
    val follower = threadActor[Int]:
      link(other)
      // not before the test watches
      receive { case _ => other ! () }
      receive { case _ => () }
    watch(follower, told)
    val trapping = threadActor[Exit]:
      trapExit(identity)
      told.ref ! receive { case exit => exit.reason }
    follower ! 1
    assertEquals(told.next(), ExitReason.Because("over"))
    trapping.exit(ExitReason.Because("asked"))
    assertEquals(told.next(), ExitReason.Because("asked"))

  test("ten thousand of them wait at the same time"):
    val all = new CountDownLatch(10_000)
    val refs = Vector.fill(10_000)(threadActor[Int] { receive { case _ => all.countDown() } })
    refs.foreach(_ ! 1)
    await(all)

  test("a thread actor and an actor play ping-pong without losing a message"):
    val seen = new Probe[Int]
    val pong = actor[ActorRef[Int]](loop(react { from =>
      from ! 1; done
    }))
    val _ = threadActor[Int]:
      var n = 0
      (1 to 50_000).foreach: _ =>
        pong ! self
        n += receive { case k => k }
      seen.ref ! n
    assertEquals(seen.next(), 50_000)

  test("an interrupt ends the waiting with an InterruptedException, and the next receive works"):
    val seen = new Probe[String]
    val thread = new Probe[Thread]
    val ref = threadActor[String]:
      thread.ref ! Thread.currentThread
      try receive { case s => seen.ref ! s }
      catch case _: InterruptedException => seen.ref ! "interrupted"
      receive { case s => seen.ref ! s }
    thread.next().interrupt()
    assertEquals(seen.next(), "interrupted")
    ref ! "after"
    assertEquals(seen.next(), "after")

  test("a body that catches all around receive does not outlive its kill: each later receive ends it again"):
    val said = new Probe[String]
    val (began, told) = (new CountDownLatch(1), new Probe[ExitReason])
    val ref = threadActor[String]:
      began.countDown()
      var caught = 0
      while caught < 5 do
        try receive { text => said.ref ! text }
        catch
          case _: Throwable =>
            caught += 1
            said.ref ! "caught"
    began.await()
    watch(ref, told)
    ref.kill()
    assertEquals(said.next(), "caught")
    ref ! "too late"
    assertEquals(said.next(4), List.fill(4)("caught"))
    // though the body returns
    assertEquals(told.next(), ExitReason.Killed)
    assertEquals(reported.size, 1)
    assert(reported.head.contains("receives again after its exit, Killed"), reported.head)

  test("a body that lets its end pass, or catches what is NonFatal, ends without a report"):
    val told = new Probe[ExitReason]
    val began = new CountDownLatch(1)
    val ref = threadActor[String]:
      began.countDown()
      try receive { _ => () }
      catch case scala.util.control.NonFatal(_) => receive { _ => () }
    began.await()
    watch(ref, told)
    ref.exit(ExitReason.Because("over"))
    assertEquals((told.next(), reported), (ExitReason.Because("over"), Nil))

  test("receive in another thread is refused with the remedy"):
    val seen = new Probe[String]
    val _ = threadActor[Int]:
      val here = summon[ThreadActor[Int]]
      val t = Thread.ofPlatform.nn.start: () =>
        try receive(using here) { case n => n }: Unit
        catch case refusal: IllegalArgumentException => seen.ref ! refusal.getMessage.nn
      t.join()
    assert(seen.next().contains("receive only in its own body"))

  test("receive inside an event-based actor does not compile, and the error says what to use"):
    val errors = compileErrors("actor[Int] { val n: Int = receive[Int, Int] { case n => n }; stop }")
    assert(errors.contains("in actor { … } use react"), errors)

  test("after a timeout the actor receives the sent messages, and nothing else"):
    val seen = new Probe[Any]
    val ref = threadActor[Any]:
      seen.ref ! receiveWithin(1.millis) { case TIMEOUT => TIMEOUT }
      (1 to 2).foreach(_ => seen.ref ! receive { case any => any })
    assertEquals(seen.next(), TIMEOUT)
    List("a", "b").foreach(ref ! _)
    assertEquals(seen.next(2), List("a", "b"))

  test("receiveWithin without a case TIMEOUT fails the actor with the remedy when the time is over"):
    @nowarn("msg=has no case TIMEOUT")
    val ref = threadActor[Int]:
      receive { case 1 => () }
      receiveWithin(1.millis) { case 2 => () }
    val told = new Probe[ExitReason]
    watch(ref, told)
    ref ! 1
    told.next() match
      case ExitReason.Failed(cause) => assert(cause.getMessage.nn.contains("no case TIMEOUT: add one"))
      case other => fail(s"$other")
end ThreadActorSuite
