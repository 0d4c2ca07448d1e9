package eddy.actor
package routing

import eddy.actor.internal.cell.HalfEndedCell

import java.util.concurrent.CountDownLatch

/** Actors of a router that end, by themselves or after a resize, while messages come. */
class EndingRouteeSuite extends ActorFixture:
  test("trySend goes to another while a bounded actor ends, though it is still alive"):
    val (there, gate) = (new CountDownLatch(1), new CountDownLatch(1))
    val policy = new MailboxPolicy.Bounded[Int](10, Overflow.Refuse)
    val ending: ActorRef[Int] = new HalfEndedCell[Int](
      system.core,
      policy,
      there,
      gate,
      actor =>
        given Actor[Int] = actor
        react { case _ => stop }
    ).begin()
    val seen = new Probe[Int]
    val router = Router[Int](Routing.RoundRobin, 2)(Vector(ending, seen.ref))
    ending ! 0
    there.await()
    assert(ending.isAlive)
    (1 to 4).foreach(n => assertEquals(router.trySend(n), Delivery.Accepted))
    assertEquals(seen.next(4), (1 to 4).toList)
    assertEquals(router.routees, Vector(seen.ref))
    gate.countDown()
    router.kill()

  private def kinds = List[(String, (Int => Unit) => ActorRef[Int])](
    "reacting" -> (handle =>
      actor[Int](loop(react { n =>
        handle(n); done
      }))
    ),
    "bounded" -> (handle =>
      actor.bounded[Int](10, Overflow.Refuse)(loop(react { n =>
        handle(n); done
      }))
    ),
    "with a thread" -> (handle => threadActor[Int](while true do receive(handle(_)))),
    "bounded, with a thread" ->
      (handle => threadActor.bounded[Int](10, Overflow.Refuse)(while true do receive(handle(_))))
  )

  private def ends = List[(String, ActorRef[Int] => Unit)](
    "killed" -> (_.kill()),
    "asked to end at once" -> (_.exit(ExitReason.Because("now"))),
    "ended by a link" -> { ref =>
      val other = actor[Unit] { link(ref); react { case () => exit(ExitReason.Because("linked")) } }
      val _ = endOf(other, other ! ())
    }
  )

  for (kind, make) <- kinds; (how, endIt) <- ends do
    test(s"what a surplus actor, $kind, leaves when it is $how after a resize goes to the others"):
      val (held, gate) = (new CountDownLatch(1), new CountDownLatch(1))
      val seen = new Probe[(Int, Int)]
      val router = Router[Int](Routing.RoundRobin, 2): number =>
        make: n =>
          if n == 0 then
            held.countDown()
            gate.await()
          else seen.ref ! (number, n)
      val last = router.routees(1)
      last ! 0
      held.await()
      (1 to 5).foreach(last ! _)
      val before = system.stats.deadLetters
      router.resize(1)
      endIt(last)
      val told = new Probe[ExitReason]
      watch(last, told)
      gate.countDown()
      assert(told.next() != ExitReason.Shutdown)
      assertEquals(system.stats.deadLetters, before)
      assertEquals(seen.next(5), (1 to 5).map(0 -> _).toList)
      router.kill()
  end for
end EndingRouteeSuite
