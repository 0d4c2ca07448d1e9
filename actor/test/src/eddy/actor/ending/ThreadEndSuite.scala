package eddy.actor
package ending

import scala.compiletime.testing.typeCheckErrors
import scala.util.control.NonFatal

/** How an actor with a thread ends itself, and how not. */
class ThreadEndSuite extends ActorFixture:
  test("exitWith ends the actor with that reason, from anywhere in its body, and is not reported"):
    val seen = new Probe[String]
    val reason = ExitReason.Because("enough")
    def deep(using ThreadActor[Int]): Int = receive { case n => if n > 0 then n else exitWith(reason) }
    val ref = threadActor[Int]:
      try
        while true do
          try deep: Unit
          catch case NonFatal(other) => seen.ref ! s"caught $other"
      finally seen.ref ! "cleaned up"
    val told = new Probe[ExitReason]
    watch(ref, told)
    List(1, 0).foreach(ref ! _)
    assertEquals(told.next(), reason)
    assertEquals(seen.next(), "cleaned up")
    assertEquals(reported, Nil)

  test("actors linked to one that ends by exitWith end with its reason, but for Normal"):
    val follower = new Probe[ActorRef[Unit]]
    def ending(reason: ExitReason) = threadActor[Unit]:
      follower.ref ! actor.linked[Unit](react { case () => stop })
      receive { case () => exitWith(reason) }
    val bad = ending(ExitReason.Because("over"))
    val told = new Probe[ExitReason]
    watch(follower.next(), told)
    bad ! ()
    assertEquals(told.next(), ExitReason.Because("over"))
    val fine = ending(ExitReason.Normal)
    val left = follower.next()
    watch(fine, told)
    fine ! ()
    assertEquals(told.next(), ExitReason.Normal)
    assert(left.isAlive)

  test("exitWith on another thread is refused with the remedy"):
    val seen = new Probe[String]
    val _ = threadActor[Int]:
      val here = summon[ThreadActor[Int]]
      val t = Thread.ofPlatform.nn.start: () =>
        try exitWith(ExitReason.Normal)(using here)
        catch case refusal: IllegalArgumentException => seen.ref ! refusal.getMessage.nn
      t.join()
    assert(seen.next().contains("exitWith only in its own body"))

  test("a behavior in the body of a thread actor does not compile, and the error names receive"):
    def refused(errors: List[scala.compiletime.testing.Error]): Unit =
      assertEquals(errors.size, 1, errors)
      assert(errors.head.message.contains("write receive instead of react"), errors)
    refused(typeCheckErrors("threadActor[Int] { react { case 1 => stop } }"))
    refused(typeCheckErrors("threadActor[Int](stop)"))
    refused(typeCheckErrors("threadActor[Int] { stop; println(1) }"))
    refused(typeCheckErrors("threadActor[Int] { receive { case n => exit(ExitReason.Killed) } }"))
    refused(typeCheckErrors("threadActor[Int] { val k = receive { case n => stop }; println(k) }"))
    refused(typeCheckErrors("threadActor[Int] { val k = react { case n => stop }; println(k) }"))
    refused(typeCheckErrors("threadActor[Int] { if receive { case n => n } > 1 then stop }"))
    refused(typeCheckErrors("threadActor.named[Int](\"one\")(stop)"))
    refused(typeCheckErrors("threadActor.bounded[Int](1, Overflow.Refuse)(stop)"))
    refused(typeCheckErrors("threadActor[Int](threadActor.linked[Int](stop): Unit)"))
    refused(typeCheckErrors("threadActor[Int](threadActor.named[Int](\"one\").linked(stop): Unit)"))
    refused(typeCheckErrors("threadActor[ExitReason](threadActor.monitored[Int](identity)(stop): Unit)"))
    refused(typeCheckErrors("Child.thread[Int](\"one\")(stop)"))

  test("actors that a thread actor starts have behaviors as ever"):
    assertEquals(
      typeCheckErrors("""threadActor[Int] {
        def next(using Actor[Int]): Behavior[Int] = react { case 1 => stop }
        val one = actor[Int](next)
        val two = actor.linked[Int](react { case 1 => react { case 2 => stop } })
        val three = Child[Int]("three") { react { case 1 => stop } }
        val four = Child.thread[Int]("four")(receive { case 1 => exitWith(ExitReason.Killed) })
        one ! receive { case n => n }
      }"""),
      Nil
    )
end ThreadEndSuite
