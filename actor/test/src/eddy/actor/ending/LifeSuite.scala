package eddy.actor
package ending

import eddy.testing.Eventually

import java.util.concurrent.ConcurrentLinkedQueue
import java.util.concurrent.atomic.AtomicInteger
import scala.concurrent.Promise
import scala.concurrent.duration.DurationInt
import scala.util.Try

/** What an actor has set going for itself ends with that life of it. */
class LifeSuite extends ActorFixture:
  enum Say:
    case Fail
    case Own(life: Int)
    case Others

  private val patient = Supervision(intensity = Intensity(100, 1.minute))

  /** A child that begins each life with `begins`, and tells the number of the life in which it takes what it
    * is sent.
    */
  private final class Living(
      threaded: Boolean,
      begins: Int => Actor[Say] ?=> Unit,
      mailbox: MailboxPolicy[Say] = MailboxPolicy.Unbounded
  ):
    val taken = new Probe[(Say, Int)]
    private val lives = new AtomicInteger()
    private val options = ChildOptions[Say](mailbox = mailbox)

    private def take(say: Say, life: Int): Unit = say match
      case Say.Fail => throw IllegalStateException("fail")
      case other => taken.ref ! (other -> life)

    val child: Child[Say] =
      if threaded then
        Child.thread[Say]("child", options):
          val life = lives.incrementAndGet()
          begins(life)
          while true do receive { case say => take(say, life) }
      else
        Child[Say]("child", options):
          val life = lives.incrementAndGet()
          begins(life)
          loop(react { case say => take(say, life); done })
    private val supervisor = supervise(patient)(child)

    def fail(times: Int): Unit = (1 to times).foreach: _ =>
      val before = lives.get
      child.ref ! Say.Fail
      Eventually.until("it is restarted")(lives.get > before)

    def end(): Unit = endOf(child.ref, supervisor.ref.exit(ExitReason.Shutdown)): Unit
  end Living

  private val kinds =
    for
      (kind, threaded) <- List("an actor" -> false, "an actor with a thread" -> true)
      (box, mailbox) <- List(
        "" -> MailboxPolicy.Unbounded,
        " with a bounded mailbox" -> MailboxPolicy.Bounded[Say](100, Overflow.Refuse)
      )
    yield (kind + box, threaded, mailbox)

  for (kind, threaded, mailbox) <- kinds do
    test(s"a beat that $kind has started for itself is the present life's, after five failures too"):
      val living =
        Living(threaded, life => sendEvery(self, 1.milli, Say.Own(life)): Unit, mailbox)
      living.fail(5)
      Eventually.until("no timer is left of earlier lives")(engine.stats.timers <= 1)
      val seen = living.taken.next(50)
      assert(seen.forall((say, life) => say == Say.Own(life)), seen.toString)
      living.end()
      Eventually.until("no timer is left")(engine.stats.timers == 0)

    test(s"what $kind has sent itself for later, and answers that it waits for, reach no later life"):
      val answers = new ConcurrentLinkedQueue[Promise[Say]]()
      val letters = new ConcurrentLinkedQueue[(Any, DeadLetter.Reason)]()
      system.onDeadLetter(letter => letters.add((letter.message, letter.reason)): Unit)
      val living = Living(
        threaded,
        life =>
          val answer = Promise[Say]()
          answers.add(answer): Unit
          answer.future.sendTo((said: Try[Say]) => said.get)
          val _ = sendAfter(self, 1.hour, Say.Own(life))
        ,
        mailbox
      )
      Eventually.until("it has begun")(answers.size == 1)
      living.fail(1)
      // the supervisor has a timer of its own until the second life has begun
      Eventually.until("the timer of the first life is cancelled")(
        answers.size == 2 && engine.stats.timers == 1
      )
      val (first, second) = (answers.poll().nn, answers.poll().nn)
      first.success(Say.Own(1))
      second.success(Say.Own(2))
      assertEquals(living.taken.next(), Say.Own(2) -> 2)
      assert(letters.contains((Say.Own(1), DeadLetter.Reason.Restarted)), letters.toString)
      living.end()
      Eventually.until("no timer is left")(engine.stats.timers == 0)
      system.onDeadLetter(_ => ())
  end for

  test("a timer that others have started outlives restarts"):
    val living = Living(threaded = false, _ => ())
    val beat = sendEvery(living.child.ref, 1.milli, Say.Others)
    assertEquals(living.taken.next(), Say.Others -> 1)
    living.fail(1)
    Eventually.until("the beat reaches the second life")(living.taken.next() == Say.Others -> 2)
    assert(beat.cancel())
    living.end()
    // the supervisor ends after its child, and with it a timer that it may have
    Eventually.until("no timer is left")(engine.stats.timers == 0)

  test("timers are cancelled with their receiver, at once"):
    val ref = actor[Int](react { case _ => stop })
    (1 to 3).foreach(_ => sendAfter(ref, 1.hour, 1): Unit)
    val beat = sendEvery(ref, 1.hour, 1)
    assertEquals(engine.stats.timers, 4)
    ref ! 1
    Eventually.until("no timer is left")(engine.stats.timers == 0)
    assert(!beat.cancel())
    val _ = sendAfter(ref, 1.hour, 1)
    assertEquals(engine.stats.timers, 0)

  test("timers that are over are not kept"):
    val seen = new Probe[Int]
    (1 to 3).foreach(n => sendAfter(seen.ref, 1.milli, n): Unit)
    assertEquals(seen.next(3).sorted, List(1, 2, 3))
    assert(sendAfter(seen.ref, 1.hour, 4).cancel())
    Eventually.until("the system knows no timer")(system.core.timers.isEmpty)
end LifeSuite
