package eddy.actor
package asking

import scala.concurrent.duration.DurationInt
import scala.util.{Failure, Success, Try}

/** Actors that wait for each other's answers fail with the reason; actors that only seem to wait do not. */
class AskCycleSuite extends ActorFixture:
  private def question(of: ActorRef[?]) = new internal.ask.AskRef[Int](system.core, of, 1.hour)

  test("an actor that asks itself and waits fails at once and learns why"):
    val ref = actor[ActorRef[Int]]:
      react { case _ => self.askAndWait[Int](1.hour)(identity): Unit; stop }
    ref ! new Probe[Int].ref
    endOf(ref) match
      case ExitReason.Failed(cause: AskCycleException) => assertEquals(cause.cycle.size, 2)
      case ExitReason.NoActor =>
        assert(reported.head.contains("wait for each other's answers"), reported.toString)
      case other => fail(s"$other")

  test(
    "a cycle of asks is found when it closes: one fails at once, naming who waits for whom, and frees the others"
  ):
    final case class Start(others: List[ActorRef[Start]], to: ActorRef[Try[Int]])
    def member() = actor[Start]:
      loop:
        react:
          case Start(next :: rest, to) =>
            to ! Try(next.askAndWait[Try[Int]](1.hour)(Start(rest, _)).get)
            done
          case Start(Nil, to) =>
            to ! Success(1)
            done
    val (a, b, c) = (member(), member(), member())
    val answer = await(a.ask[Try[Int]](2.minutes)(Start(List(b, c, a), _)))
    answer match
      case Failure(cycle: AskCycleException) => assertEquals(cycle.cycle, List(c, a, b, c))
      case other => fail(s"$other")
    // nobody is left waiting
    assertEquals(await(b.ask[Try[Int]](2.minutes)(Start(Nil, _))), Success(1))

  test("an actor that has its answer does not wait: the asked actor may ask back"):
    enum Say:
      case Hello(to: ActorRef[Int])
      case AskThe(other: ActorRef[Say], to: ActorRef[Try[Int]])
    def member() = actor[Say]:
      loop:
        react:
          case Say.Hello(to) => to ! 1; done
          case Say.AskThe(other, to) => to ! Try(other.askAndWait[Int](2.minutes)(Say.Hello(_))); done
    val (a, b) = (member(), member())
    for (asker, asked) <- List((a, b), (b, a)) do
      assertEquals(
        await(asker.ask[Try[Int]](2.minutes)(Say.AskThe(asked, _))),
        Success(1)
      )

  test(
    "an asker is entered as waiting before the search for a cycle: of two that ask each other one sees it"
  ):
    val waiting = internal.ask.WaitsForGraph
    val asker = new DyingRef[Unit]
    var entered: Option[ActorRef[?]] = None
    // looked up in a hash map
    val asked = new DyingRef[Unit]:
      override def hashCode: Int =
        entered = waiting.of(asker)
        1
    assertEquals(waiting.during(asker, question(asked))(entered), Some(asked))
    assertEquals(waiting.of(asker), None)

  test("an asker of one actor of a cycle of others is not caught in it while it looks"):
    val waiting = internal.ask.WaitsForGraph
    val (late, a) = (new DyingRef[Unit], new DyingRef[Unit])
    var looked = false
    // looked up in a hash map, also while the cycle exists
    val b = new DyingRef[Unit]:
      override def hashCode: Int =
        if waiting.of(a).contains(this) && !looked then
          looked = true
          waiting.during(late, question(a))(())
        1
    waiting.during(b, question(a)):
      intercept[AskCycleException](waiting.during(a, question(b))(())): Unit
    assert(looked)

  test("an actor that has its answer does not wait, though its thread has not continued yet"):
    val waiting = internal.ask.WaitsForGraph
    val (a, b) = (new DyingRef[Unit], new DyingRef[Unit])
    val answered = question(b)
    waiting.during(a, answered):
      answered ! 1
      assertEquals(waiting.of(a), None)
      waiting.during(b, question(a))(())

  test("actors that waited for each other one after another, and never together, are no cycle"):
    val waiting = internal.ask.WaitsForGraph
    val (asker, a) = (new DyingRef[Unit], new DyingRef[Unit])
    var found = false
    lazy val first: internal.ask.AskRef[Int] = question(b)
    // looked up in a hash map, after the question to it was found open
    lazy val b: DyingRef[Unit] = new DyingRef[Unit]:
      override def hashCode: Int =
        if found then first ! 1
        1
    waiting.during(b, question(asker)):
      waiting.during(a, first):
        found = true
        waiting.during(asker, question(a))(())
    assert(!first.isAlive)

  test("an actor that has answered may ask back at once and wait"):
    enum Say:
      case Ask(to: ActorRef[Int])
      case Go(other: ActorRef[Say.Ask])
      case Hello(to: ActorRef[Int])
    val seen = new Probe[Try[Int]]
    val a = actor[Say.Go | Say.Hello]:
      loop:
        react:
          case Say.Go(other) => other.askAndWait[Int](2.minutes)(Say.Ask(_)): Unit; done
          case Say.Hello(to) => to ! 7; done
    val b = actor[Say.Ask]:
      loop(react { case Say.Ask(to) =>
        to ! 1
        seen.ref ! Try(a.askAndWait[Int](2.minutes)(Say.Hello(_)))
        done
      })
    for _ <- 1 to 20 do
      a ! Say.Go(b)
      assertEquals(seen.next(), Success(7))

  test("actors of two systems, and of two engines, that ask each other and wait fail with the cycle"):
    enum Say:
      case Hello(to: ActorRef[Int])
      case Ask(other: ActorRef[Say], to: ActorRef[Int])
    val seen = new Probe[Try[Int]]
    // waits for the other, which waits for it
    def talker(using ActorSystem) = actor[Say]:
      loop:
        react:
          case Say.Hello(to) => to ! 1; done
          case Say.Ask(other, to) =>
            val answer = Try(other.askAndWait[Int](1.hour)(Say.Ask(self, _)))
            seen.ref ! answer
            to ! answer.getOrElse(0)
            done
    val own = eddy.runtime.Engine.start(eddy.runtime.EngineConfig(workers = 1))
    for other <- List(new ActorSystem(engine), new ActorSystem(own)) do
      val (a, b) = (talker, talker(using other))
      a ! Say.Ask(b, new Probe[Int].ref)
      seen.next() match
        case Failure(circle: AskCycleException) =>
          assert(Set(List(a, b, a), List(b, a, b))(circle.cycle), circle.getMessage)
        case answer => fail(s"$answer")
      assertEquals(seen.next(), Success(0))
      List(a, b).foreach(_.kill())
    val _ = await(own.shutdown(5.seconds))
end AskCycleSuite
