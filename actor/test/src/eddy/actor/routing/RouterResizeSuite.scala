package eddy.actor
package routing

import java.util.concurrent.CountDownLatch

/** What becomes of messages when a router shrinks, or one of its actors ends. */
class RouterResizeSuite extends ActorFixture:
  test("the surplus of a shrinking router handles what was sent to it before"):
    val (gate, others) = (new CountDownLatch(1), new CountDownLatch(200))
    val seen = new Probe[Int]
    val router = Router[Int](Routing.Broadcast, 2): i =>
      actor[Int]:
        loop:
          react: n =>
            if i == 1 then
              gate.await()
              seen.ref ! n
            else others.countDown()
            done
    (1 to 200).foreach(router ! _)
    val told = new Probe[ExitReason]
    watch(router.routees.last, told)
    router.resize(1)
    gate.countDown()
    assertEquals(seen.next(200), (1 to 200).toList)
    assertEquals(told.next(), ExitReason.Shutdown)
    // messages left in a mailbox would be dead letters while the next test counts them
    others.await()
    router.kill()

  test("a message to an actor that has terminated, while the router does not know it yet, goes to another"):
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
      // as a sender that has read the routees before the resize
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
end RouterResizeSuite
