package eddy.actor
package asking

import eddy.testing.Eventually

import java.util.concurrent.CountDownLatch
import scala.concurrent.Future
import scala.concurrent.duration.DurationInt
import scala.util.control.NoStackTrace

/** Questions that several have. */
class SharedQuestionSuite extends ActorFixture:
  private type Address = ActorRef[Int]

  private object Oops extends RuntimeException("oops"), NoStackTrace

  private def failing: ActorRef[Address] = actor(react { case _ => throw Oops })
  private def answering(gate: CountDownLatch): ActorRef[Address] =
    actor[Address](loop(react { case to => gate.await(); to ! 7; done }))
  private def dead: ActorRef[Address] =
    val ref = actor[Address](stop)
    assertEndsWell(ref)
    ref

  /** The ways to send to several. */
  private def ways: List[Seq[ActorRef[Address]] => Address => Any] =
    List(
      refs =>
        val group = system.group[Address](s"shared ${refs.head}")
        refs.foreach(group.join)
        group.broadcast
      ,
      refs =>
        val bus = new EventBus[Address]
        refs.foreach(bus.subscribe(_, "/questions"))
        bus.publish("/questions", _)
      ,
      refs =>
        val bus = new EventBus[Address]
        refs.zip(List("/*", "/**", "/questions")).foreach: (ref, pattern) =>
          if pattern.endsWith("*") then bus.subscribePattern(ref, pattern) else bus.subscribe(ref, pattern)
        bus.publish("/questions", _)
      ,
      refs =>
        val router = Router[Address](Routing.Broadcast, refs.size)(refs)
        router ! _
    )

  private def asked(front: ActorRef[Address]): Future[Int] = front.ask[Int](1.hour)(identity)

  private def assertFails(answer: Future[Int]): Unit =
    val failure = intercept[AskedFailedException](await(answer))
    assertEquals(failure.getCause.nn, Oops)

  test(
    "a question passed on to several is answered by one of them, though others fail, and who passed it on"
  ):
    for way <- ways do
      val gate = new CountDownLatch(1)
      val told = new Probe[ExitReason]
      val members = List(failing, answering(gate), failing)
      members.foreach(watch(_, told))
      val pass = way(members)
      val front = actor[Address](react { case to => pass(to); throw Oops })
      watch(front, told)
      val answer = asked(front)
      // the two, and the front
      val _ = told.next(3)
      assert(!answer.isCompleted)
      gate.countDown()
      assertEquals(await(answer), 7)
      members.foreach(_.kill())

  test("a question passed on to several fails when all have lost it"):
    for way <- ways do
      val pass = way(List(failing, failing))
      assertFails(asked(actor[Address](react { case to => pass(to); stop })))

  test("one that passes its part on to an actor that loses it, and fails too, loses one part"):
    for way <- ways do
      val gate = new CountDownLatch(1)
      val told = new Probe[ExitReason]
      val ended = dead
      val passing = actor[Address](react { case to => ended ! to; throw Oops })
      val members = List(passing, failing, answering(gate))
      members.foreach(watch(_, told))
      val pass = way(members)
      val answer = asked(actor[Address](react { case to => pass(to); stop }))
      val _ = told.next(2)
      assert(!answer.isCompleted)
      gate.countDown()
      assertEquals(await(answer), 7)
      members.foreach(_.kill())

  test("an address of several among several loses its part when the one that got it does"):
    for routing <- List(Routing.RoundRobin, Routing.Broadcast) do
      for way <- ways do
        val pass = way(List(Router[Address](routing, 2)(_ => failing), failing))
        assertFails(asked(actor[Address](react { case to => pass(to); stop })))

  test("an actor that catches the same exception for question after question keeps none of them"):
    val handled = new Probe[Int]
    final case class Question(n: Int, to: Address)
    val ref = threadActor[Question]:
      while true do
        try receive { case Question(n, _) => handled.ref ! n; throw Oops }
        catch
          case Oops => ()
    // made where nothing else can keep it
    def ask(n: Int): java.lang.ref.WeakReference[Question] =
      var made: java.lang.ref.WeakReference[Question] | Null = null
      val _ = ref.ask[Int](1.hour): to =>
        val question = Question(n, to)
        made = new java.lang.ref.WeakReference(question)
        question
      made.nn
    val questions = (1 to 20).map(ask)
    assertEquals(handled.next(20).size, 20)
    // it may have the last in hand
    Eventually.until("the answered questions are collected"):
      System.gc()
      questions.init.forall(_.get == null)
    ref.kill()

  test("a question whose failure the body caught does not fail when the same exception ends the actor"):
    val ref = threadActor[Address]:
      try receive { case _ => throw Oops }
      catch case Oops => ()
      receive { case _ => receive { case _ => throw Oops } }
    val told = new Probe[ExitReason]
    watch(ref, told)
    val answers = List.fill(3)(asked(ref))
    assertEquals(told.next(), ExitReason.Failed(Oops))
    answers.drop(1).foreach(assertFails)
    assert(!answers.head.isCompleted)
end SharedQuestionSuite
