package eddy.runtime.spi

import eddy.runtime.spi.Mailbox.Offer
import eddy.testing.TestLength

import java.util.concurrent.atomic.AtomicInteger
import scala.collection.mutable

class MailboxSuite extends eddy.testing.PatientSuite:
  private final class Box(idle: Boolean = true) extends Mailbox(idle):
    override def run(): Unit = ()

  private def events(first: Mailbox.Node | Null): List[AnyRef] =
    List.unfold(first)(node => if node == null then None else Some((node.event, node.following)))

  test("the sender that finds the mailbox idle claims it; the others queue"):
    val box = new Box
    assert(box.isIdle)
    assertEquals(box.offer("a"), Offer.Claimed)
    assertEquals(List("b", "c").map(box.offer(_)), List(Offer.Queued, Offer.Queued))
    assertEquals(events(box.takeAll(null)), List("a", "b", "c"))
    assert(!box.isIdle)

  test("a mailbox that is made claimed has its first event queued"):
    val box = new Box(idle = false)
    assertEquals(box.offer("a"), Offer.Queued)
    assertEquals(box.single, null)
    assertEquals(events(box.takeAll(null)), List("a"))

  test("the event that claimed the mailbox is single until another one arrives, and is not taken twice"):
    val box = new Box
    box.offer("a"): Unit
    val done = box.single
    assertEquals(done, "a")
    box.offer("b"): Unit
    assertEquals(box.single, null)
    assertEquals(events(box.takeAll(done)), List("b"))
    assert(box.release(null))

  test("a release fails when an event has arrived, and the owner continues"):
    val box = new Box
    box.offer("a"): Unit
    val done = box.single
    box.offer("b"): Unit
    assert(!box.release(done))
    assertEquals(events(box.takeAll(done)), List("b"))
    assert(box.release(null))
    assert(box.isIdle)
    assertEquals(box.offer("c"), Offer.Claimed)

  test("nothing new is taken while the mailbox holds only the handled event"):
    val box = new Box
    box.offer("a"): Unit
    assertEquals(box.takeAll(box.single), null)

  test("an owner that no event has woken claims an idle mailbox once"):
    val box = new Box
    assert(box.claim())
    assert(!box.claim())
    assertEquals(box.offer("a"), Offer.Queued)

  test("a closed mailbox refuses events, and its close returns those that were not taken"):
    val box = new Box
    box.offer("a"): Unit
    val done = box.single
    box.offer("b"): Unit
    assertEquals(events(box.close(done)), List("b"))
    assert(box.isClosed)
    assertEquals(box.offer("c"), Offer.Closed)
    assert(!box.release(null))
    assert(!box.claim())

  test("diagnostics show what was sent and not taken, oldest first"):
    val box = new Box
    assertEquals((box.pending, box.pendingCount(9), box.oldestEvent), (Nil, 0, null))
    List("a", "b", "c").foreach(box.offer(_): Unit)
    assertEquals((box.pending, box.pendingCount(9), box.oldestEvent), (List("a", "b", "c"), 3, "a"))
    assertEquals(box.pendingCount(2), 2)

  test("many senders: one claim at a time, each event once, the order of each sender kept"):
    val (senders, each) = (3, TestLength.rounds(short = 20_000, full = 500_000))
    val box = new Box
    val (owners, overlaps) = (new AtomicInteger, new AtomicInteger)
    val received = mutable.Buffer.empty[(Int, Int)]
    // the sender that claims the mailbox is its owner until it is idle
    def own(): Unit =
      if owners.incrementAndGet() != 1 then overlaps.incrementAndGet(): Unit
      var done = box.single
      if done != null then received += done.asInstanceOf[(Int, Int)]
      var owned = true
      while owned do
        val taken = box.takeAll(done)
        if taken != null then done = null
        events(taken).foreach(event => received += event.asInstanceOf[(Int, Int)])
        // after the release another thread may be the owner
        owners.decrementAndGet(): Unit
        owned = !box.release(done)
        if owned then owners.incrementAndGet(): Unit
    val threads = (0 until senders).map: sender =>
      val task: Runnable = () =>
        for n <- 1 to each do if box.offer((sender, n)) == Offer.Claimed then own()
      Thread.ofPlatform.nn.start(task)
    threads.foreach(_.nn.join())
    assertEquals(overlaps.get, 0)
    assertEquals(received.size, senders * each)
    for (sender, of) <- received.groupMap(_(0))(_(1)) do
      assertEquals(of.toList, (1 to each).toList, s"of $sender")
end MailboxSuite
