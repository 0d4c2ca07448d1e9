package eddy.actor
package ending

import eddy.runtime.{Engine, EngineConfig, WorkerStats}
import eddy.testing.Eventually

import java.util.concurrent.{ConcurrentLinkedQueue, CountDownLatch, LinkedBlockingQueue}
import scala.concurrent.duration.{Duration, DurationInt, FiniteDuration}
import scala.concurrent.{Future, Promise}
import scala.jdk.CollectionConverters.*

class ShutdownSuite extends ActorFixture:
  private def ended(end: Future[ShutdownResult]): ShutdownResult = await(end)
  private def shutDown(in: ActorSystem, timeout: FiniteDuration = 2.minutes): ShutdownResult =
    ended(in.shutdown(timeout))

  /** Notes its end, in the order of all. */
  private final class Ends:
    private val order = new ConcurrentLinkedQueue[(String, ExitReason)]()
    def note(name: String, ref: ActorRef[?]): Unit =
      ref.addMonitor(new Monitor(ref, reason => order.add(name -> reason): Unit))
    def all: List[(String, ExitReason)] = order.asScala.toList
    def names: List[String] = all.map(_._1)

  private def idle(using ActorSystem): ActorRef[Int] = actor[Int](react { case -1 => stop })

  test("an actor that does not come out of its reaction is named in the log"):
    given world: ActorSystem = new ActorSystem(engine)
    val (hold, held) = (new CountDownLatch(1), new CountDownLatch(1))
    val ref = actor.named[Int]("stubborn")(react { case _ => held.countDown(); hold.await(); stop })
    world.register("stubborn", ref)
    ref ! 1
    await(held)
    val lines = logged(assertEquals(shutDown(world, timeout = 1.milli).stuck, 1))
    assert(lines.exists(_.contains("reaction: actor \"stubborn\"")), lines.toString)
    hold.countDown()

  test("supervisors end first, the last started before the others, each with its children in reverse order"):
    given world: ActorSystem = new ActorSystem(engine)
    val ends = new Ends
    def child(name: String): Child[Int] =
      val made = Child[Int](name)(react { case -1 => stop })
      ends.note(name, made.ref)
      made
    val named = idle
    world.register("named", named)
    ends.note("named", named)
    for n <- List("a", "b") do
      val under = Supervisor.child(s"$n-under")(List(child(s"$n-1"), child(s"$n-2")))
      val supervisor = supervise()(child(s"$n-first"), under, child(s"$n-last"))
      ends.note(n, supervisor.ref)
      assertEquals(
        await(supervisor.children).map(_.name),
        List(s"$n-first", s"$n-under", s"$n-last")
      )
    assertEquals(shutDown(world), ShutdownResult(known = 3, killed = 0, stuck = 0))
    def tree(n: String) = List(s"$n-last", s"$n-2", s"$n-1", s"$n-first", n)
    assertEquals(ends.names, tree("b") ++ tree("a") ++ List("named"))
    assertEquals(ends.all.map(_._2).toSet, Set(ExitReason.Shutdown))

  test(
    "named actors, members of groups, those behind named routers and those with threads end with Shutdown"
  ):
    given world: ActorSystem = new ActorSystem(engine)
    val ends = new Ends
    val (named, member, routed) = (idle, idle, idle)
    val threaded = threadActor[Int](receive { case -1 => () })
    world.register("named", named)
    world.register("router", Router[Int](Routing.RoundRobin, 1)(_ => routed))
    assert(world.group[Int]("group").join(member))
    // it is another system's
    val foreign = actor[Int](react { case -1 => stop })(using system)
    world.register("foreign", foreign)
    val all = List(named, member, routed, threaded)
    all.foreach(ends.note("", _))
    assertEquals(shutDown(world), ShutdownResult(4, 0, 0))
    assertEquals(ends.all.map(_._2), List.fill(4)(ExitReason.Shutdown))
    assert(foreign.isAlive)
    foreign.kill()

  test("a system that keeps a list ends all that are on it"):
    given world: ActorSystem = new ActorSystem(engine, inspect = true)
    val all = List.fill(100)(idle)
    assertEquals(shutDown(world), ShutdownResult(100, 0, 0))
    assert(all.forall(!_.isAlive))
    assertEquals(world.actors, Vector.empty)
    assertEquals(world.stats.live, 0L)

  test("an actor that traps its exit and does not end is killed, and counted"):
    given world: ActorSystem = new ActorSystem(engine)
    val stubborn = actor[Any] { trapExit(identity); loop(react { _ => done }) }
    world.register("stubborn", stubborn)
    val told = new Probe[ExitReason]
    watch(stubborn, told)
    val obedient = idle
    world.register("obedient", obedient)
    val result = shutDown(world, 500.millis)
    // the obedient one too, if the machine is busy
    assert(result.known == 2 && result.killed >= 1, result.toString)
    assertEquals(told.next(), ExitReason.Killed)

  test("one that does not come out of a reaction is counted, keeps nobody waiting, and ends when it does"):
    given world: ActorSystem = new ActorSystem(engine)
    val (entered, gate) = (new CountDownLatch(1), new CountDownLatch(1))
    val held = actor[Int](loop(react { _ =>
      entered.countDown(); gate.await(); done
    }))
    world.register("held", held)
    held ! 1
    entered.await()
    assertEquals(shutDown(world, Duration.Zero), ShutdownResult(1, 1, 1))
    assert(held.isAlive)
    val told = new Probe[ExitReason]
    watch(held, told)
    gate.countDown()
    // it had been asked before it was killed
    assertEquals(told.next(), ExitReason.Shutdown)

  test("a supervisor whose child takes too long is killed, and does not keep the others from their end"):
    given world: ActorSystem = new ActorSystem(engine)
    val slow = Child[Any]("slow", ChildOptions(shutdownTimeout = 1.hour)):
      trapExit(identity)
      loop(react { _ => done })
    val _ = supervise()(slow)
    val named = idle
    world.register("named", named)
    val ended, namedEnded = new Probe[ExitReason]
    watch(slow.ref, ended)
    watch(named, namedEnded)
    val result = shutDown(world, 100.millis)
    // the named one too, if the machine is busy, and then neither may be over yet
    assert(result.known == 2 && result.killed >= 1, result.toString)
    assertEquals(ended.next(), ExitReason.Shutdown)
    assertEquals(namedEnded.next(), ExitReason.Shutdown)

  test(
    "an actor the system does not know ends with Shutdown when it is sent something, which is a dead letter"
  ):
    given world: ActorSystem = new ActorSystem(engine)
    val unknown = idle
    val bounded = actor.bounded[Int](3, Overflow.Refuse)(react { case -1 => stop })
    // a chain of links, too long for a stack
    val chain = (1 to 100_000).foldLeft(List(idle)): (all, _) =>
      val before = all.head
      actor[Int] { link(before); react { case -1 => stop } } :: all
    val ready = new CountDownLatch(1)
    chain.head ! 1
    val _ = actor[Int] { link(chain.head); ready.countDown(); stop }
    ready.await()
    val ends = new Probe[ExitReason]
    List(unknown, bounded, chain.last).foreach(watch(_, ends))
    Eventually.until("nothing runs on the engine"):
      engine.stats.queued == 0 && engine.stats.workers.forall(_.state != WorkerStats.State.Running)
    assertEquals(shutDown(world), ShutdownResult(0, 0, 0))
    assert(unknown.isAlive)
    val before = world.stats.deadLettersBy(DeadLetter.Reason.Terminated)
    unknown ! -1
    bounded ! -1
    chain.head ! -1
    assertEquals(ends.next(3), List.fill(3)(ExitReason.Shutdown))
    assert(world.stats.deadLettersBy(DeadLetter.Reason.Terminated) - before >= 3)
    assert(List(unknown, bounded, chain.head).forall(!_.isAlive))

  test("one that always has something to do ends too"):
    given world: ActorSystem = new ActorSystem(engine)
    val busy = actor[Int](loop(react { case n => self ! n + 1; done }))
    busy ! 0
    val ends = new Probe[ExitReason]
    watch(busy, ends)
    assertEquals(shutDown(world).known, 0)
    assertEquals(ends.next(), ExitReason.Shutdown)

  test("no actor can be started after it, and an attempt fails with the reason"):
    given world: ActorSystem = new ActorSystem(engine)
    val child = Child[Int]("child")(stop)
    val _ = shutDown(world)
    def refused(start: => Any): Unit =
      val refusal = intercept[IllegalStateException](start)
      assert(
        refusal.getMessage.nn.contains("its actor system was shut down: start it before"),
        refusal.getMessage
      )
    refused(actor[Int](stop))
    refused(actor.bounded[Int](1, Overflow.Refuse)(stop))
    refused(threadActor[Int](()))
    refused(supervise()(child))
    // by a supervisor that did not come to its end in time
    child.cell.supervise(child.ref, false, () => (), _ => ())
    refused(child.cell.begin())
    refused(Router[Int](Routing.RoundRobin, 2)(_ => actor[Int](stop)))
    assertEquals(world.stats.started, 0L)
    // the engine and its other systems continue
    assertEquals(endOf(actor[Int](stop)(using system)) == ExitReason.Shutdown, false)

  test("while supervisors still end nothing is started but children of theirs"):
    given world: ActorSystem = new ActorSystem(engine)
    val (ending, gate) = (new CountDownLatch(1), new CountDownLatch(1))
    val slow = Child[Any]("slow"):
      trapExit(identity)
      react { case _ => ending.countDown(); gate.await(); stop }
    val started = new Probe[String]
    // it continues its start before it handles the end
    val second = Child[Any]("second", ChildOptions(startTimeout = 2.minutes)):
      gate.await()
      started.ref ! "second"
      react { case _ => stop }
    val third = Child[Any]("third") { started.ref ! "third"; react { case _ => stop } }
    val _ = supervise()(second, third)
    val _ = await(supervise()(slow).children)
    val end = world.shutdown(2.minutes)
    ending.await()
    val refusal = intercept[IllegalStateException](actor[Int](stop))
    assert(refusal.getMessage.nn.contains("was shut down"), refusal.getMessage)
    gate.countDown()
    assertEquals(started.next(2), List("second", "third"))
    assertEquals(ended(end), ShutdownResult(2, 0, 0))

  test("a supervisor that was being started when the shutdown looked for all is asked to end"):
    val world = new ActorSystem(engine)
    val _ = shutDown(world)
    val overlooked = actor[Int](react { case -1 => stop })
    val told = new Probe[ExitReason]
    watch(overlooked, told)
    world.core.supervises(overlooked)
    assertEquals(told.next(), ExitReason.Shutdown)

  test("functions are called after the actors have terminated, with the time that is left"):
    given world: ActorSystem = new ActorSystem(engine)
    val named = idle
    world.register("named", named)
    val called = new Probe[(Boolean, FiniteDuration)]
    val closed = Promise[Unit]()
    val _ = world.onShutdown("the first"): left =>
      called.ref ! (named.isAlive, left)
      closed.future
    // it may block its thread
    val _ = world.onShutdown("the second"): _ =>
      await(closed.future)
      Future.unit
    val end = world.shutdown(2.minutes)
    val (wasAlive, left) = called.next()
    assert(!wasAlive)
    assert(left > Duration.Zero && left < 2.minutes, left.toString)
    assert(!end.isCompleted)
    closed.success(())
    assertEquals(ended(end), ShutdownResult(1, 0, 0))

  test("a function that fails, or throws, is reported and counted, and keeps no other from its end"):
    val reported = new LinkedBlockingQueue[String]()
    val own =
      Engine.start(EngineConfig(reporter = (e, where) => reported.add(s"$where: ${e.getMessage}"): Unit))
    val world = new ActorSystem(own)
    val others = Promise[Unit]()
    val _ = world.onShutdown("one")(_ => throw RuntimeException("thrown"))
    val _ = world.onShutdown("two")(_ => Future.failed(RuntimeException("failed")))
    val _ = world.onShutdown("three")(_ => Future.successful(others.success(()): Unit))
    val end = shutDown(world)
    assertEquals(end, ShutdownResult(0, 0, 0, failed = 2))
    assert(!end.isOrderly)
    assert(others.isCompleted)
    assertEquals(
      Set(reported.poll(), reported.poll()),
      Set("the shutdown of an actor system: one: thrown", "the shutdown of an actor system: two: failed")
    )
    assert(await(own.shutdown(2.minutes)))

  test("a function that does not complete is named in the log, and keeps nobody waiting"):
    val never = new CountDownLatch(1)
    for stop <- List[FiniteDuration => Future[Unit]](
        _ => Future.never,
        _ =>
          never.await(); Future.unit
      )
    do
      val world = new ActorSystem(engine)
      val _ = world.onShutdown("a node")(stop)
      val lines = logged(assertEquals(shutDown(world, Duration.Zero), ShutdownResult(0, 0, 0, failed = 1)))
      assert(lines.exists(_.contains("functions that have not completed in time: a node")), lines.toString)

  test("functions have some time although an actor does not come out of its reaction"):
    def round(): ShutdownResult =
      given world: ActorSystem = new ActorSystem(engine)
      val (entered, gate) = (new CountDownLatch(1), new CountDownLatch(1))
      val held = actor[Int](react { _ =>
        entered.countDown(); gate.await(); stop
      })
      world.register("held", held)
      held ! 1
      entered.await()
      val _ = world.onShutdown("a node"): left =>
        assertEquals(left, Duration.Zero)
        val stopped = Promise[Unit]()
        val _ = engine.after(50.millis)(() => stopped.success(()): Unit)
        stopped.future
      val end = shutDown(world, Duration.Zero)
      gate.countDown()
      end
    // a busy machine may take longer to call it
    assert((1 to 10).exists(_ => round() == ShutdownResult(1, 1, 1)))

  test("a function is not called after its registration was taken back, also while the actors are ending"):
    given world: ActorSystem = new ActorSystem(engine)
    def untouched(name: String) = world.onShutdown(name)(_ => Future.failed(AssertionError(name)))
    untouched("before").close()
    val late = untouched("late")
    val last = actor.named[Int]("last"):
      trapExit(_ => 0)
      react { case _ => late.close(); stop }
    world.register("last", last)
    assertEquals(shutDown(world), ShutdownResult(1, 0, 0))

  test("a function is refused after the shutdown has begun, with the remedy"):
    given world: ActorSystem = new ActorSystem(engine)
    val refusal = Promise[String]()
    val last = actor.named[Int]("last"):
      trapExit(_ => 0)
      react: _ =>
        val thrown = intercept[IllegalStateException](world.onShutdown("node a")(_ => Future.never))
        refusal.success(thrown.getMessage)
        stop
    world.register("last", last)
    assertEquals(shutDown(world), ShutdownResult(1, 0, 0))
    assertEquals(
      await(refusal.future),
      "node a cannot end with its actor system, which was shut down: start it before, or with another system"
    )

  test("a second call returns the same end, and any actor may ask for it"):
    given world: ActorSystem = new ActorSystem(engine)
    val asked = new Probe[Future[ShutdownResult]]
    val last = actor.named[Int]("last"):
      react { case _ => asked.ref ! world.shutdown(2.minutes); stop }
    world.register("last", last)
    last ! 1
    val end = asked.next()
    assert(world.shutdown(Duration.Zero) eq end)
    assertEquals(ended(end).killed, 0)
    assert(world.shutdown() eq end)

  test("a limit below zero is refused, and changes nothing"):
    val world = new ActorSystem(engine)
    val refusal = intercept[IllegalArgumentException](world.shutdown(-1.second))
    assert(refusal.getMessage.nn.contains("timeout = -1 seconds"), refusal.getMessage)
    val _ = endOf(actor[Int](stop)(using world))

  test("of actors that are started meanwhile none is waited for that was refused"):
    for _ <- 1 to 100 do
      val world = new ActorSystem(engine, inspect = true)
      val begun = new CountDownLatch(2)
      val starters = (1 to 2).map: _ =>
        Thread.ofPlatform.nn.start: () =>
          try
            while true do
              val _ = idle(using world)
              begun.countDown()
          catch case _: IllegalStateException => ()
      begun.await()
      assertEquals(shutDown(world).stuck, 0)
      starters.foreach(_.join())
      assertEquals(world.stats.live, 0L)

  test("it completes although the engine has terminated before, or terminates in the meantime"):
    for before <- List(true, false) do
      val own = Engine.start(EngineConfig(workers = 1))
      val world = new ActorSystem(own)
      world.register("stubborn", actor[Any] { trapExit(identity); loop(react { _ => done }) }(using world))
      if before then assert(await(own.shutdown(2.minutes)))
      val end = world.shutdown(1.hour)
      if !before then assert(await(own.shutdown(2.minutes)))
      assertEquals(ended(end).known, 1)

  test("supervisors that have ended are forgotten"):
    val known = new internal.system.ShutdownRoots
    val (dying, living) = (List.fill(1000)(new DyingRef[Int]), List.fill(3)(new DyingRef[Int]))
    living.foreach(known.addSupervisor)
    for ref <- dying do
      known.addSupervisor(ref)
      ref.die()
    assert(known.supervisors.size <= 16)
    assertEquals(known.supervisors.takeRight(3), living.reverse)
end ShutdownSuite
