package eddy.actor
package ending

import java.util.concurrent.CountDownLatch
import scala.concurrent.duration.DurationInt

/** What actors do at the end of a life. */
class LifeHookSuite extends ActorFixture:
  private enum Told derives CanEqual:
    case Begins(after: Option[ExitReason])
    case Ends(reason: ExitReason)
    case Got(n: Int)
  import Told.*

  private val patient = Supervision(intensity = Intensity(100, 1.hour))
  private val failure = IllegalStateException("fail")

  private def begin(told: Probe[Told])(using Actor[Int]): Unit =
    told.ref ! Begins(endOfLastLife)
    onEnd(reason => told.ref ! Ends(reason))

  private def step(n: Int): Unit = if n == 0 then throw failure

  private val kinds = List[(String, Probe[Told] => (ActorRef[Int], Child[Int]))](
    "reacting" -> (told =>
      def body: Actor[Int] ?=> Behavior[Int] =
        begin(told)
        loop(react { case 1 => stop; case n => step(n); told.ref ! Got(n); done })
      (actor[Int](body), Child[Int]("child")(body))
    ),
    "with a thread" -> (told =>
      def body: ThreadActor[Int] ?=> Unit =
        begin(told)
        while receive { case 1 => false; case n => step(n); told.ref ! Got(n); true } do ()
      (threadActor[Int](body), Child.thread[Int]("child")(body))
    ),
    "bounded" -> (told =>
      def body: Actor[Int] ?=> Behavior[Int] =
        begin(told)
        loop(react { case 1 => stop; case n => step(n); told.ref ! Got(n); done })
      val policy = MailboxPolicy.Bounded[Int](100, Overflow.Refuse)
      (
        actor.bounded[Int](100, Overflow.Refuse)(body),
        Child[Int]("child", ChildOptions(mailbox = policy))(body)
      )
    )
  )

  private val ends = List[(String, ActorRef[Int] => Unit, ExitReason)](
    ("stops", _ ! 1, ExitReason.Normal),
    ("fails", _ ! 0, ExitReason.Failed(failure)),
    ("is asked to end", _.exit(ExitReason.Because("enough")), ExitReason.Because("enough")),
    ("is killed", _.kill(), ExitReason.Killed)
  )

  for (kind, make) <- kinds; (how, end, reason) <- ends do
    test(s"the hook of an actor, $kind, that $how runs once, before monitors hear of the end"):
      val told = new Probe[Told]
      val (ref, _) = make(told)
      assertEquals(told.next(), Begins(None))
      ref.addMonitor(new Monitor(ref, _ => told.ref ! Got(-1)))
      end(ref)
      assertEquals(told.next(2), List(Ends(reason), Got(-1)))

    test(s"the hook of a child, $kind, that $how runs in each life, before the next begins and knows of it"):
      val told = new Probe[Told]
      val (_, child) = make(told)
      val _ = told.next()
      val supervisor = supervise(patient)(child)
      assertEquals(told.next(), Begins(None))
      for _ <- 1 to 3 do
        end(child.ref)
        assertEquals(told.next(2), List(Ends(reason), Begins(Some(reason))))
      await(supervisor.shutdown()): Unit
      assertEquals(told.next(), Ends(ExitReason.Shutdown))
      // nothing is left of them
      child.ref ! 5
      assert(told.isEmpty)
  end for

  test(
    "several hooks run in turn, the last that was asked for first; one that throws is reported, and the reason stays"
  ):
    val said = new Probe[String]
    val ref = actor.named[Int]("till"):
      onEnd(reason => said.ref ! s"first $reason")
      onEnd(_ => throw IllegalStateException("no file"))
      onEnd(_ => said.ref ! "second")
      onEnd(_ => said.ref ! "last")
      react { case _ => stop }
    assertEquals(endOf(ref, ref ! 1), ExitReason.Normal)
    assertEquals(said.next(3), List("last", "second", "first Normal"))
    assertEquals(reported, List("no file"))
    assert(reportedWhere.head.contains("actor \"till\""), reportedWhere.toString)

  for (kind, start) <- List[(String, (Actor[Int] ?=> Unit) => ActorRef[Int])](
      "reacting" -> (begin => actor[Int] { begin; react { case _ => stop } }),
      "with a thread" -> (begin => threadActor[Int] { begin; receive { case _ => () } })
    )
  do
    test(s"a hook of an actor, $kind, that asks for another is refused, and the actor ends"):
      val said = new Probe[String]
      def again(n: Int)(using Actor[Int]): Unit =
        onEnd: _ =>
          said.ref ! s"hook $n"
          again(n + 1)
      val ref = start(again(1))
      assertEquals(endOf(ref, ref ! 1), ExitReason.Normal)
      assertEquals(said.next(), "hook 1")
      assert(said.isEmpty)
      assert(reported.exists(_.startsWith("onEnd was called by what actor ")), reported.toString)

  test(
    "the hook of a thread child that was interrupted is not interrupted, though the body has kept the mark"
  ):
    val told = new Probe[Boolean]
    val started = new CountDownLatch(1)
    val child = Child.thread[Int]("child", ChildOptions(shutdownTimeout = 1.milli)):
      onEnd(_ => told.ref ! Thread.currentThread.isInterrupted)
      val _ = receive { case n => n }
      started.countDown()
      try new CountDownLatch(1).await()
      catch case _: InterruptedException => Thread.currentThread.interrupt()
    val supervisor = supervise(patient)(child)
    child.ref ! 1
    started.await()
    await(supervisor.shutdown()): Unit
    assertEquals(told.next(), false)

  test("the next life receives the messages that a hook sends to its own actor"):
    val said = new Probe[Int]
    val child = Child[Int]("child"):
      onEnd(_ => self ! 7)
      react { case 0 => throw failure; case n => said.ref ! n; stop }
    val supervisor = supervise(patient)(child)
    child.ref ! 0
    assertEquals(said.next(), 7)
    await(supervisor.shutdown()): Unit

  test("a hook runs when the system is shut down, for actors that it does not know too"):
    val world = new ActorSystem(engine)
    val said = new Probe[ExitReason]
    val ready = new CountDownLatch(1)
    val ref =
      actor[Int] { onEnd(reason => said.ref ! reason); ready.countDown(); react { case 1 => stop } }(using
        world
      )
    ready.await()
    settle(ref)
    val _ = await(world.shutdown())
    ref ! 2
    assertEquals(said.next(), ExitReason.Shutdown)

  test("an actor that is never begun runs no hook, and none is asked for"):
    val said = new Probe[ExitReason]
    val child = Child[Int]("child") { onEnd(reason => said.ref ! reason); react { case 1 => stop } }
    val gate = new CountDownLatch(1)
    val first = Child[Int]("first") { gate.await(); react { case 1 => stop } }
    val supervisor = supervise()(first, child)
    supervisor.ref.kill()
    val _ = endOf(child.ref)
    gate.countDown()
    assert(said.isEmpty)
end LifeHookSuite
