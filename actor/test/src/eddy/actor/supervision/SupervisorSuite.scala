package eddy.actor
package supervision

import java.util.concurrent.CountDownLatch
import scala.concurrent.duration.DurationInt

class SupervisorSuite extends SupervisorFixture:
  test("children start in order and end in reverse order, each before the next"):
    val said = new Probe[String]
    def child(name: String) = Child[Exit](name):
      said.ref ! s"$name starts"
      trapExit(identity)
      react { case Exit(_, reason) => said.ref ! s"$name ends: $reason"; stop }
    val children = List(child("a"), child("b"), child("c"))
    val supervisor = supervise()(children*)
    assertEquals(said.next(3), List("a starts", "b starts", "c starts"))
    await(supervisor.shutdown()): Unit
    assertEquals(said.next(3), List("c ends: Shutdown", "b ends: Shutdown", "a ends: Shutdown"))
    assertEquals(children.map(_.ref.isAlive), List(false, false, false))
    assertEndsWell(supervisor.ref)

  test("a child is started when the one before it waits for its first message"):
    val said = new Probe[String]
    val gate = new CountDownLatch(1)
    val slow = Child[String]("slow"):
      said.ref ! "slow begins"
      gate.await()
      said.ref ! "slow has started"
      loop(react { _ => done })
    val thread = Child.thread[String]("thread"):
      said.ref ! "thread has started"
      receive { case _ => () }
    val supervisor = supervise()(slow, thread, talker("last", said))
    assertEquals(said.next(), "slow begins")
    gate.countDown()
    assertEquals(said.next(3), List("slow has started", "thread has started", "last starts"))
    await(supervisor.shutdown()): Unit

  test("a child that does not start in time is killed, and the next is started meanwhile"):
    val said = new Probe[String]
    val gate = new CountDownLatch(1)
    val slow = Child[String]("slow", ChildOptions(restart = Restart.Temporary, startTimeout = 10.millis)):
      gate.await()
      loop(react { _ => done })
    val supervisor = supervise()(slow, talker("next", said))
    assertEquals(said.next(), "next starts")
    val told = new Probe[ExitReason]
    watch(slow.ref, told)
    gate.countDown()
    assertEquals(told.next(), ExitReason.Killed)
    assertEquals(await(supervisor.children), List(ChildInfo("next", 0)))
    await(supervisor.shutdown()): Unit

  test("a child that fails before it waits is an end like any, after the others have started"):
    val said = new Probe[String]
    var lives = 0
    val bad = Child[String]("bad"):
      lives += 1
      said.ref ! s"bad $lives"
      if lives == 1 then throw IllegalStateException("a bad start")
      loop(react { _ => done })
    val supervisor = supervise(patient)(bad, talker("good", said))
    assertEquals(said.next(3), List("bad 1", "good starts", "bad 2"))
    assertEquals(await(supervisor.children), List(ChildInfo("bad", 1), ChildInfo("good", 0)))
    assertEquals(reported, List("a bad start"))
    await(supervisor.shutdown()): Unit

  test("an actor with a thread is restarted in place, with what it had not taken"):
    val said = new Probe[String]
    val child = Child.thread[String]("thread"):
      said.ref ! "starts"
      while true do
        receive:
          case "fail" => throw IllegalStateException("failed")
          case other => said.ref ! other
    val supervisor = supervise(patient)(child)
    List("a", "fail", "b", "fail", "c").foreach(child.ref ! _)
    assertEquals(said.next(6), List("starts", "a", "starts", "b", "starts", "c"))
    assertEquals(await(supervisor.children), List(ChildInfo("thread", 2)))
    await(supervisor.shutdown()): Unit
    // its thread may take a moment
    assert(Set(ExitReason.NoActor, ExitReason.Shutdown)(endOf(child.ref)))

  test("an actor with a thread that ends and is not wanted any more ends for good"):
    val child = Child.thread[String]("thread", ChildOptions(restart = Restart.Transient))(receive { case _ =>
      ()
    })
    val supervisor = supervise()(child)
    child.ref ! "end"
    assertEndsWell(child.ref)
    assertEquals(await(supervisor.children), Nil)
    await(supervisor.shutdown()): Unit

  test("with keepMailbox = false an actor with a thread begins again with an empty mailbox"):
    val said = new Probe[String]
    val gate = new CountDownLatch(1)
    val child = Child.thread[String]("thread", ChildOptions(keepMailbox = false)):
      said.ref ! "starts"
      while true do
        receive:
          case "fail" => gate.await(); throw IllegalStateException("failed")
          case other => said.ref ! other
    val supervisor = supervise(patient)(child)
    assertEquals(said.next(), "starts")
    List("fail", "lost").foreach(child.ref ! _)
    gate.countDown()
    assertEquals(said.next(), "starts")
    child.ref ! "kept"
    assertEquals(said.next(), "kept")
    await(supervisor.shutdown()): Unit

  test("a child that fails is restarted, its reference stays, and its mailbox is kept"):
    val said = new Probe[String]
    val a = talker("a", said)
    val b = talker("b", said)
    val supervisor = supervise(patient)(a, b)
    assertEquals(said.next(2).toSet, Set("a starts", "b starts"))
    List("fail", "x", "fail", "y").foreach(a.ref ! _)
    assertEquals(said.next(4), List("a starts", "a got x", "a starts", "a got y"))
    assertEquals(await(supervisor.children), List(ChildInfo("a", 2), ChildInfo("b", 0)))
    assertEquals(reported, List("a failed", "a failed"))
    await(supervisor.shutdown()): Unit

  test("with keepMailbox = false what it had not taken becomes dead letters"):
    val said = new Probe[String]
    val gate = new CountDownLatch(1)
    val before = system.stats.deadLetters
    val a = Child[String]("a", ChildOptions(keepMailbox = false)):
      said.ref ! "starts"
      loop:
        react:
          case "fail" => gate.await(); throw IllegalStateException("failed")
          case other => said.ref ! other; done
    val supervisor = supervise(patient)(a)
    List("fail", "lost", "lost too").foreach(a.ref ! _)
    assertEquals(said.next(), "starts")
    gate.countDown()
    assertEquals(said.next(), "starts")
    a.ref ! "after"
    assertEquals(said.next(), "after")
    assertEquals(system.stats.deadLetters - before, 2L)
    await(supervisor.shutdown()): Unit

  test("a child that does not end in its time is killed, and one that cannot be is left behind and told of"):
    val said = new Probe[String]
    val stubborn = Child[Exit]("stubborn", ChildOptions(shutdownTimeout = 5.seconds)):
      trapExit(identity)
      loop(react { case Exit(_, reason) => said.ref ! s"ignores $reason"; done })
    val supervisor = supervise()(stubborn)
    await(supervisor.children): Unit
    val told = new Probe[ExitReason]
    watch(stubborn.ref, told)
    await(supervisor.shutdown()): Unit
    assertEquals(said.next(), "ignores Shutdown")
    assertEquals(told.next(), ExitReason.Shutdown)

  test("children can be added and removed; a taken name is refused"):
    val said = new Probe[String]
    val supervisor = supervise(patient)(talker("a", said))
    await(supervisor.add(talker("b", said)))
    assertEquals(said.next(2).toSet, Set("a starts", "b starts"))
    val refusal = intercept[IllegalArgumentException](await(supervisor.add(talker("a", said))))
    assert(refusal.getMessage.nn.contains("a child named \"a\" exists already"))
    assert(await(supervisor.remove("a")))
    assert(!await(supervisor.remove("a")))
    assertEquals(await(supervisor.children), List(ChildInfo("b", 0)))
    await(supervisor.shutdown()): Unit

  test("two children of one name, and one child twice, are refused before anything starts"):
    val said = new Probe[String]
    val (a, b, other) = (talker("a", said), talker("b", said), talker("a", said))
    val twoNames = intercept[IllegalArgumentException](supervise(patient)(a, b, other))
    assertEquals(
      twoNames.getMessage,
      "two children are named \"a\": a supervisor knows them by their names, so give each its own"
    )
    val twice = intercept[IllegalArgumentException](supervise(patient)(a, b, a))
    assertEquals(twice.getMessage, "the child \"a\" is given twice: make a child for each")
    // they have not been started, and nobody supervises them
    assert(said.isEmpty)
    val supervisor = supervise(patient)(a, b)
    assertEquals(said.next(2), List("a starts", "b starts"))
    await(supervisor.shutdown()): Unit

  test("a supervisor under another that makes two children of one name fails, and starts none"):
    val said = new Probe[String]
    val under = Supervisor.child("inner")(List(talker("a", said), talker("a", said)))
    val outer = supervise(Supervision(intensity = Intensity(1, 1.hour)))(under)
    val told = new Probe[ExitReason]
    watch(outer.ref, told)
    assert(told.next() != ExitReason.Normal)
    assert(reported.forall(_.startsWith("two children are named \"a\"")), reported.toString)
    assert(said.isEmpty)

  test("a shutdown of a supervisor that has ended, or ends otherwise meanwhile, is complete"):
    val gate = new CountDownLatch(1)
    val said = new Probe[String]
    val child = Child[Exit]("child"):
      trapExit(identity)
      react { case _ => said.ref ! "ends"; gate.await(); stop }
    val supervisor = supervise(patient)(child)
    val over = supervisor.shutdown()
    assertEquals(said.next(), "ends")
    assert(!over.isCompleted)
    supervisor.ref.kill()
    assert(await(over), "it was not killed because the time was over")
    gate.countDown()
    assert(supervisor.shutdown() eq over)

  test("a shutdown whose time is over kills the supervisor, and says so"):
    val gate = new CountDownLatch(1)
    val said = new Probe[String]
    val child = Child[Exit]("child", ChildOptions(shutdownTimeout = 1.hour)):
      trapExit(identity)
      react { case _ => said.ref ! "ends"; gate.await(); stop }
    val supervisor = supervise(patient)(child)
    val told = new Probe[ExitReason]
    watch(supervisor.ref, told)
    val over = supervisor.shutdown(20.millis)
    assertEquals(said.next(), "ends")
    assert(!await(over))
    assertEquals(told.next(), ExitReason.Killed)
    gate.countDown()
    val refusal = intercept[IllegalArgumentException](supervisor.shutdown(-1.second))
    assert(refusal.getMessage.nn.contains("timeout = -1 seconds"), refusal.getMessage)

  test("a killed supervisor takes its children along"):
    val said = new Probe[String]
    val a = talker("a", said)
    val supervisor = supervise()(a)
    val _ = said.next()
    val told = new Probe[ExitReason]
    watch(a.ref, told)
    supervisor.ref.kill()
    assertEquals(told.next(), ExitReason.Shutdown)

  test("a killed supervisor under another takes its children along, and comes back with new ones"):
    val said = new Probe[String]
    val leaves = new Probe[ActorRef[String]]
    val under = Supervisor.child("inner"):
      val leaf = talker("leaf", said)
      leaves.ref ! leaf.ref
      List(leaf)
    val outer = supervise(patient)(under)
    val first = leaves.next()
    assertEquals(said.next(), "leaf starts")
    val told = new Probe[ExitReason]
    watch(first, told)
    under.ref.kill()
    assertEquals(told.next(), ExitReason.Shutdown)
    assertEquals(said.next(), "leaf starts")
    assert(leaves.next().isAlive)
    await(outer.shutdown()): Unit

  test("children that came and went leave nothing behind in their supervisor"):
    val said = new Probe[String]
    val supervisor = supervise(patient)()
    (1 to 50).foreach: n =>
      await(supervisor.add(talker(s"child $n", said)))
      assertEquals(said.next(), s"child $n starts")
      assert(await(supervisor.remove(s"child $n")))
    val cold = supervisor.ref.asInstanceOf[internal.cell.Cell[?]].cold.nn
    assertEquals((cold.watches.size, cold.dependents.size), (0, 0))
    await(supervisor.shutdown()): Unit

  test("a message to a child before its supervisor starts it is handled after the start"):
    val said = new Probe[String]
    val a = talker("a", said)
    a.ref ! "early"
    val supervisor = supervise()(a)
    assertEquals(said.next(2), List("a starts", "a got early"))
    await(supervisor.shutdown()): Unit
end SupervisorSuite
