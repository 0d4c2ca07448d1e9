package eddy.actor
package mailbox

import eddy.testing.Eventually

import java.util.concurrent.{ConcurrentLinkedQueue, CountDownLatch, LinkedBlockingQueue}
import scala.concurrent.duration.DurationInt
import scala.jdk.CollectionConverters.*
import scala.util.Random

/** What bounded mailboxes do, whatever the kind of actor. */
class MailboxKindsSuite extends ActorFixture:
  private val policies = List[(String, Overflow[Int])](
    "refuse" -> Overflow.Refuse,
    "drop oldest" -> Overflow.DropOldest,
    "drop newest" -> Overflow.DropNewest,
    "keep latest" -> Overflow.KeepLatest(_ % 5),
    "slow the sender" -> Overflow.SlowSender(50.micros)
  )

  /** An actor of that kind in a system of its own, its handled messages, and its lost messages. */
  private final class Running(
      kind: MailboxKind,
      mailbox: MailboxPolicy.Bounded[Int],
      keepMailbox: Boolean = true
  ):
    val own = new ActorSystem(engine)
    val handled = new ConcurrentLinkedQueue[Int]()
    val lost = new ConcurrentLinkedQueue[DeadLetter]()
    private val lives = new LinkedBlockingQueue[Unit]()
    @volatile var gate: CountDownLatch | Null = null
    own.onDeadLetter(letter => lost.add(letter): Unit)
    val ref: ActorRef[Int] =
      given ActorSystem = own
      kind.start(mailbox, keepMailbox)(() => lives.put(())): n =>
        val closed = gate
        if closed != null then closed.await()
        val _ = handled.add(n)
    awaitLife()

    def awaitLife(): Unit = awaitNext(lives, "the start of a life")

    def settle(): Unit = MailboxKindsSuite.this.settle(ref)
    def stats: MailboxStats = ref.mailboxStats.get
    def lostMessages: List[Any] = lost.asScala.toList.map(_.message)
  end Running

  for kind <- MailboxKind.values; (name, overflow) <- policies do
    test(s"$kind, $name: random programs do what a simple model does"):
      for seed <- 1 to 20 do
        val random = new Random(seed)
        val capacity = 1 + random.nextInt(20)
        val model = new MailboxModel(capacity, overflow)
        val real = new Running(kind, MailboxPolicy.Bounded(capacity, overflow))
        real.settle()
        for step <- 0 until 60 do
          val n = step * 9 + random.nextInt(9)
          val clue = s"seed $seed, step $step, message $n"
          assertEquals(real.ref.trySend(n), model.send(n), clue)
          real.settle()
          assertEquals(real.stats, model.stats, clue)
        assertEquals(real.handled.asScala.toVector, model.taken, s"seed $seed")
        assertEquals(real.lostMessages.toVector, model.lost, s"seed $seed")
        assertEquals(real.own.stats.mailboxes, model.stats, s"seed $seed")

  for kind <- MailboxKind.values do
    test(s"$kind: a sender that is slowed continues when a message is done with"):
      val real = new Running(kind, MailboxPolicy.Bounded(1, Overflow.SlowSender(1.hour)))
      val gate = new CountDownLatch(1)
      real.gate = gate
      real.ref ! 0
      val told = new Probe[Delivery]
      val sender = Thread.ofPlatform.nn.start(() => told.ref ! real.ref.trySend(9))
      Eventually.until("the sender waits")(real.stats.slowed > 0)
      assert(told.isEmpty)
      gate.countDown()
      assertEquals(told.next(), Delivery.Accepted)
      sender.join()

    test(s"$kind: the message that is handled is not lost to a later one"):
      val real = new Running(kind, MailboxPolicy.Bounded(2, Overflow.DropOldest))
      val gate = new CountDownLatch(1)
      val inHand = new CountDownLatch(1)
      real.gate = new CountDownLatch(0):
        override def await(): Unit =
          inHand.countDown()
          gate.await()
      real.ref ! 0
      await(inHand)
      List(9, 18, 27).foreach(real.ref ! _)
      gate.countDown()
      real.settle()
      assertEquals(real.handled.asScala.toList, List(0, 27))
      assertEquals(real.lostMessages, List(9, 18))

    test(s"$kind: a key function that throws is reported, its message is a dead letter; senders continue"):
      val keys: Int => Any = n => if n == 13 then throw IllegalStateException("no key for 13") else n
      val real = new Running(kind, MailboxPolicy.Bounded(3, Overflow.KeepLatest(keys)))
      assertEquals(real.ref.trySend(13), Delivery.Dropped)
      real.ref ! 13
      assertEquals(real.lost.asScala.toList.map(_.reason), List.fill(2)(DeadLetter.Reason.Unkeyed))
      assertEquals(reported, List.fill(2)("no key for 13"))
      assertEquals(reportedWhere.distinct, List(s"the key function of the mailbox of ${real.ref}"))
      assertEquals(real.stats.dropped, 2L)
      assertEquals(real.ref.trySend(0), Delivery.Accepted)
      real.settle()
      assertEquals(real.handled.asScala.toList, List(0))

    test(s"$kind: a key without a hash is handled as a key function that throws"):
      final class Bad:
        override def hashCode: Int = throw IllegalStateException("no hash")
      val real = new Running(kind, MailboxPolicy.Bounded(3, Overflow.KeepLatest(_ => new Bad)))
      assertEquals(real.ref.trySend(0), Delivery.Dropped)
      assertEquals(reported, List("no hash"))

    test(s"$kind: messages queued when it ends become dead letters, oldest first, and do not count any more"):
      val real = new Running(kind, MailboxPolicy.Bounded(5, Overflow.DropOldest))
      List(1, 10, 2, 11, 4).foreach(n => assertEquals(real.ref.trySend(n), Delivery.Accepted))
      // one that is being tried just now is not lost
      real.settle()
      assertEquals(real.ref.trySend(5), Delivery.Accepted)
      real.settle()
      assertEquals(real.stats.waiting, 5)
      def end(): Unit =
        if kind.isSupervised then
          real.ref.signal(new internal.signal.Signal.Dismiss(ExitReason.Shutdown)): Unit
        else real.ref.kill()
      val _ = endOf(real.ref, end())
      assertEquals(real.lostMessages, List[Any](1, 10, 2, 11, 4, 5))
      assertEquals((real.stats.waiting, real.own.stats.mailboxes.waiting), (0, 0))
      assertEquals(real.ref.trySend(3), Delivery.Terminated)
  end for

  for kind <- MailboxKind.values if kind.isSupervised do
    test(s"$kind: a restart keeps what waits, its bound and its counters"):
      val real = new Running(kind, MailboxPolicy.Bounded(4, Overflow.DropOldest))
      List(1, 2, 4, 5, 7).foreach(real.ref ! _)
      real.settle()
      // drops 2, fails, and is gone
      real.ref ! -1
      real.awaitLife()
      real.settle()
      assertEquals(real.stats, MailboxStats(3, 0, 2, 0, 0))
      List(8, 12).foreach(real.ref ! _)
      real.settle()
      assertEquals(real.handled.asScala.toList, List(12, 7, 5))
      assertEquals(real.stats, MailboxStats(1, 0, 3, 0, 0))
      assertEquals(real.lostMessages, List(1, 2, 4))

    test(s"$kind: a restart without the mailbox empties it, once"):
      // so wide that those lost last are still in the actor's list
      val real = new Running(kind, MailboxPolicy.Bounded(9, Overflow.DropOldest), keepMailbox = false)
      List(1, 2, 4, 5, 7, 8, 10, 11, 13, 14).foreach(real.ref ! _)
      real.settle()
      real.ref ! -1
      real.awaitLife()
      real.settle()
      assertEquals(real.stats.waiting, 0)
      assertEquals(
        real.lost.asScala.toList.map(letter => (letter.message, letter.reason)),
        List[Any](1, 2).map(_ -> DeadLetter.Reason.Overflow) ++
          List[Any](4, 5, 7, 8, 10, 11, 13, 14).map(_ -> DeadLetter.Reason.Restarted)
      )
      // there is room for so many again
      (1 to 9).foreach(n => real.ref ! n * 3 + 1)
      assertEquals((real.stats.waiting, real.lost.size), (9, 10))
  end for

  for kind <- MailboxKind.values if kind.isSupervised do
    test(s"$kind: messages received before its restart are replaced in place, and keep the bound"):
      val said = new Probe[Int]
      val options = ChildOptions(mailbox = MailboxPolicy.Bounded[Int](2, Overflow.KeepLatest(_ % 10)))
      val child =
        if kind == MailboxKind.SupervisedReacting then
          Child[Int]("child", options)(loop(react { n =>
            said.ref ! n; done
          }))
        else Child.thread[Int]("child", options)(while true do receive { n => said.ref ! n })
      // a supervisor that takes its time
      val (started, ended) = (new Probe[Unit], new Probe[ExitReason])
      child.cell.supervise(ended.ref, false, () => started.ref ! (), ended.ref ! _)
      val _ = child.cell.begin()
      started.next()
      child.ref.exit(ExitReason.Because("over"))
      assertEquals(ended.next(), ExitReason.Because("over"))
      val deliveries = List(11, 12, 21, 13).map: n =>
        val delivery = child.ref.trySend(n)
        settle(child.ref)
        delivery
      assertEquals(deliveries, List.fill(3)(Delivery.Accepted) :+ Delivery.Full)
      assertEquals(child.ref.mailboxStats, Some(MailboxStats(2, 1, 0, 1, 0)))
      assert(child.cell.signal(new internal.signal.Signal.Restart(true)))
      assertEquals(said.next(2), List(21, 12))
      assert(child.cell.signal(new internal.signal.Signal.Dismiss(ExitReason.Shutdown)))
  end for

  test("a thread actor frees the place of a message when its case receives again"):
    val seen = new Probe[String]
    // the sender waits for the place
    val ref = threadActor.bounded[String](1, Overflow.SlowSender(2.minutes)):
      receive { case "open" =>
        seen.ref ! "opened"
        receive { case next => seen.ref ! next }
      }
    ref ! "open"
    assertEquals(seen.next(), "opened")
    assertEquals(ref.trySend("next"), Delivery.Accepted)
    assertEquals(seen.next(), "next")
    assertEndsWell(ref)
end MailboxKindsSuite
