package eddy.actor
package mailbox

import eddy.testing.Eventually

import java.util.concurrent.atomic.AtomicInteger
import scala.concurrent.duration.DurationInt

/** The slots of a bounded mailbox, without an actor. */
class BoundedQueueSuite extends ActorFixture:
  /** Whose mailbox it is in tests without an actor. */
  private final class Nobody extends internal.mailbox.BoundedQueue.Owner:
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
    val counters = new internal.mailbox.MailboxCounters
    val queue =
      new internal.mailbox.BoundedQueue[Int](
        MailboxPolicy.Bounded(capacity, overflow),
        owner,
        engine.platform,
        counters
      )
    (1 to capacity).foreach(n => assertEquals(queue.put(n), Delivery.Accepted))

    /** Sends from a thread of its own; returns when that waits for room. */
    def waitToPut(n: Int): Thread =
      val before = queue.stats.slowed
      val sender = Thread.ofPlatform.nn.start: () =>
        try told.ref ! (n -> queue.put(n))
        catch case _: InterruptedException => told.ref ! (n -> Delivery.Dropped)
      Eventually.until(s"$sender waits")(queue.stats.slowed > before)
      sender

    def takeOne(): Unit =
      queue.consumed(queue.poll().nn)
  end Bare

  test("each message that is done with frees a sender that waits for room"):
    val told = new Probe[Delivery]
    val policy = MailboxPolicy.Bounded[Int](2, Overflow.SlowSender(2.minutes))
    val queue =
      new internal.mailbox.BoundedQueue[Int](policy, new Nobody, engine.platform, system.core.mailboxCounters)
    assertEquals((queue.put(1), queue.put(2)), (Delivery.Accepted, Delivery.Accepted))
    val senders = (1 to 2).map: n =>
      Thread.ofPlatform.nn.start: () =>
        told.ref ! queue.put(n)
    (1 to 2).foreach(_ => queue.consumed(queue.poll().nn))
    assertEquals(told.next(2), List(Delivery.Accepted, Delivery.Accepted))
    senders.foreach(_.join())

  test(
    "a message without a key, to a closed mailbox, is answered with Terminated and not counted as dropped"
  ):
    val bare = new Bare(Overflow.KeepLatest(n => if n == 13 then fail("no key") else n), 1)
    val _ = bare.queue.close()
    assertEquals((bare.queue.put(13), bare.queue.stats.dropped), (Delivery.Terminated, 0L))

  test("of those that wait for room the first gets it"):
    val bare = new Bare(Overflow.SlowSender(1.hour), 1)
    List(10, 11, 12).foreach(bare.waitToPut(_): Unit)
    for n <- List(10, 11, 12) do
      bare.takeOne()
      assertEquals(bare.told.next(), n -> Delivery.Accepted)

  test("a sender that waits for room in a mailbox that ends learns of it, and its message is not taken"):
    val bare = new Bare(Overflow.SlowSender(1.hour), 2)
    val _ = bare.waitToPut(3)
    assertEquals[Any, Any](bare.queue.close().map(_.event), List(1, 2))
    assertEquals(bare.told.next(), 3 -> Delivery.Terminated)
    assertEquals(bare.queue.stats.waiting, 0)

  test("a mailbox that ends while all its messages are in hand is not full but over"):
    val bare = new Bare(Overflow.SlowSender(1.hour), 1)
    assert(bare.queue.poll() != null)
    val _ = bare.waitToPut(2)
    assertEquals(bare.queue.close(), Nil)
    assertEquals(bare.told.next(), 2 -> Delivery.Terminated)

  test("a sender that was woken too late for the room gets the next"):
    val bare = new Bare(Overflow.SlowSender(1.hour), 1)
    val senders = (1 to 4).map: _ =>
      Thread.ofPlatform.nn.start(() => (1 to 500).foreach(n => bare.queue.put(n): Unit))
    for n <- 1 to 1 + 4 * 500 do
      Eventually.until(s"message $n comes"):
        val slot = bare.queue.poll()
        if slot != null then bare.queue.consumed(slot)
        slot != null
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
    assert(bare.queue.takeInHand(bare.queue.poll().nn))
    assertEquals(bare.queue.put(3), Delivery.Dropped)
    assertEquals((bare.owner.lostMessages.toArray.toList, bare.queue.stats.dropped), (List[Any](3), 1L))

  test("drop oldest spares a message in hand, and takes the next; a message put back is the oldest again"):
    val bare = new Bare(Overflow.DropOldest, 3)
    val first = bare.queue.poll().nn
    val second = bare.queue.poll().nn
    assert(bare.queue.takeInHand(first))
    assertEquals(bare.queue.put(4), Delivery.Accepted)
    bare.queue.putBack(first)
    assertEquals(bare.queue.put(5), Delivery.Accepted)
    assertEquals(bare.owner.lostMessages.toArray.toList, List[Any](2, 1))
    assert(!bare.queue.takeInHand(first) && !bare.queue.takeInHand(second))
    assertEquals(List.fill(3)(bare.queue.poll().nn.event), List[AnyRef](Int.box(3), Int.box(4), Int.box(5)))

  test("a later message takes the slot of the one with its key, wherever that is, and others keep theirs"):
    for order <- List(1, 2, 3).permutations do
      val bare = new Bare(Overflow.KeepLatest(_ % 10), 3)
      order.foreach(n => assertEquals(bare.queue.put(10 + n), Delivery.Accepted))
      assertEquals((bare.queue.stats.waiting, bare.queue.stats.replaced), (3, 3L))
      assertEquals(bare.owner.lostMessages.toArray.toList, order: List[Any])
      bare.takeOne()
      assertEquals(bare.queue.put(4), Delivery.Accepted)
      assertEquals(
        List.fill(3)(bare.queue.poll().nn.event),
        List[AnyRef](Int.box(12), Int.box(13), Int.box(4))
      )

  test("a message that comes while one with its key is handled is replaced by the next with it"):
    val bare = new Bare(Overflow.KeepLatest(_ % 10), 2)
    val first = bare.queue.poll().nn
    bare.queue.consumed(bare.queue.poll().nn)
    assert(bare.queue.takeInHand(first))
    assertEquals(bare.queue.put(11), Delivery.Accepted)
    bare.queue.consumed(first)
    assertEquals(bare.queue.put(21), Delivery.Accepted)
    assertEquals((bare.queue.stats.waiting, bare.queue.stats.replaced), (1, 1L))

  test("a message in hand that was not taken is lost to a later one with its key"):
    val bare = new Bare(Overflow.KeepLatest(_ % 10), 1)
    val first = bare.queue.poll().nn
    assert(bare.queue.takeInHand(first))
    // full, and 1 may be taken yet
    assertEquals(bare.queue.put(11), Delivery.Full)
    bare.queue.putBack(first)
    assertEquals(bare.queue.put(21), Delivery.Accepted)
    val wide = new Bare(Overflow.KeepLatest(_ % 10), 2)
    val one = wide.queue.poll().nn
    wide.queue.consumed(wide.queue.poll().nn)
    assert(wide.queue.takeInHand(one))
    assertEquals(wide.queue.put(11), Delivery.Accepted)
    wide.queue.putBack(one)
    assertEquals((wide.queue.stats.waiting, wide.queue.stats.replaced), (1, 1L))
    assertEquals(wide.owner.lostMessages.toArray.toList, List[Any](1))

  test("a message is done with once, however often that is said, and not after the end"):
    val bare = new Bare(Overflow.Refuse, 3)
    val (first, second) = (bare.queue.poll().nn, bare.queue.poll().nn)
    List(first, first).foreach(bare.queue.consumed)
    assertEquals(bare.queue.stats.waiting, 2)
    assertEquals[Any, Any](bare.queue.close().map(_.event), List(3))
    bare.queue.consumed(second)
    assertEquals((bare.queue.stats.waiting, bare.counters.sum.waiting), (0, 0))

  test("a mailbox that has ended keeps no message, by its key neither"):
    val slots = new internal.mailbox.SlotQueue(keyed = true)
    val slot = new internal.mailbox.SlotQueue.Slot("message", "key")
    slots.add(slot)
    assert(slots.withKeyOf(slot) eq slot)
    assertEquals(slots.clear(), List(slot))
    assert(slots.withKeyOf(slot) == null && slots.first == null)

  test("a list is worth sweeping while lost messages are in it, not when they were swept or come upon"):
    val bare = new Bare(Overflow.DropOldest, 4)
    // 1 and 2 are lost before they come into the list
    (5 to 6).foreach(n => assertEquals(bare.queue.put(n), Delivery.Accepted))
    assert(!bare.queue.mustSweep)
    val polled = List.fill(4)(bare.queue.poll().nn)
    (7 to 10).foreach(n => assertEquals(bare.queue.put(n), Delivery.Accepted))
    assert(bare.queue.mustSweep)
    assert(polled.take(2).forall(!bare.queue.takeInHand(_)))
    assert(bare.queue.mustSweep)
    bare.queue.swept(2)
    assert(!bare.queue.mustSweep)

  test("its actor is woken once for what comes while it has not looked"):
    val bare = new Bare(Overflow.DropOldest, 2)
    (3 to 5).foreach(n => bare.queue.put(n): Unit)
    assertEquals(bare.owner.announcements.get, 1)
    while bare.queue.poll() != null do ()
    (6 to 7).foreach(n => bare.queue.put(n): Unit)
    assertEquals(bare.owner.announcements.get, 2)
end BoundedQueueSuite
