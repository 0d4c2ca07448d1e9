package eddy.actor

import eddy.testing.Eventually

import scala.concurrent.duration.DurationInt

class ContramapSuite extends ActorFixture:
  private enum Desk:
    case Order(item: String)
    case Paid(cents: Int)
    case Asked(to: ActorRef[Int])

  private def desk(seen: Probe[Any]): ActorRef[Desk] = actor[Desk]:
    loop:
      react:
        case Desk.Order("fail") => throw IllegalStateException("fail")
        case Desk.Order("end") => stop
        case order: Desk.Order => reply(s"$order"); done
        case other => seen.ref ! other; done

  test("each message arrives as what the function makes of it, in order"):
    val seen = new Probe[Any]
    val ref = desk(seen)
    val paid = ref.contramap[Int](Desk.Paid(_))
    val words = paid.contramap[String](_.length)
    paid ! 1
    words ! "four"
    assertEquals(paid.trySend(2), Delivery.Accepted)
    assertEquals(seen.next(3), List(Desk.Paid(1), Desk.Paid(4), Desk.Paid(2)))
    assert(intercept[NullPointerException](words ! null.asInstanceOf[String]).getMessage.nn.contains(s"$ref"))
    ref.kill()

  test("the sender of a message is kept"):
    val (seen, answers) = (new Probe[Any], new Probe[String])
    val orders = desk(seen).contramap[String](Desk.Order(_))
    val _ = actor[String]:
      orders.sendFrom("tea")
      react { case answer => answers.ref ! answer; stop }
    assertEquals(answers.next(), "Order(tea)")
    orders.kill()

  test("links, monitors and exits are those of the actor"):
    val (seen, heard) = (new Probe[Any], new Probe[Any])
    val ref = desk(seen)
    val orders = ref.contramap[String](Desk.Order(_))
    val _ = actor[Any]:
      trapExit(identity)
      monitor(orders)(reason => reason): Unit
      link(orders)
      heard.ref ! links
      loop(react { case end => heard.ref ! end; done })
    assertEquals(heard.next(), Set[ActorRef[?]](ref))
    orders.exit(ExitReason.Because("enough"))
    val ends = heard.next(2).toSet
    assertEquals(ends, Set[Any](Exit(ref, ExitReason.Because("enough")), ExitReason.Because("enough")))
    assert(!orders.isAlive)

  test("a link by one of its addresses is taken back by another"):
    val (seen, told) = (new Probe[Any], new Probe[Any])
    val ref = desk(seen)
    val _ = actor[Unit]:
      link(ref.contramap[String](Desk.Order(_)))
      unlink(ref.contramap[Int](Desk.Paid(_)))
      told.ref ! links
      stop
    assertEquals(told.next(), Set.empty[ActorRef[?]])
    ref.kill()

  test(
    "a question fails as soon as the actor behind the address has lost it, and one to several with the last"
  ):
    val gate = new java.util.concurrent.CountDownLatch(1)
    val ref = actor[Desk](react { case _ => gate.await(); stop })
    val other = actor[Desk](react { case _ => gate.await(); stop })
    for one <- List(ref, other) do one ! Desk.Paid(0)
    val asked = ref.contramap[ActorRef[Int]](Desk.Asked(_))
    val group = system.group[ActorRef[Int]]("desks")
    assert(group.join(asked) && group.join(other.contramap(Desk.Asked(_))))
    val caller = actor[ActorRef[Int]]:
      react:
        case to =>
          assertEquals(group.broadcast(to), 2)
          stop
    val answers = List(asked.ask[Int](1.hour)(identity), caller.ask[Int](1.hour)(identity))
    assertEndsWell(caller)
    gate.countDown()
    for answer <- answers do
      assertEquals(intercept[UnansweredException](await(answer)).reason, DeadLetter.Reason.Ended)

  test("a timer to the address is cancelled when the actor has terminated"):
    val ref = desk(new Probe[Any])
    val orders = ref.contramap[String](Desk.Order(_))
    val _ = sendAfter(orders, 1.hour, "tea")
    val _ = sendEvery(orders, 1.hour, "tea")
    // those of earlier questions go when their answers are known
    Eventually.until("only the two timers are left")(engine.stats.timers == 2)
    assertEquals(endOf(orders, orders ! "end"), ExitReason.Normal)
    Eventually.until("no timer is left")(engine.stats.timers == 0)

  test("an actor that waits by such an address for one that waits for it closes a circle"):
    val seen = new Probe[Throwable]
    val alone = actor.named[Int]("alone"):
      react:
        case _ =>
          val me: ActorRef[Int] = self
          try me.contramap[ActorRef[Int]](_ => 1).askAndWait[Int](1.hour)(identity): Unit
          catch case circle: AskCycleException => seen.ref ! circle
          stop
    alone ! 1
    assert(seen.next().getMessage.nn.contains("actor \"alone\" -> actor \"alone\""))
end ContramapSuite
