package eddy.actor
package routing

import eddy.testing.Eventually

import java.util.concurrent.CountDownLatch
import scala.concurrent.duration.DurationInt
import scala.util.{Failure, Success}

/** What a router makes of actors that refuse or lose what they are sent. */
class RouterLossSuite extends ActorFixture:
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
    // often: the answer may come before or while the handlers are set
    (1 to 200).foreach: _ =>
      assertEquals(await(router.askFirst[Int](2.minutes)(identity)), 1)
    await(router.askAll[Int](2.minutes)(identity)) match
      case Vector(Failure(_: UnansweredException), Success(1)) => ()
      case other => fail(s"$other")

  test("askFirst fails when all fail, with the failure of one of them, and without an actor to ask"):
    val router = over(Routing.RoundRobin, refusing, refusing)
    intercept[UnansweredException](await(router.askFirst[Int](1.hour)(identity))): Unit
    router.kill()
    Eventually.until("no routee is left")(router.routees.isEmpty)
    val refusal =
      intercept[NoSuchElementException](await(router.askFirst[Int](1.hour)(identity)))
    assert(refusal.getMessage.nn.contains("has no actor to ask"), refusal.getMessage)

  /** Never comes to a question: when `gate` opens it ends. */
  private def dying(gate: CountDownLatch): ActorRef[ActorRef[Int]] = actor { gate.await(); stop }

  test("a question to all is answered although some lose it"):
    val gate = new CountDownLatch(1)
    val slow = actor[ActorRef[Int]] { gate.await(); loop(react { case to => to ! 1; done }) }
    val router = over(Routing.Broadcast, refusing, slow, refusing)
    // forwards it, and may be refused
    val front = actor[ActorRef[Int]](react { case to => val _ = router.trySend(to); stop })
    val answers =
      List(router, front, over(Routing.Broadcast, refusing, router)).map(_.ask[Int](1.hour)(identity))
    assertEndsWell(front)
    gate.countDown()
    answers.foreach(answer => assertEquals(await(answer), 1))

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
      intercept[UnansweredException](await(answer)): Unit

  test("a question to all that none takes can still be put to another"):
    val none = over(Routing.Broadcast, refusing, refusing)
    val front = actor[ActorRef[Int]](react { case to =>
      if none.trySend(to) == Delivery.Full then answering ! to
      stop
    })
    assertEquals(await(front.ask[Int](1.hour)(identity)), 1)
end RouterLossSuite
