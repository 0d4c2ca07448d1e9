package eddy.actor
package mailbox

import eddy.testing.Eventually

import java.util.concurrent.CountDownLatch
import java.util.concurrent.atomic.AtomicInteger
import scala.concurrent.duration.DurationInt

class MailboxPolicySuite extends ActorFixture:
  /** An actor that holds its first message until `gate` opens, so that a test can fill its mailbox, then says
    * all.
    */
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
    await(holding)
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

  test("a sender that is slowed waits for room, and is rejected without room in time"):
    val held = new Held(Overflow.SlowSender(10.millis))
    assertEquals(deliveries(held, 1, 2, 3), List(Delivery.Accepted, Delivery.Accepted, Delivery.Full))
    assertEquals((held.stats.slowed, held.stats.refused), (1L, 1L))
    held.open()
    assertEquals(held.said.next(2), List(1, 2))
    val patient = new Held(Overflow.SlowSender(2.minutes))
    val _ = deliveries(patient, 1, 2)
    val sender = Thread.ofPlatform.nn.start(() => patient.ref ! 3)
    patient.open()
    sender.join()
    assertEquals(patient.said.next(3), List(1, 2, 3))

  test("messages that no behavior has matched hold their places"):
    val ref = actor.bounded[Any](2, Overflow.Refuse)(react { case "go" =>
      react { case _: Int => react { case _ => stop } }
    })
    assertEquals(ref.trySend(1), Delivery.Accepted)
    assertEquals(ref.trySend(2), Delivery.Accepted)
    assertEquals(ref.trySend("go"), Delivery.Full)
    assertEquals(ref.mailboxStats.map(_.waiting), Some(2))

  test("a terminated actor's bounded mailbox says so, and frees senders that wait for room"):
    val held = new Held(Overflow.SlowSender(2.minutes))
    val _ = deliveries(held, 1, 2)
    val result = new Probe[Delivery]
    val sender = Thread.ofPlatform.nn.start(() => result.ref ! held.ref.trySend(3))
    held.ref.kill()
    held.open()
    assert(Set(Delivery.Terminated, Delivery.Accepted)(result.next()))
    sender.join()
    val _ = endOf(held.ref)
    assertEquals(held.ref.trySend(4), Delivery.Terminated)

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
    Eventually.until("all accepted messages are handled", s"${got.get} of ${accepted.get}"):
      got.get >= accepted.get
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

  test("a mailbox without room, and a sender that has no time, are refused with the value"):
    val refusal = intercept[IllegalArgumentException](MailboxPolicy.Bounded(0, Overflow.Refuse))
    assert(refusal.getMessage.nn.contains("capacity = 0"))
    for timeout <- List(0.seconds, -1.second) do
      val none = intercept[IllegalArgumentException](actor.bounded[Int](1, Overflow.SlowSender(timeout)))
      assert(none.getMessage.nn.contains(s"timeout = $timeout"), none.getMessage)

  test("an actor that keeps and loses many holds on to few of the lost"):
    val kept = 100
    val ref = actor.bounded[Any](kept, Overflow.DropOldest)(react { case "never" => stop })
    val cell = ref.asInstanceOf[internal.cell.Cell[?]]
    (1 to kept).foreach(n => ref ! n)
    for batch <- 1 to 50 do
      (1 to 30).foreach(n => ref ! n)
      // so it takes each into its list, before later ones push it out
      settle(ref)
      assertEquals(ref.mailboxStats.get.waiting, kept)
      val inList = cell.cold.nn.saved.keptCount(Int.MaxValue)
      assert(inList <= kept + kept / 2, s"$inList nodes after $batch batches")
    assertEquals(ref.mailboxStats.get.dropped, 50L * 30)
    ref.kill()

  test("messages in a bounded mailbox become dead letters when its actor ends"):
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
      List[Any](1, 2).map(n => DeadLetter(n, held.ref, DeadLetter.Reason.Terminated))
    )
end MailboxPolicySuite
