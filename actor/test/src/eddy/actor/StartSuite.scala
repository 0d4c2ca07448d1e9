package eddy.actor

import java.util.concurrent.CountDownLatch

/** The ways to start actors of both kinds, and how they are combined. */
class StartSuite extends ActorFixture:
  /** What `start` answers, done inside an actor that traps exits. */
  private def inside[A](start: Actor[Any] ?=> A): (A, Probe[Any], ActorRef[Any]) =
    val results = new Probe[A]
    val heard = new Probe[Any]
    val parent = actor[Any]:
      trapExit(identity)
      results.ref ! start
      loop(react { case message => heard.ref ! message; done })
    (results.next(), heard, parent)

  private def isFull(ref: ActorRef[Int], capacity: Int): Boolean =
    (1 to capacity).forall(n => ref.trySend(n) == Delivery.Accepted) && ref.trySend(0) == Delivery.Full

  test("a name and a bound go together, in either order, for both kinds"):
    val refs = List(
      actor.named[Int]("stock").bounded(2, Overflow.Refuse)(react { case -1 => stop }),
      actor.bounded[Int](2, Overflow.Refuse).named("stock")(react { case -1 => stop }),
      threadActor.named[Int]("stock").bounded(2, Overflow.Refuse)(receive { case -1 => () }),
      threadActor.bounded[Int](2, Overflow.Refuse).named("stock")(receive { case -1 => () })
    )
    for ref <- refs do
      assertEquals(ref.toString, "actor \"stock\"")
      assert(isFull(ref, 2))
      ref.kill()

  test("a plain actor has neither"):
    for ref <- List(actor[Int](react { case -1 => stop }), threadActor[Int](receive { case -1 => () })) do
      assert(!ref.toString.contains('"'))
      assertEquals(ref.mailboxStats, None)
      ref.kill()

  test("a setup may start any number of actors, each with a mailbox of its own"):
    val setup = actor.named[Int]("one of many").bounded(1, Overflow.Refuse)
    val refs = List.fill(3)(setup(react { case -1 => stop }))
    assertEquals(refs.map(isFull(_, 1)), List(true, true, true))
    refs.foreach(_.kill())

  test("an actor that is started linked is so before its first event, whatever its kind and mailbox"):
    val failing = List[(String, Actor[Any] ?=> ActorRef[Int])](
      "plain" -> actor.linked[Int](exit(ExitReason.Because("at once"))),
      "named" -> actor.named[Int]("child").linked(exit(ExitReason.Because("at once"))),
      "bounded" -> actor.bounded[Int](1, Overflow.DropOldest).linked(exit(ExitReason.Because("at once"))),
      "thread" -> threadActor.linked[Int](throw IllegalStateException("at once")),
      "named thread" -> threadActor.named[Int]("child").linked(throw IllegalStateException("at once")),
      "bounded thread" ->
        threadActor.bounded[Int](1, Overflow.Refuse).linked(throw IllegalStateException("at once"))
    )
    for (kind, start) <- failing do
      val (child, heard, parent) = inside(start)
      heard.next() match
        case Exit(from, reason) =>
          assertEquals[Any, Any](from, child, kind)
          assert(reason.toString.contains("at once"), s"$kind: $reason")
        case other => fail(s"$kind: heard $other")
      parent.kill()

  test("a linked actor ends with the actor that started it"):
    val children = List[Actor[Any] ?=> ActorRef[Int]](
      actor.named[Int]("child").bounded(1, Overflow.Refuse).linked(react { case -1 => stop }),
      threadActor.named[Int]("child").bounded(1, Overflow.Refuse).linked(receive { case -1 => () })
    )
    for start <- children do
      val (child, _, parent) = inside(start)
      parent.kill()
      assert(Set(ExitReason.Killed, ExitReason.NoActor)(endOf(child)))

  test("a linked start in a system that was shut down is rejected, and links nothing"):
    val starts = List[Actor[Any] ?=> ActorRef[Int]](
      actor.linked[Int](stop),
      actor.named[Int]("child").bounded(1, Overflow.Refuse).linked(stop),
      threadActor.linked[Int](()),
      threadActor.bounded[Int](1, Overflow.Refuse).linked(())
    )
    val own = new ActorSystem(engine)
    val (entered, gate) = (new CountDownLatch(1), new CountDownLatch(1))
    val said = new Probe[(List[String], Set[ActorRef[?]])]
    val parent = actor[Any] {
      react { case "go" =>
        entered.countDown()
        gate.await()
        val refusals = starts.map: start =>
          try s"started ${start: ActorRef[Int]}"
          catch case refusal: IllegalStateException => refusal.getMessage.nn
        said.ref ! (refusals -> links)
        stop
      }
    }(using own)
    parent ! "go"
    entered.await()
    // from now on starts are refused
    val _ = own.shutdown()
    gate.countDown()
    val (refusals, linked) = said.next()
    assert(refusals.forall(_.contains("its actor system was shut down")), refusals.mkString("; "))
    assertEquals(linked, Set.empty[ActorRef[?]])

  test("a monitored start receives the real reason, however soon the actor ends"):
    val ends = List[(String, Actor[Any] ?=> (ActorRef[Int], Monitor))](
      "plain" -> actor.monitored[Int](reason => reason)(exit(ExitReason.Because("at once"))),
      "named" -> actor.named[Int]("child").monitored(reason => reason)(exit(ExitReason.Because("at once"))),
      "bounded" ->
        actor.bounded[Int](1, Overflow.Refuse).monitored(identity)(exit(ExitReason.Because("at once"))),
      "thread" -> threadActor.monitored[Int](identity)(throw IllegalStateException("at once")),
      "named thread" ->
        threadActor.named[Int]("child").monitored(identity)(throw IllegalStateException("at once"))
    )
    for (kind, start) <- ends; _ <- 1 to 20 do
      val (_, heard, parent) = inside(start)
      val reason = heard.next()
      assert(reason.toString.contains("at once"), s"$kind: $reason")
      parent.kill()

  test("a monitored start returns the watch, which can be cancelled, and does not link"):
    val gate = new CountDownLatch(1)
    val ((child, watch), heard, parent) =
      inside(actor.monitored[Int](reason => reason) { gate.await(); exit(ExitReason.Because("over")) })
    assert(watch.cancel())
    gate.countDown()
    val _ = endOf(child)
    parent ! "still here"
    assertEquals(heard.next(), "still here")
    parent.kill()

  test("a child of either kind has the mailbox of its options"):
    val options = ChildOptions[Int](mailbox = MailboxPolicy.Bounded(2, Overflow.Refuse))
    val children = List(
      Child[Int]("reacting", options)(react { case -1 => stop }),
      Child.thread[Int]("threaded", options)(receive { case -1 => () })
    )
    val supervisor = supervise()(children*)
    assertEquals(children.map(child => isFull(child.ref, 2)), List(true, true))
    val _ = supervisor.shutdown()

  test("an empty name is refused, for both kinds and for children"):
    val refused = List[() => Any](
      () => actor.named[Int](""),
      () => actor.bounded[Int](1, Overflow.Refuse).named(""),
      () => threadActor.named[Int](""),
      () => Child[Int]("")(stop),
      () => Child.thread[Int]("")(())
    )
    for start <- refused do
      val refusal = intercept[IllegalArgumentException](start())
      assert(refusal.getMessage.nn.contains("name = \"\""), refusal.getMessage)
end StartSuite
