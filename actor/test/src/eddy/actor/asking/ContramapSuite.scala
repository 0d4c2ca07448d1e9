package eddy.actor
package asking

import eddy.testing.Eventually

import scala.concurrent.duration.DurationInt

class ContramapSuite extends ActorFixture:
  private enum Desk:
    case Order(item: String)
    case Paid(cents: Int)
    case Asked(to: ActorRef[Int])
    case Priced(question: Price)
    case Anything(value: Any)

  private final case class Price(of: String, to: ActorRef[Int])

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
      assertEquals(intercept[UnansweredException](await(answer)).reason, DeadLetter.Reason.Terminated)

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

  test("a function that throws costs its message alone: neither the sender nor another receiver notices"):
    val seen = new Probe[Any]
    val (ref, other) = (desk(seen), desk(seen))
    // each with a function object of its own
    def made(text: String): ActorRef[String] = ref.contramap[String](_ => throw IllegalStateException(text))
    val (broken, also) = (made("broken"), made("broken"))
    val sound = other.contramap[String](text => Desk.Paid(text.length))
    val group = system.group[String]("broken and sound")
    val bus = new EventBus[String]
    val all = List(broken, sound, also)
    for member <- all do
      assert(group.join(member))
      bus.subscribe(member, "/words")
    val router = Router[String](Routing.Broadcast, all.size)(all)
    val before = system.stats.deadLettersBy(DeadLetter.Reason.Unmapped)
    broken ! "a"
    assertEquals(broken.trySend("b"), Delivery.Dropped)
    assertEquals(group.broadcast("one"), 1)
    assertEquals(bus.publish("/words", "four"), 1)
    router ! "three"
    assertEquals(router.trySend("seven"), Delivery.Accepted)
    assertEquals(seen.next(4), List(Desk.Paid(3), Desk.Paid(4), Desk.Paid(5), Desk.Paid(5)))
    assertEquals(system.stats.deadLettersBy(DeadLetter.Reason.Unmapped) - before, 10L)
    assertEquals(reported, List.fill(10)("broken"))
    assert(reportedWhere.forall(_.contains(s"$ref")), reportedWhere.toString)
    val _ = sendAfter(broken, 1.milli, "late")
    Eventually.until("the timer's message is reported")(reported.size == 11)
    ref.kill()
    other.kill()

  test("a question that the function throws at fails at once, and one to several with the last"):
    val ref = desk(new Probe[Any])
    val broken = ref.contramap[ActorRef[Int]](_ => throw IllegalStateException("broken"))
    val failure = intercept[UnansweredException](await(broken.ask[Int](1.hour)(identity)))
    assertEquals(failure.reason, DeadLetter.Reason.Unmapped)
    val sound = actor[ActorRef[Int]](loop(react { case to => to ! 7; done }))
    val mixed = Router[ActorRef[Int]](Routing.Broadcast, 2)(List(broken, sound))
    assertEquals(await(mixed.ask[Int](1.hour)(identity)), 7)
    val none = Router[ActorRef[Int]](Routing.Broadcast, 2)(_ => broken)
    assertEquals(
      intercept[UnansweredException](await(none.ask[Int](1.hour)(identity))).reason,
      DeadLetter.Reason.Unmapped
    )
    sound.kill()
    ref.kill()

  test("a question is seen inside the message that the function makes of it"):
    val gate = new java.util.concurrent.CountDownLatch(1)
    val waiting = actor[Desk](react { case _ => gate.await(); stop })
    waiting ! Desk.Paid(0)
    val failing = actor[Desk](react { case _ => throw IllegalStateException("fail") })
    val lost = waiting.contramap[Price](Desk.Priced(_)).ask[Int](1.hour)(Price("tea", _))
    val failed = failing.contramap[Price](Desk.Priced(_)).ask[Int](1.hour)(Price("tea", _))
    gate.countDown()
    assertEquals(intercept[UnansweredException](await(lost)).reason, DeadLetter.Reason.Terminated)
    assertEquals(intercept[AskedFailedException](await(failed)).getCause.nn.getMessage, "fail")

  test("addresses are equal by their actor and the function object, and so leave what they have joined"):
    val (ref, other) = (desk(new Probe[Any]), desk(new Probe[Any]))
    val (order, paid) = ((text: String) => Desk.Order(text), (text: String) => Desk.Paid(text.length))
    assertEquals(ref.contramap(order), ref.contramap(order))
    assertEquals(ref.contramap(order).hashCode, ref.contramap(order).hashCode)
    assertNotEquals(ref.contramap(order), other.contramap(order))
    assert(ref.contramap[String](order) != ref.contramap[String](paid))
    val group = system.group[String]("words")
    assert(group.join(ref.contramap(order)))
    assert(!group.join(ref.contramap(order)))
    assert(group.leave(ref.contramap(order)))
    val bus = new EventBus[String]
    bus.subscribe(ref.contramap(order), "/words")
    bus.unsubscribe(ref.contramap(order), "/words")
    assertEquals(bus.subscriberCount("/words"), 0)
    ref.kill()
    other.kill()

  test("an exit sent to the address is one of the actor itself"):
    val seen = new Probe[Any]
    val ref = actor[Any]:
      trapExit(identity)
      loop(react { case message => seen.ref ! message; done })
    ref.contramap[Int](identity).exit(ExitReason.Because("enough"))
    assertEquals(seen.next(), Exit(ref, ExitReason.Because("enough")))
    ref.kill()

  test("what the surplus of a shrinking router leaves is mapped once: it goes to no other actor"):
    for nested <- List(false, true) do
      val (held, gate) =
        (new java.util.concurrent.CountDownLatch(1), new java.util.concurrent.CountDownLatch(1))
      val seen = new Probe[Any]
      def made(number: Int): ActorRef[Any] =
        actor[Desk]:
          loop:
            react:
              case Desk.Anything("fail") =>
                held.countDown()
                gate.await()
                throw IllegalStateException("fail")
              case other => seen.ref ! (number -> other); done
        .contramap[Any](Desk.Anything(_))
      val router = Router[Any](Routing.RoundRobin, 2): number =>
        if nested then Router[Any](Routing.RoundRobin, 1)(_ => made(number)) else made(number)
      val (first, last) = (router.routees.head, router.routees.last)
      last ! "fail"
      held.await()
      last ! "left"
      val before = system.stats.deadLetters
      val end = new Probe[ExitReason]
      if nested then watch(last.asInstanceOf[Router[Any]].routees.head, end) else watch(last, end)
      router.resize(1)
      gate.countDown()
      val _ = end.next()
      first ! "next"
      assertEquals(seen.next(), 0 -> Desk.Anything("next"))
      assert(seen.isEmpty)
      assertEquals(system.stats.deadLetters - before, 1L)
      assertEquals(reported.filter(_ != "fail"), Nil)
      router.kill()

  test("a message to a terminated actor, while the router does not know it yet, goes to another"):
    val (ending, gate) =
      (new java.util.concurrent.CountDownLatch(1), new java.util.concurrent.CountDownLatch(1))
    val seen = new Probe[Any]
    var first: ActorRef[Desk] | Null = null
    val router = Router[Int](Routing.RoundRobin, 2): number =>
      val ref = desk(seen)
      // told before the router is
      if number == 0 then
        ref.addMonitor(new Monitor(
          ref,
          _ =>
            ending.countDown(); gate.await()
        ))
        first = ref
      ref.contramap[Int](Desk.Paid(_))
    first.nn ! Desk.Order("end")
    ending.await()
    (1 to 10).foreach(router ! _)
    (11 to 20).foreach(n => assertEquals(router.trySend(n), Delivery.Accepted))
    assertEquals(seen.next(20), (1 to 20).toList.map(Desk.Paid(_)))
    gate.countDown()
    router.kill()
end ContramapSuite
