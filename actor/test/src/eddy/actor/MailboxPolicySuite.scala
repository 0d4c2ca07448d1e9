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
    val ref: ActorRef[Int] = actorBounded[Int](capacity, overflow):
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
    val ref = actorBounded[Any](2, Overflow.Refuse)(react { case "go" =>
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
    lazy val ref: ActorRef[Int] = actorBounded[Int](50, Overflow.Refuse):
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
    val ref = actorBounded[Any](2, Overflow.Refuse):
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
    val box = new internal.BoundedBox[Int](policy, engine.world, _ => ())
    assertEquals((box.put(1)._1, box.put(2)._1), (Delivery.Accepted, Delivery.Accepted))
    val senders = (1 to 2).map: n =>
      Thread.ofPlatform.nn.start: () =>
        told.ref ! box.put(n)._1
    (1 to 2).foreach: _ =>
      val _ = box.poll()
      box.consumed()
    assertEquals(told.next(2), List(Delivery.Accepted, Delivery.Accepted))
    senders.foreach(_.join())

  test("a capacity below one is refused with the value"):
    val refusal = intercept[IllegalArgumentException](MailboxPolicy.Bounded(0, Overflow.Refuse))
    assert(refusal.getMessage.nn.contains("capacity = 0"))

  /** A mailbox without an actor, and its senders, each told of as `(message, what became of it)`. */
  private final class Bare(overflow: Overflow[Int], capacity: Int):
    val lost = new java.util.concurrent.ConcurrentLinkedQueue[Any]()
    val told = new Probe[(Int, Delivery)]
    val box = new internal.BoundedBox[Int](
      MailboxPolicy.Bounded(capacity, overflow),
      engine.world,
      message =>
        val _ = lost.add(message)
    )
    (1 to capacity).foreach(n => assertEquals(box.put(n)._1, Delivery.Accepted))

    /** Sends from a thread of its own; returns when that waits for room. */
    def waitToPut(n: Int): Thread =
      val before = box.stats.slowed
      val sender = Thread.ofPlatform.nn.start: () =>
        try told.ref ! (n -> box.put(n)._1)
        catch case _: InterruptedException => told.ref ! (n -> Delivery.Dropped)
      while box.stats.slowed == before do Thread.onSpinWait()
      sender

    def takeOne(): Unit =
      assert(box.poll() != null)
      box.consumed()
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
    assertEquals[Any, Any](bare.box.close(), List(1, 2))
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
      if bare.box.poll() == null then Thread.onSpinWait()
      else
        bare.box.consumed()
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

  test("drop oldest drops the new message when a behaviour has tried all others"):
    val bare = new Bare(Overflow.DropOldest, 2)
    assert(bare.box.poll() != null && bare.box.poll() != null)
    assertEquals(bare.box.put(3)._1, Delivery.Dropped)
    assertEquals((bare.lost.toArray.toList, bare.box.stats.dropped), (List[Any](3), 1L))

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
