package eddy.actor
package routing

import java.util.concurrent.CountDownLatch
import scala.concurrent.duration.DurationInt
import scala.util.Success

class RouterSuite extends ActorFixture:
  test("a router has a name, is a member of a group and subscribes to a bus like an actor"):
    val seen = new Probe[String]
    val router = Router[String](Routing.RoundRobin, 2): _ =>
      actor[String](loop(react { case text => seen.ref ! text; done }))
    system.register("a router", router)
    system.whereIs[String]("a router").foreach(_ ! "by name")
    assertEquals(seen.next(), "by name")
    val group = system.group[String]("routers")
    assert(group.join(router))
    assertEquals(group.broadcast("in a group"), 1)
    assertEquals(seen.next(), "in a group")
    val bus = EventBus[String]()
    bus.subscribe(router, "/news")
    assertEquals(bus.publish("/news", "on the bus"), 1)
    assertEquals(seen.next(), "on the bus")
    assert(system.unregister("a router"))
    router.kill()

  test("killing a router ends all its actors, also when some have just ended"):
    for _ <- 1 to 100 do
      val actors = List.fill(4)(actor[Int](react { _ => stop }))
      val router = Router[Int](Routing.RoundRobin, 4)(actors(_))
      actors.head ! 1
      router.kill()
      actors.foreach(endOf(_): Unit)

  private enum Job:
    case Do(n: Int)
    case Ask(n: Int, to: ActorRef[(Int, Int)])
    case End

  private final class Pool(routing: Routing[Job], size: Int):
    val seen = new Probe[(Int, Int)]
    val router: Router[Job] = Router(routing, size): number =>
      actor[Job]:
        loop:
          react:
            case Job.Do(n) => seen.ref ! (number, n); done
            case Job.Ask(n, to) => to ! (number, n); done
            case Job.End => stop

  test("round robin sends to each in turn"):
    val pool = new Pool(Routing.RoundRobin, 3)
    (1 to 6).foreach(n => pool.router ! Job.Do(n))
    assertEquals(
      pool.seen.next(6).groupMap(_._1)(_._2).view.mapValues(_.sorted).toMap,
      Map(0 -> List(1, 4), 1 -> List(2, 5), 2 -> List(3, 6))
    )

  private def byNumber = Routing.ByKey[Job]:
    case Job.Do(n) => n
    case other => other

  test("by key the same key always goes to the same actor, keys are spread, and a resize moves few"):
    val pool = new Pool(byNumber, 4)
    def homes(): Map[Int, Int] =
      (1 to 1000).foreach(n => pool.router ! Job.Do(n))
      pool.seen.next(1000).map((number, n) => n -> number).toMap
    val before = homes()
    assertEquals(homes(), before)
    before.values.groupBy(identity).values.foreach(some =>
      assert(some.size > 150, s"${some.size} of 1000 on one of four")
    )
    pool.router.resize(5)
    val moved = homes().count((n, home) => before(n) != home)
    assert(moved > 100 && moved < 300, s"$moved of 1000 moved, a fifth would be right")

  test("by key takes a message with a sender like any other"):
    val seen = new Probe[Any]
    val router = Router[Int](Routing.ByKey(n => n), 2)(_ =>
      actor[Int](loop(react { n =>
        reply(n + 1); done
      }))
    )
    val _ = actor[Any]:
      router.sendFrom(1)
      react { case n => seen.ref ! n; stop }
    assertEquals(seen.next(), 2)

  test("smallest mailbox avoids an actor that is held up"):
    val gate = new CountDownLatch(1)
    val held = new CountDownLatch(1)
    val seen = new Probe[Int]
    val router = Router[Int](Routing.SmallestMailbox, 2): number =>
      actor[Int]:
        loop:
          react: _ =>
            if number == 0 then
              held.countDown()
              gate.await()
            seen.ref ! number
            done
    val zero = router.routees.head
    (1 to 3).foreach(zero ! _)
    await(held)
    // each answer is waited for, so the other one has nothing waiting when the next is sent
    (1 to 100).foreach: n =>
      router ! n
      assertEquals(seen.next(), 1)
    gate.countDown()
    assertEquals(seen.next(3), List(0, 0, 0))

  test("broadcast reaches every one"):
    val pool = new Pool(Routing.Broadcast, 3)
    pool.router ! Job.Do(7)
    assertEquals(pool.seen.next(3).toSet, Set((0, 7), (1, 7), (2, 7)))

  test("askAll returns every answer, askFirst the first"):
    val pool = new Pool(Routing.RoundRobin, 3)
    val all = await(pool.router.askAll[(Int, Int)](2.minutes)(Job.Ask(5, _)))
    assertEquals(all, Vector(Success((0, 5)), Success((1, 5)), Success((2, 5))))
    assertEquals(await(pool.router.askFirst[(Int, Int)](2.minutes)(Job.Ask(6, _)))._2, 6)

  test("a shrinking router ends its last actors, a growing one makes more"):
    val pool = new Pool(Routing.RoundRobin, 3)
    val last = pool.router.routees.last
    val told = new Probe[ExitReason]
    watch(last, told)
    pool.router.resize(1)
    assertEquals(told.next(), ExitReason.Shutdown)
    assertEquals(pool.router.routees.size, 1)
    pool.router.resize(2)
    (1 to 2).foreach(n => pool.router ! Job.Do(n))
    // with a number that none had before
    assertEquals(pool.seen.next(2).map(_._1).toSet, Set(0, 3))

  test("an actor that ends is taken out; with none left messages are dead letters"):
    val pool = new Pool(Routing.Broadcast, 2)
    val told = new Probe[ExitReason]
    pool.router.routees.foreach(watch(_, told))
    pool.router ! Job.End
    val _ = told.next(2)
    assertEquals(pool.router.routees, Vector.empty)
    val before = system.stats.deadLetters
    pool.router ! Job.Do(1)
    assertEquals(pool.router.trySend(Job.Do(2)), Delivery.Terminated)
    assertEquals(system.stats.deadLetters - before, 1L)

  test("a size below one is refused"):
    val refusal = intercept[IllegalArgumentException](new Pool(Routing.RoundRobin, 0))
    assert(refusal.getMessage.nn.contains("size = 0"))

  test("when one ends the others continue"):
    val pool = new Pool(Routing.RoundRobin, 3)
    val told = new Probe[ExitReason]
    watch(pool.router.routees(1), told)
    pool.router.routees(1) ! Job.End
    val _ = told.next()
    (1 to 4).foreach(n => pool.router ! Job.Do(n))
    assertEquals(
      pool.seen.next(4).map(_._1).groupBy(identity).view.mapValues(_.size).toMap,
      Map(0 -> 2, 2 -> 2)
    )

  test("a router that is asked to end or killed passes it on to each actor"):
    for (end, reason) <- List[(Router[Job] => Unit, ExitReason)](
        (_.exit(ExitReason.Because("over")), ExitReason.Because("over")),
        (_.kill(), ExitReason.Killed)
      )
    do
      val pool = new Pool(Routing.RoundRobin, 2)
      val told = new Probe[ExitReason]
      pool.router.routees.foreach(watch(_, told))
      end(pool.router)
      assertEquals(told.next(2), List(reason, reason))
end RouterSuite
