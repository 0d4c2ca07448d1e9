package eddy.actor
package routing

import eddy.testing.Eventually

import scala.concurrent.duration.DurationInt

/** Routers whose actors fail. */
class SupervisedRouterSuite extends ActorFixture:
  private val patient = Supervision(intensity = Intensity(1000, 1.hour))

  private enum Job:
    case Do(n: Int)
    case Fail
    case Stop
  import Job.*

  private def pool(
      size: Int,
      seen: Probe[(Int, Int)],
      supervision: Supervision = patient,
      routing: Routing[Job] = Routing.RoundRobin
  )(using ActorSystem) =
    Router.supervised[Job](routing, size, supervision): number =>
      loop:
        react:
          case Do(n) => seen.ref ! (number, n); done
          case Fail => throw IllegalStateException(s"$number fails")
          case Stop => stop

  test("actors that fail are restarted in place, with their numbers, and keep what they have not taken"):
    val seen = new Probe[(Int, Int)]
    val router = pool(3, seen)
    val before = router.routees
    for round <- 1 to 5 do
      before.foreach(_ ! Fail)
      before.foreach(_ ! Do(round))
      assertEquals(seen.next(3).toSet, Set(0 -> round, 1 -> round, 2 -> round))
    assertEquals(router.routees, before)
    assert(router.isAlive)
    router.kill()
    before.foreach(endOf(_): Unit)

  test("a broadcast that makes all fail leaves them all"):
    val seen = new Probe[(Int, Int)]
    val router = pool(4, seen, routing = Routing.Broadcast)
    router ! Fail
    router ! Do(1)
    assertEquals(seen.next(4).toSet, (0 to 3).map(_ -> 1).toSet)
    router.kill()

  test("one that ends normally is taken out; when it is the last, that is said and counted"):
    val world = newSystem
    locally:
      given ActorSystem = world
      val router = pool(2, new Probe)
      val lines = logged:
        router.routees.foreach(ref => endOf(ref, ref ! Stop): Unit)
        Eventually.until("it is counted")(world.stats.emptiedRouters == 1)
      assert(lines.exists(_.contains("the last actor of a router has terminated")), lines.toString)
      assertEquals(router.routees, Vector.empty)
      router.resize(1)
      assertEquals(router.routees.size, 1)
      router.kill()

  test("when failures are too many the router ends with its actors, for good"):
    val router = pool(2, new Probe, Supervision(intensity = Intensity(1, 1.hour)))
    val routees = router.routees
    val ended = new Probe[ExitReason]
    watch(router, ended)
    system.register("pool", router)
    routees.foreach(_ ! Fail)
    ended.next() match
      case ExitReason.Failed(_: GaveUpException) => ()
      case other => fail(s"$other")
    assert(!router.isAlive)
    Eventually.until("no routee is left")(routees.forall(!_.isAlive))
    assertEquals(system.whereIs("pool"), None)
    intercept[IllegalStateException](router.resize(3)): Unit
    assertEquals(router.trySend(Do(1)), Delivery.Terminated)

  test(
    "a smaller pool ends its last actors, and what these leave goes to the others, whether they fail meanwhile or not"
  ):
    val supervisions = List(patient, patient.copy(backoff = Backoff(30.millis, 30.millis, 0)))
    for supervision <- supervisions; fails <- List(false, true) do
      val seen = new Probe[(Int, Int)]
      val router = pool(2, seen, supervision)
      val last = router.routees.last
      if fails then last ! Fail
      (1 to 3).foreach(n => last ! Do(n))
      val ended = new Probe[ExitReason]
      watch(last, ended)
      router.resize(1)
      assertEquals(ended.next(), ExitReason.Shutdown)
      assertEquals(seen.next(3).map(_(1)).toSet, Set(1, 2, 3))
      router.resize(2)
      router.routees.foreach(_ ! Do(9))
      assertEquals(seen.next(2).toSet, Set(0 -> 9, 2 -> 9))
      router.kill()

  test("a larger pool is supervised as a whole, and a size below one is refused"):
    val seen = new Probe[(Int, Int)]
    val router = pool(1, seen)
    router.resize(3)
    router.routees.foreach(_ ! Fail)
    router.routees.foreach(_ ! Do(1))
    assertEquals(seen.next(3).toSet, Set(0 -> 1, 1 -> 1, 2 -> 1))
    intercept[IllegalArgumentException](router.resize(0)): Unit
    intercept[IllegalArgumentException](pool(0, seen)): Unit
    router.kill()

  test(
    "a pool without a supervisor that loses its last actor says so, once, and is not alive until it is larger"
  ):
    val world = newSystem
    locally:
      given ActorSystem = world
      val router = Router[Job](Routing.RoundRobin, 2)(_ =>
        actor[Job](react { case _ => throw IllegalStateException("no") })
      )
      assert(router.isAlive)
      val routees = router.routees
      val lines = logged:
        routees.foreach(ref => endOf(ref, ref ! Fail): Unit)
        Eventually.until("it is counted")(world.stats.emptiedRouters == 1)
      assertEquals(lines.count(_.contains("the last actor of a router has terminated")), 1, lines.toString)
      assert(!router.isAlive)
      router.resize(1)
      assert(router.isAlive)
      // on purpose
      val left = router.routees.head
      val ended = endOf(left, router.kill())
      assertEquals(ended, ExitReason.Killed)
      assertEquals(world.stats.emptiedRouters, 1L)
      // on purpose before, and not now
      router.resize(1)
      val last = router.routees.head
      val _ = endOf(last, last ! Fail)
      Eventually.until("it is counted again")(world.stats.emptiedRouters == 2)

  test("an exit that its actors ignore does not keep a router from saying that the last one fails later"):
    val world = newSystem
    locally:
      given ActorSystem = world
      val router = Router[Job](Routing.RoundRobin, 1)(_ =>
        actor[Job](react { case _ => throw IllegalStateException("no") })
      )
      val only = router.routees.head
      router.exit(ExitReason.Normal)
      val _ = endOf(only, only ! Fail)
      Eventually.until("it is counted")(world.stats.emptiedRouters == 1)
end SupervisedRouterSuite
