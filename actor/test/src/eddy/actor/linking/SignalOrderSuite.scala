package eddy.actor
package linking

import java.util.concurrent.CountDownLatch

/** What the system sends keeps its place among messages, whatever the kind of actor and of mailbox. */
class SignalOrderSuite extends ActorFixture:
  private val gone: ActorRef[Any] =
    val ref = actor[Any](stop)
    val _ = endOf(ref)
    ref

  private val mailboxes = List[(String, MailboxPolicy[Any])](
    "unbounded" -> MailboxPolicy.Unbounded,
    "refuse" -> MailboxPolicy.Bounded(100, Overflow.Refuse),
    "drop oldest" -> MailboxPolicy.Bounded(100, Overflow.DropOldest),
    "keep latest" -> MailboxPolicy.Bounded(100, Overflow.KeepLatest(identity))
  )

  /** Does `first`, then tells the probe of all that it gets. */
  private def start(threaded: Boolean, mailbox: MailboxPolicy[Any], seen: Probe[Any])(
      first: Actor[Any] ?=> Unit
  ): ActorRef[Any] =
    def reacting(using Actor[Any]): Behavior[Any] =
      first
      loop(react { message =>
        seen.ref ! message; done
      })
    def thread(using ThreadActor[Any]): Unit =
      first
      while true do receive { message => seen.ref ! message }
    mailbox match
      case MailboxPolicy.Unbounded => if threaded then threadActor[Any](thread) else actor[Any](reacting)
      case MailboxPolicy.Bounded(capacity, overflow) =>
        if threaded then threadActor.bounded[Any](capacity, overflow)(thread)
        else actor.bounded[Any](capacity, overflow)(reacting)

  for threaded <- List(false, true); (name, mailbox) <- mailboxes do
    val kind = s"${if threaded then "threaded" else "reacting"}, $name"

    test(s"$kind: the message of a monitor comes behind those before it, and before those behind it"):
      val seen = new Probe[Any]
      val ref = start(threaded, mailbox, seen):
        (1 to 3).foreach(self ! _)
        val _ = monitor(gone)(_ => "down")
        self ! 4
        val _ = monitor(gone)(_ => "down again")
      assertEquals(seen.next(6), List(1, 2, 3, "down", 4, "down again"))
      ref.kill()

    test(s"$kind: a trapped exit comes behind the messages before it, and before those behind it"):
      val seen = new Probe[Any]
      val ref = start(threaded, mailbox, seen):
        trapExit(exit => exit.reason)
        self ! 1
        self.exit(ExitReason.Because("asked"))
        self ! 2
        link(gone)
        self ! 3
      assertEquals(
        seen.next(5),
        List(1, ExitReason.Because("asked"), 2, ExitReason.NoActor, 3)
      )
      ref.kill()

    test(s"$kind: an exit that is not trapped, and a kill, overtake the messages before it"):
      val seen = new Probe[Any]
      for end <- List[ActorRef[Any] => Unit](_.exit(ExitReason.Because("over")), _.kill()) do
        val ref = start(threaded, mailbox, seen):
          (1 to 3).foreach(self ! _)
          val _ = monitor(gone)(_ => "down")
          end(self)
        val _ = endOf(ref)
      assert(seen.isEmpty)

    test(s"$kind: an actor that its router asks to end handles the earlier messages first"):
      val seen = new Probe[Any]
      val open = new CountDownLatch(1)
      val router = Router[Any](Routing.RoundRobin, 2)(_ => start(threaded, mailbox, seen)(open.await()))
      val all = (1 to 10).toList
      all.foreach(router ! _)
      router.resize(1)
      open.countDown()
      assertEquals(seen.next(10).toSet, all.toSet[Any])
  end for

  for threaded <- List(false, true) do
    val kind = s"${if threaded then "threaded" else "reacting"}, keep latest"

    test(s"$kind: a message that follows what the system sends is not handled before it in another's place"):
      val seen = new Probe[Any]
      val (ready, open) = (new CountDownLatch(1), new CountDownLatch(1))
      val watched = actor[Unit](react { case () => stop })
      val keep = Overflow.KeepLatest[Any] { case (key, _) => key; case other => other }
      val ref = start(threaded, MailboxPolicy.Bounded(10, keep), seen):
        trapExit(exit => exit.reason)
        val _ = monitor(watched)(_ => "down")
        ready.countDown()
        open.await()
      ready.await()
      val told = new Probe[ExitReason]
      watch(watched, told)
      ref ! ("x", 1)
      watched ! ()
      // earlier watchers were notified earlier
      assertEquals(told.next(), ExitReason.Normal)
      ref ! ("x", 2)
      ref ! ("y", 1)
      ref.exit(ExitReason.Because("asked"))
      ref ! ("x", 3)
      ref ! ("x", 4)
      open.countDown()
      assertEquals(seen.next(4), List("down", ("y", 1), ExitReason.Because("asked"), ("x", 4)))
      ref.kill()
  end for

  test("a message to a bounded actor between two lives keeps its place"):
    val seen = new Probe[Any]
    val options = ChildOptions(mailbox = MailboxPolicy.Bounded[Any](10, Overflow.Refuse))
    val child = Child[Any]("child", options)(loop(react { message =>
      seen.ref ! message; done
    }))
    val (started, over) = (new Probe[Unit], new Probe[ExitReason])
    child.cell.supervise(over.ref, false, () => started.ref ! (), over.ref ! _)
    val _ = child.cell.begin()
    started.next()
    child.ref.exit(ExitReason.Because("over"))
    assertEquals(over.next(), ExitReason.Because("over"))
    child.ref ! 1
    child.cell.deliverAnyway("down")
    child.ref ! 2
    settle(child.ref)
    assert(child.cell.signal(new internal.signal.Signal.Restart(true)))
    assertEquals(seen.next(3), List(1, "down", 2))
    assert(child.cell.signal(new internal.signal.Signal.Dismiss(ExitReason.Shutdown)))
end SignalOrderSuite
