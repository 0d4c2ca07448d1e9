package eddy.actor

import java.util.concurrent.CountDownLatch
import scala.concurrent.Await
import scala.concurrent.duration.DurationInt
import scala.util.{Failure, Success}

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

  test("round robin gives each its turn"):
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
    assert(held.await(20, java.util.concurrent.TimeUnit.SECONDS))
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

  test("askAll gives every answer, askFirst the first"):
    val pool = new Pool(Routing.RoundRobin, 3)
    val all = Await.result(pool.router.askAll[(Int, Int)](20.seconds)(Job.Ask(5, _)), 20.seconds)
    assertEquals(all, Vector(Success((0, 5)), Success((1, 5)), Success((2, 5))))
    assertEquals(Await.result(pool.router.askFirst[(Int, Int)](20.seconds)(Job.Ask(6, _)), 20.seconds)._2, 6)

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

  test("the surplus of a shrinking router handles what was sent to it before"):
    val gate = new CountDownLatch(1)
    val seen = new Probe[Int]
    val router = Router[Int](Routing.Broadcast, 2): i =>
      actor[Int]:
        loop:
          react: n =>
            if i == 1 then
              gate.await()
              seen.ref ! n
            done
    (1 to 200).foreach(router ! _)
    val told = new Probe[ExitReason]
    watch(router.routees.last, told)
    router.resize(1)
    gate.countDown()
    assertEquals(seen.next(200), (1 to 200).toList)
    assertEquals(told.next(), ExitReason.Shutdown)
    router.kill()

  test("an actor that ends is taken out; with none left messages are dead letters"):
    val pool = new Pool(Routing.Broadcast, 2)
    val told = new Probe[ExitReason]
    pool.router.routees.foreach(watch(_, told))
    pool.router ! Job.End
    val _ = told.next(2)
    assertEquals(pool.router.routees, Vector.empty)
    val before = system.stats.deadLetters
    pool.router ! Job.Do(1)
    assertEquals(pool.router.trySend(Job.Do(2)), Delivery.Ended)
    assertEquals(system.stats.deadLetters - before, 1L)

  test("a size below one is refused"):
    val refusal = intercept[IllegalArgumentException](new Pool(Routing.RoundRobin, 0))
    assert(refusal.getMessage.nn.contains("size = 0"))

  /** With five messages that it never takes. */
  private def laden(): ActorRef[Int] =
    val ref = actor.bounded[Int](5, Overflow.Refuse)(react { case -1 => stop })
    (1 to 5).foreach(ref ! _)
    ref

  private def over[M](routing: Routing[M], refs: ActorRef[M]*): Router[M] = Router(routing, refs.size)(refs)

  test("a broadcast is accepted when at least one took it, and otherwise refused as by the first"):
    val free = new Probe[Int]
    assertEquals(over(Routing.Broadcast, laden(), free.ref).trySend(7), Delivery.Accepted)
    assertEquals(free.next(), 7)
    assertEquals(over(Routing.Broadcast, laden(), laden()).trySend(7), Delivery.Full)

  test("smallest mailbox counts what waits in bounded mailboxes and behind other routers"):
    val inner = over(Routing.RoundRobin, actor[Int](react { case -1 => stop }))
    (1 to 5).foreach(inner ! _)
    for busy <- List(laden(), inner) do
      val free = new Probe[Int]
      val router = over(Routing.SmallestMailbox, busy, free.ref)
      (1 to 30).foreach: n =>
        router ! n
        assertEquals(free.next(), n)
      assertEquals(router.routees, Vector(busy, free.ref))

  private def answering: ActorRef[ActorRef[Int]] = actor(loop(react { case to => to ! 1; done }))
  private def refusing: ActorRef[ActorRef[Int]] =
    val ref = actor.bounded[ActorRef[Int]](1, Overflow.Refuse)(react { case to if !to.isAlive => stop })
    ref ! new Probe[Int].ref
    ref

  test("askFirst passes over those that fail; askAll has failures where they belong"):
    val router = over(Routing.RoundRobin, refusing, answering)
    // often: the answer may come before or while the callbacks are set
    (1 to 200).foreach: _ =>
      assertEquals(Await.result(router.askFirst[Int](20.seconds)(identity), 20.seconds), 1)
    Await.result(router.askAll[Int](20.seconds)(identity), 20.seconds) match
      case Vector(Failure(_: UnansweredException), Success(1)) => ()
      case other => fail(s"$other")

  test("askFirst fails when all fail, with what one of them failed with, and when there is none to ask"):
    val router = over(Routing.RoundRobin, refusing, refusing)
    intercept[UnansweredException](Await.result(router.askFirst[Int](1.hour)(identity), 20.seconds)): Unit
    router.kill()
    eventually(router.routees.isEmpty)
    val refusal =
      intercept[NoSuchElementException](Await.result(router.askFirst[Int](1.hour)(identity), 20.seconds))
    assert(refusal.getMessage.nn.contains("has no actor to ask"), refusal.getMessage)

  /** Never comes to a question: when `gate` opens it ends. */
  private def dying(gate: CountDownLatch): ActorRef[ActorRef[Int]] = actor { gate.await(); stop }

  test("a question to all is answered although some lose it"):
    val gate = new CountDownLatch(1)
    val slow = actor[ActorRef[Int]] { gate.await(); loop(react { case to => to ! 1; done }) }
    val router = over(Routing.Broadcast, refusing, slow, refusing)
    // passed on by who may be refused
    val front = actor[ActorRef[Int]](react { case to => val _ = router.trySend(to); stop })
    val answers =
      List(router, front, over(Routing.Broadcast, refusing, router)).map(_.ask[Int](1.hour)(identity))
    assertEndsWell(front)
    gate.countDown()
    answers.foreach(answer => assertEquals(Await.result(answer, 20.seconds), 1))

  test("a question to all fails when all have lost it, at once or later"):
    val gate = new CountDownLatch(1)
    val router = over(Routing.Broadcast, refusing, dying(gate), dying(gate))
    val front = actor[ActorRef[Int]](react { case to => val _ = router.trySend(to); stop })
    val answers = List(router, front).map(_.ask[Int](1.hour)(identity))
    assertEndsWell(front)
    assert(answers.forall(!_.isCompleted))
    gate.countDown()
    val refused = over(Routing.Broadcast, refusing, refusing).ask[Int](1.hour)(identity)
    for answer <- refused :: answers do
      intercept[UnansweredException](Await.result(answer, 20.seconds)): Unit

  test("a question to all that none takes can still be put to another"):
    val none = over(Routing.Broadcast, refusing, refusing)
    val front = actor[ActorRef[Int]](react { case to =>
      if none.trySend(to) == Delivery.Full then answering ! to
      stop
    })
    assertEquals(Await.result(front.ask[Int](1.hour)(identity), 20.seconds), 1)

  test("what is sent when an actor has ended, and the router does not know it yet, goes to another"):
    for routing <- List(Routing.RoundRobin, Routing.SmallestMailbox, Routing.ByKey[Int](n => n)) do
      val (ending, gate) = (new CountDownLatch(1), new CountDownLatch(1))
      val seen = new Probe[Int]
      val router = Router[Int](routing, 2): number =>
        val ref = actor[Int](loop(react { case -1 => stop; case n => seen.ref ! n; done }))
        // told before the router is
        if number == 0 then
          ref.addMonitor(new Monitor(
            ref,
            _ =>
              ending.countDown(); gate.await()
          ))
        ref
      router.routees.head ! -1
      ending.await()
      val before = system.stats.deadLetters
      (1 to 10).foreach(router ! _)
      (11 to 20).foreach(n => assertEquals(router.trySend(n), Delivery.Accepted))
      assertEquals(seen.next(20), (1 to 20).toList, routing.toString)
      assertEquals(system.stats.deadLetters, before)
      gate.countDown()
      router.kill()

  test("what reaches the surplus of a shrinking router too late goes to the others"):
    for
      overflow <- List(None, Some(Overflow.Refuse))
      threaded <- List(false, true)
      fails <- List(false, true)
    do
      val (held, gate) = (new CountDownLatch(1), new CountDownLatch(1))
      val seen = new Probe[(Int, Int)]
      def handle(number: Int, n: Int): Unit =
        if n == 0 then
          held.countDown()
          gate.await()
          if fails then throw IllegalStateException("fail")
        seen.ref ! (number, n)
      val router = Router[Int](Routing.RoundRobin, 2): number =>
        def reacting(using Actor[Int]): Behavior[Int] = loop(react { n =>
          handle(number, n); done
        })
        def thread(using ThreadActor[Int]): Unit = while true do receive { n => handle(number, n) }
        overflow match
          case None => if threaded then threadActor[Int](thread) else actor[Int](reacting)
          case Some(policy) =>
            if threaded then threadActor.bounded[Int](10, policy)(thread)
            else actor.bounded[Int](10, policy)(reacting)
      val last = router.routees(1)
      last ! 0
      held.await()
      last ! 1
      router.resize(1)
      // as who has looked at the routees before
      (2 to 5).foreach(last ! _)
      val before = system.stats.deadLetters
      gate.countDown()
      val first = if fails then Set((0, 1)) else Set((1, 0), (1, 1))
      assertEquals(seen.next(4 + first.size).toSet, first ++ Set((0, 2), (0, 3), (0, 4), (0, 5)))
      assertEquals(system.stats.deadLetters, before)
      router.kill()

  test("of a broadcast the surplus of a shrinking router passes nothing on, for the others have it"):
    val (held, gate) = (new CountDownLatch(1), new CountDownLatch(1))
    val seen = new Probe[Int]
    val router = Router[Int](Routing.Broadcast, 2): number =>
      actor[Int](loop(react { n =>
        if number == 1 then
          held.countDown(); gate.await()
        else seen.ref ! n
        done
      }))
    val last = router.routees(1)
    router ! 1
    held.await()
    router.resize(1)
    last ! 1
    val told = new Probe[ExitReason]
    watch(last, told)
    gate.countDown()
    assertEquals(told.next(), ExitReason.Shutdown)
    router ! 2
    assertEquals(seen.next(2), List(1, 2))

  test("one that a resize has ended gets nothing more, though it has something in hand"):
    val gate = new CountDownLatch(1)
    val seen = new Probe[Int]
    val router = Router[Int](Routing.Broadcast, 2)(number =>
      actor[Int](loop(react { n =>
        if number == 1 then gate.await()
        seen.ref ! n; done
      }))
    )
    router ! 1
    assertEquals(seen.next(), 1)
    val last = router.routees.last
    router.resize(1)
    assertEquals(router.routees.size, 1)
    assert(!router.routees.contains(last))
    gate.countDown()

  test("when one ends the others go on"):
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

  /** Polls what has no event to wait for. */
  private def eventually(condition: => Boolean): Unit =
    val until = System.nanoTime() + 20_000_000_000L
    while !condition && System.nanoTime() < until do Thread.onSpinWait()
    assert(condition)
end RouterSuite
