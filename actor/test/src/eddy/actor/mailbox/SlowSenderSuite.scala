package eddy.actor
package mailbox

import eddy.actor.internal.ask.WaitsForGraph
import eddy.runtime.{Engine, EngineConfig}
import eddy.testing.Eventually

import java.util.concurrent.CountDownLatch
import scala.concurrent.Promise
import scala.concurrent.duration.DurationInt
import scala.util.Try

/** Mailboxes that slow their senders: senders that are never slowed, and senders that would wait for
  * themselves.
  */
class SlowSenderSuite extends ActorFixture:
  private val slowing = Overflow.SlowSender(1.hour)

  // sends on a thread that is not the sender's own
  private val unslowed = List[(String, (ActorRef[String], ActorSystem) => Unit)](
    "sendAfter" -> ((to, _) => sendAfter(to, 1.milli, "late"): Unit),
    "sendEvery" -> ((to, _) => sendEvery(to, 1.milli, "beat"): Unit),
    "sendAfter to a router" -> ((to, in) =>
      sendAfter(Router[String](Routing.RoundRobin, 1)(_ => to)(using in), 1.milli, "late"): Unit
    )
  )

  for (name, send) <- unslowed do
    test(s"a message of $name to a full mailbox that slows its senders is refused, and holds up no worker"):
      val own = Engine.start(EngineConfig(workers = 1, maxSpareWorkers = 0, reporter = (_, _) => ()))
      given world: ActorSystem = new ActorSystem(own)
      val open = new CountDownLatch(1)
      val ref =
        val made = threadActor.bounded[String](1, slowing):
          open.await()
          while true do receive { case _ => () }
        assertEquals(made.trySend("first"), Delivery.Accepted)
        made
      send(ref, world)
      Eventually.until("the message is refused", s"${ref.mailboxStats}"):
        ref.mailboxStats.exists(_.refused > 0)
      assertEquals(ref.mailboxStats.map(_.slowed), Some(0L))
      val other = new CountDownLatch(1)
      own.execute(() => other.countDown())
      await(other)
      open.countDown()
      ref.kill()
      await(own.shutdown(5.seconds)): Unit
  end for

  test("a thread that completes a future is not slowed by the mailbox that its result is sent to"):
    val open = new CountDownLatch(1)
    val result = Promise[String]()
    val asked = new CountDownLatch(1)
    val ref = actor.bounded[String](1, slowing):
      react:
        case _ =>
          result.future.sendTo((text: Try[String]) => text.get)
          asked.countDown()
          open.await()
          stop
    ref ! "go"
    await(asked)
    result.success("answer")
    assertEquals(ref.mailboxStats.map(stats => (stats.refused, stats.slowed)), Some((1L, 0L)))
    open.countDown()
    assertEndsWell(ref)

  test("an actor that would wait for room in its own mailbox is refused at once, and told why"):
    val delivery = new Probe[Delivery]
    val ref = actor.bounded[Int](1, slowing):
      react { case n => delivery.ref ! self.trySend(n + 1); stop }
    ref ! 1
    assertEquals(delivery.next(), Delivery.Full)
    assertEndsWell(ref)
    assert(reported.exists(_.contains("one of them for room in a mailbox")), reported.toString)

  test(
    "of actors that wait for room in each other's mailboxes one is refused, and the circle is named"
  ):
    final case class Pass(others: List[ActorRef[Pass]], over: CountDownLatch)
    def member(open: CountDownLatch) = actor.bounded[Pass](1, slowing):
      loop:
        react:
          case Pass(others, over) =>
            open.await()
            others.foreach(_ ! Pass(Nil, over))
            over.countDown()
            done
    val (open, over) = (new CountDownLatch(1), new CountDownLatch(3))
    val (a, b, c) = (member(open), member(open), member(open))
    for (from, to) <- List((a, b), (b, c), (c, a)) do from ! Pass(List(to), over)
    open.countDown()
    await(over)
    val circle = reported.filter(_.contains("wait for each other"))
    assertEquals(circle.size, 1, reported.toString)
    for member <- List(a, b, c) do assert(circle.head.contains(member.toString), circle.head)

  test("an actor that waits for an answer is found in a circle with one that waits for room in its mailbox"):
    enum Say:
      case AskThe(other: ActorRef[Say])
      case Hello(to: ActorRef[Int])
      case Text
    val failed = new Probe[ExitReason]
    lazy val asker: ActorRef[Say] = actor.bounded[Say](1, slowing):
      react:
        case Say.AskThe(other) => other.askAndWait[Int](1.hour)(Say.Hello(_)): Unit; stop
        case _ => stop
    val answerer = actor[Say]:
      loop:
        react:
          case Say.Hello(to) =>
            // its mailbox is full with what it has in hand
            asker ! Say.Text
            to ! 1
            done
          case _ => done
    watch(asker, failed)
    asker ! Say.AskThe(answerer)
    assertEquals(failed.next(), ExitReason.Normal)
    assert(reported.exists(_.contains("one of them for room in a mailbox")), reported.toString)

  test("a wait for room inside a question is forgotten at its end, and the question is known again"):
    val (asker, asked) = (new DyingRef[Unit], new DyingRef[Unit])
    val question = new internal.ask.AskRef[Int](system.core, asked, 1.hour)
    WaitsForGraph.during(asker, question):
      WaitsForGraph.forRoom(asker, new DyingRef[Unit])(assert(!WaitsForGraph.of(asker).contains(asked)))
      assertEquals(WaitsForGraph.of(asker), Some(asked))
    assertEquals(WaitsForGraph.of(asker), None)
end SlowSenderSuite
