package eddy.actor

import java.util.concurrent.atomic.AtomicInteger
import java.util.concurrent.{CountDownLatch, TimeUnit}
import scala.concurrent.duration.DurationInt

class MailboxPolicySuite extends ActorFixture:
  /** An actor that holds its first message until `gate` opens, so that a test can fill its mailbox, then says all. */
  private final class Held(overflow: Overflow[Int], capacity: Int = 3):
    val said = new Probe[Int]
    private val gate = new CountDownLatch(1)
    private val holding = new CountDownLatch(1)
    val ref: ActorRef[Int] = actor.bounded[Int](capacity, overflow):
      react { case 0 =>
        holding.countDown()
        gate.await()
        loop(react { n =>
          said.ref ! n; done
        })
      }
    ref ! 0
    assert(holding.await(20, TimeUnit.SECONDS))
    def open(): Unit = gate.countDown()
    // the one that is being handled counts no more, once it was matched; until then it holds a place
    def stats: MailboxStats = ref.mailboxStats.get

  private def deliveries(held: Held, messages: Int*): List[Delivery] = messages.map(held.ref.trySend).toList

  test("a full mailbox that refuses tells the sender, and takes messages again when there is room"):
    val held = new Held(Overflow.Refuse)
    assertEquals(
      deliveries(held, 1, 2, 3, 4),
      List(Delivery.Accepted, Delivery.Accepted, Delivery.Full, Delivery.Full)
    )
    assertEquals(held.stats.refused, 2L)
    held.open()
    assertEquals(held.said.next(2), List(1, 2))
    assertEquals(deliveries(held, 5), List(Delivery.Accepted))
    assertEquals(held.said.next(), 5)

  test("a message sent by ! that is refused is a dead letter for overflow"):
    val lost = new java.util.concurrent.ConcurrentLinkedQueue[DeadLetter]()
    system.onDeadLetter(letter =>
      val _ = lost.add(letter)
    )
    val held = new Held(Overflow.Refuse)
    (1 to 3).foreach(held.ref ! _)
    assertEquals(lost.toArray.toList, List[Any](DeadLetter(3, held.ref, DeadLetter.Reason.Overflow)))
    held.open()
    assertEquals(held.said.next(2), List(1, 2))

  test("drop oldest keeps the newest, in order; the lost ones are dead letters for overflow"):
    val lost = new java.util.concurrent.ConcurrentLinkedQueue[DeadLetter]()
    system.onDeadLetter(letter =>
      val _ = lost.add(letter)
    )
    val held = new Held(Overflow.DropOldest)
    assertEquals(deliveries(held, 1, 2, 3, 4).toSet, Set(Delivery.Accepted))
    held.open()
    assertEquals(held.said.next(2), List(3, 4))
    assertEquals(held.stats.dropped, 2L)
    assertEquals(
      lost.toArray.toList,
      List[Any](1, 2).map(n => DeadLetter(n, held.ref, DeadLetter.Reason.Overflow))
    )

  test("drop newest keeps the oldest"):
    val held = new Held(Overflow.DropNewest)
    assertEquals(deliveries(held, 1, 2, 3), List(Delivery.Accepted, Delivery.Accepted, Delivery.Dropped))
    held.open()
    assertEquals(held.said.next(2), List(1, 2))
    assertEquals(held.stats.dropped, 1L)

  test("keep latest replaces a waiting message with the same key, in its place"):
    val held = new Held(Overflow.KeepLatest[Int](_ % 10))
    assertEquals(deliveries(held, 11, 12, 21, 13).last, Delivery.Full)
    held.open()
    assertEquals(held.said.next(2), List(21, 12))
    assertEquals((held.stats.replaced, held.stats.refused), (1L, 1L))

  test("a sender that is slowed waits for room, and is refused when there is none in time"):
    val held = new Held(Overflow.SlowSender(10.millis))
    assertEquals(deliveries(held, 1, 2, 3), List(Delivery.Accepted, Delivery.Accepted, Delivery.Full))
    assertEquals((held.stats.slowed, held.stats.refused), (1L, 1L))
    held.open()
    assertEquals(held.said.next(2), List(1, 2))
    val patient = new Held(Overflow.SlowSender(20.seconds))
    val _ = deliveries(patient, 1, 2)
    val sender = Thread.ofPlatform.nn.start(() => patient.ref ! 3)
    patient.open()
    sender.join()
    assertEquals(patient.said.next(3), List(1, 2, 3))

  test("messages that no behaviour has matched hold their places"):
    val ref = actor.bounded[Any](2, Overflow.Refuse)(react { case "go" =>
      react { case _: Int => react { case _ => stop } }
    })
    assertEquals(ref.trySend(1), Delivery.Accepted)
    assertEquals(ref.trySend(2), Delivery.Accepted)
    assertEquals(ref.trySend("go"), Delivery.Full)
    assertEquals(ref.mailboxStats.map(_.waiting), Some(2))

  test("an ended actor's bounded mailbox says so, and frees who waits for room"):
    val held = new Held(Overflow.SlowSender(20.seconds))
    val _ = deliveries(held, 1, 2)
    val result = new Probe[Delivery]
    val sender = Thread.ofPlatform.nn.start(() => result.ref ! held.ref.trySend(3))
    held.ref.kill()
    held.open()
    assert(Set(Delivery.Ended, Delivery.Accepted)(result.next()))
    sender.join()
    val _ = endOf(held.ref)
    assertEquals(held.ref.trySend(4), Delivery.Ended)

  test("under many senders nothing is lost that was accepted, and the bound holds"):
    val got = new AtomicInteger()
    val most = new AtomicInteger()
    lazy val ref: ActorRef[Int] = actor.bounded[Int](50, Overflow.Refuse):
      loop:
        react: _ =>
          val _ = most.accumulateAndGet(ref.mailboxStats.get.waiting, math.max)
          val _ = got.incrementAndGet()
          done
    val accepted = new AtomicInteger()
    val senders = (1 to 4).map: _ =>
      Thread.ofPlatform.nn.start: () =>
        (1 to 20_000).foreach(n =>
          if ref.trySend(n) == Delivery.Accepted then accepted.incrementAndGet(): Unit
        )
    senders.foreach(_.join())
    val until = System.nanoTime() + 20_000_000_000L
    while got.get < accepted.get && System.nanoTime() < until do Thread.onSpinWait()
    assertEquals(got.get, accepted.get)
    assert(most.get <= 50, s"${most.get} waited")
    assertEquals(ref.mailboxStats.get.refused, 80_000L - accepted.get)

  test("messages with a sender are keyed, counted and lost like others"):
    val held = new Held(Overflow.KeepLatest[Int](_ % 10))
    val lost = new java.util.concurrent.ConcurrentLinkedQueue[Any]()
    system.onDeadLetter(letter =>
      val _ = lost.add(letter.message)
    )
    val sent = new Probe[Unit]
    val _ = actor[Unit]:
      List(11, 21, 12).foreach(held.ref.sendFrom(_))
      sent.ref ! ()
      stop
    sent.next()
    assertEquals(lost.toArray.toList, List[Any](11))
    held.open()
    assertEquals(held.said.next(2), List(21, 12))

  test("a trapped exit that waits unmatched holds no place, and frees none when it is matched"):
    val matched = new Probe[Any]
    val ref = actor.bounded[Any](2, Overflow.Refuse):
      trapExit(identity)
      react { case "go" =>
        react { case Exit(_, reason) =>
          matched.ref ! reason
          react { case "never" => stop }
        }
      }
    ref.exit(ExitReason.Because(1))
    assertEquals(ref.trySend("go"), Delivery.Accepted)
    assertEquals(matched.next(), ExitReason.Because(1))
    val accepted = (1 to 10).count(n => ref.trySend(n) == Delivery.Accepted)
    assertEquals(accepted, 2)

  test("each message that is done with frees a sender that waits for room"):
    val told = new Probe[Delivery]
    val policy = MailboxPolicy.Bounded[Int](2, Overflow.SlowSender(20.seconds))
    val box = new internal.BoundedBox[Int](policy, new Nobody, engine.world, system.mailboxCounters)
    assertEquals((box.put(1), box.put(2)), (Delivery.Accepted, Delivery.Accepted))
    val senders = (1 to 2).map: n =>
      Thread.ofPlatform.nn.start: () =>
        told.ref ! box.put(n)
    (1 to 2).foreach(_ => box.consumed(box.poll().nn))
    assertEquals(told.next(2), List(Delivery.Accepted, Delivery.Accepted))
    senders.foreach(_.join())

  test("a mailbox without room, and a sender that has no time, are refused with the value"):
    val refusal = intercept[IllegalArgumentException](MailboxPolicy.Bounded(0, Overflow.Refuse))
    assert(refusal.getMessage.nn.contains("capacity = 0"))
    for within <- List(0.seconds, -1.second) do
      val none = intercept[IllegalArgumentException](actor.bounded[Int](1, Overflow.SlowSender(within)))
      assert(none.getMessage.nn.contains(s"within = $within"), none.getMessage)

  /** Whose mailbox it is in tests without an actor. */
  private final class Nobody extends internal.BoundedBox.Owner:
    val lostMessages = new java.util.concurrent.ConcurrentLinkedQueue[Any]()
    val announcements = new AtomicInteger()
    private[actor] def announce(): Unit = announcements.incrementAndGet(): Unit
    private[actor] def lost(message: AnyRef, reason: DeadLetter.Reason): Unit =
      lostMessages.add(message): Unit
    private[actor] def keyFailed(cause: Throwable): Unit = ()

  /** A mailbox without an actor, and its senders, each told of as `(message, what became of it)`. */
  private final class Bare(overflow: Overflow[Int], capacity: Int):
    val owner = new Nobody
    val told = new Probe[(Int, Delivery)]
    val box =
      new internal.BoundedBox[Int](
        MailboxPolicy.Bounded(capacity, overflow),
        owner,
        engine.world,
        system.mailboxCounters
      )
    (1 to capacity).foreach(n => assertEquals(box.put(n), Delivery.Accepted))

    /** Sends from a thread of its own; returns when that waits for room. */
    def waitToPut(n: Int): Thread =
      val before = box.stats.slowed
      val sender = Thread.ofPlatform.nn.start: () =>
        try told.ref ! (n -> box.put(n))
        catch case _: InterruptedException => told.ref ! (n -> Delivery.Dropped)
      while box.stats.slowed == before do Thread.onSpinWait()
      sender

    def takeOne(): Unit =
      box.consumed(box.poll().nn)
  end Bare

  test("of those that wait for room the first gets it"):
    val bare = new Bare(Overflow.SlowSender(1.hour), 1)
    List(10, 11, 12).foreach(bare.waitToPut(_): Unit)
    for n <- List(10, 11, 12) do
      bare.takeOne()
      assertEquals(bare.told.next(), n -> Delivery.Accepted)

  test("who waits for room in a mailbox that ends is told so, and its message is not taken"):
    val bare = new Bare(Overflow.SlowSender(1.hour), 2)
    val _ = bare.waitToPut(3)
    assertEquals[Any, Any](bare.box.close().map(_.event), List(1, 2))
    assertEquals(bare.told.next(), 3 -> Delivery.Ended)
    assertEquals(bare.box.stats.waiting, 0)

  test("a mailbox that ends while all its messages are in hand is not full but over"):
    val bare = new Bare(Overflow.SlowSender(1.hour), 1)
    assert(bare.box.poll() != null)
    val _ = bare.waitToPut(2)
    assertEquals(bare.box.close(), Nil)
    assertEquals(bare.told.next(), 2 -> Delivery.Ended)

  test("a sender that was woken too late for the room gets the next"):
    val bare = new Bare(Overflow.SlowSender(1.hour), 1)
    val senders = (1 to 4).map: _ =>
      Thread.ofPlatform.nn.start(() => (1 to 500).foreach(n => bare.box.put(n): Unit))
    val until = System.nanoTime() + 20_000_000_000L
    var taken = 0
    while taken < 1 + 4 * 500 && System.nanoTime() < until do
      val place = bare.box.poll()
      if place == null then Thread.onSpinWait()
      else
        bare.box.consumed(place)
        taken += 1
    assertEquals(taken, 1 + 4 * 500)
    senders.foreach(_.join())

  test("room that was meant for a sender that is interrupted goes to the next"):
    (1 to 50).foreach: _ =>
      val bare = new Bare(Overflow.SlowSender(1.hour), 1)
      val first = bare.waitToPut(10)
      val _ = bare.waitToPut(11)
      bare.takeOne()
      first.interrupt()
      val (n, delivery) = bare.told.next()
      // it may have been quicker than the interrupt
      if n == 10 && delivery == Delivery.Accepted then bare.takeOne()
      if n == 10 then assertEquals(bare.told.next(), 11 -> Delivery.Accepted)

  test("drop oldest drops the new message when the only other is in hand"):
    val bare = new Bare(Overflow.DropOldest, 1)
    assert(bare.box.takeInHand(bare.box.poll().nn))
    assertEquals(bare.box.put(3), Delivery.Dropped)
    assertEquals((bare.owner.lostMessages.toArray.toList, bare.box.stats.dropped), (List[Any](3), 1L))

  test("drop oldest spares what is in hand, and takes the next; what was put back is the oldest again"):
    val bare = new Bare(Overflow.DropOldest, 3)
    val first = bare.box.poll().nn
    val second = bare.box.poll().nn
    assert(bare.box.takeInHand(first))
    assertEquals(bare.box.put(4), Delivery.Accepted)
    bare.box.putBack(first)
    assertEquals(bare.box.put(5), Delivery.Accepted)
    assertEquals(bare.owner.lostMessages.toArray.toList, List[Any](2, 1))
    assert(!bare.box.takeInHand(first) && !bare.box.takeInHand(second))
    assertEquals(List.fill(3)(bare.box.poll().nn.event), List[AnyRef](Int.box(3), Int.box(4), Int.box(5)))

  test("a message in hand that was not taken is lost to a later one with its key"):
    val bare = new Bare(Overflow.KeepLatest(_ % 10), 1)
    val first = bare.box.poll().nn
    assert(bare.box.takeInHand(first))
    // full, and 1 may be taken yet
    assertEquals(bare.box.put(11), Delivery.Full)
    bare.box.putBack(first)
    assertEquals(bare.box.put(21), Delivery.Accepted)
    val wide = new Bare(Overflow.KeepLatest(_ % 10), 2)
    val one = wide.box.poll().nn
    wide.box.consumed(wide.box.poll().nn)
    assert(wide.box.takeInHand(one))
    assertEquals(wide.box.put(11), Delivery.Accepted)
    wide.box.putBack(one)
    assertEquals((wide.box.stats.waiting, wide.box.stats.replaced), (1, 1L))
    assertEquals(wide.owner.lostMessages.toArray.toList, List[Any](1))

  test("its actor is woken once for what comes while it has not looked"):
    val bare = new Bare(Overflow.DropOldest, 2)
    (3 to 5).foreach(n => bare.box.put(n): Unit)
    assertEquals(bare.owner.announcements.get, 1)
    while bare.box.poll() != null do ()
    (6 to 7).foreach(n => bare.box.put(n): Unit)
    assertEquals(bare.owner.announcements.get, 2)

  test("an actor that keeps and loses many holds on to few of the lost"):
    val kept = 100
    val ref = actor.bounded[Any](kept, Overflow.DropOldest)(react { case "never" => stop })
    val cell = ref.asInstanceOf[internal.Cell[?]]
    // so it takes each into its list, before later ones push it out
    def untilAllIsTaken(): Unit =
      val until = System.nanoTime() + 20_000_000_000L
      while !cell.isIdle && System.nanoTime() < until do Thread.onSpinWait()
      assert(cell.isIdle, "it still runs")
    for batch <- 1 to 50 do
      (1 to kept).foreach(n => ref ! n)
      untilAllIsTaken()
      assertEquals(ref.mailboxStats.get.waiting, kept)
      val inList = cell.extra.nn.keptCount(Int.MaxValue)
      assert(inList <= kept + kept / 2, s"$inList nodes after $batch batches")
    assertEquals(ref.mailboxStats.get.dropped, 49L * kept)
    ref.kill()

  test("what waits in a bounded mailbox when its actor ends becomes dead letters"):
    val held = new Held(Overflow.Refuse)
    val lost = new java.util.concurrent.ConcurrentLinkedQueue[DeadLetter]()
    assertEquals(deliveries(held, 1, 2), List(Delivery.Accepted, Delivery.Accepted))
    system.onDeadLetter(letter => if letter.receiver eq held.ref then lost.add(letter): Unit)
    held.ref.kill()
    val told = new Probe[ExitReason]
    watch(held.ref, told)
    held.open()
    assertEquals(told.next(), ExitReason.Killed)
    assertEquals(
      lost.toArray.toList,
      List[Any](1, 2).map(n => DeadLetter(n, held.ref, DeadLetter.Reason.Ended))
    )
end MailboxPolicySuite
