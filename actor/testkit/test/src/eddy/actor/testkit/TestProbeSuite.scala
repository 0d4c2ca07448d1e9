package eddy.actor.testkit

import eddy.actor.*
import eddy.runtime.{Engine, EngineConfig}
import eddy.testing.Eventually

import scala.concurrent.duration.DurationInt

/** What a probe promises, in the real world and in a simulated one. */
class TestProbeSuite extends eddy.testing.PatientSuite:
  private val engine = Engine.start(EngineConfig(workers = 2, reporter = (_, _) => ()))
  override def afterAll(): Unit = await(engine.shutdown(5.seconds)): Unit

  private def inBoth(name: String)(body: ActorSystem ?=> Unit): Unit =
    test(s"$name, in real time")(body(using new ActorSystem(engine, inspect = true)))
    test(s"$name, in a simulation")(Simulation.explore(runs = 20)(_ => body): Unit)

  inBoth("expects messages in order, by value, by pattern, in any order"):
    val probe = TestProbe[Any]()
    List[Any](1, "two", 3, 5, 4, 'x', 'y', "end").foreach(probe.ref ! _)
    probe.expect(1)
    assertEquals(probe.expectMatch { case text: String => text.length }, 3)
    probe.expectAll(3, 4, 5)
    assertEquals(probe.fishFor { case text: String => text }, "end")
    assertEquals(probe.received.size, 8)
    assertEquals(probe.waiting, Nil)

  inBoth("a wrong message says what came, in order"):
    val probe = TestProbe[Int]("orders")
    (1 to 3).foreach(probe.ref ! _)
    probe.expect(1)
    val wrong = intercept[AssertionError](probe.expect(3)).getMessage.nn
    assert(wrong.contains("probe \"orders\": expected 3, but 2 came"), wrong)
    assert(wrong.contains("s  1\n"), wrong)
    assert(wrong.contains("orders"), wrong)

  inBoth("what does not come in time is told with where the actors wait"):
    val worker = actor.named[Int]("worker")(react { case 1 => stop })
    worker ! 2
    val probe = TestProbe[Int](patience = 30.millis)
    def told = intercept[AssertionError](probe.receive()).getMessage.nn
    var wrong = told
    // on an engine the worker may have to begin yet
    Eventually.until("the worker waits", wrong):
      wrong = told
      wrong.contains("TestProbeSuite.scala:")
    assert(wrong.contains("expected a message, but nothing came within 30 milliseconds"), wrong)
    assert(wrong.contains("Nothing has come at all"), wrong)
    assert(wrong.contains("worker") && wrong.contains("TestProbeSuite.scala:"), wrong)

  inBoth("expectNone sees that nothing comes, and what does"):
    val probe = TestProbe[Int]()
    probe.expectNone(20.millis)
    val _ = sendAfter(probe.ref, 5.millis, 7)
    val wrong = intercept[AssertionError](probe.expectNone(10.seconds)).getMessage.nn
    assert(wrong.contains("expected no message for 10 seconds, but 7 came"), wrong)

  inBoth("within limits all that is expected in it together"):
    val probe = TestProbe[Int]()
    val _ = sendEvery(probe.ref, 20.millis, 1)
    val wrong = intercept[AssertionError](probe.within(70.millis)(probe.receiveN(1000))).getMessage.nn
    assert(wrong.contains("expected 1000 messages"), wrong)
    val outer =
      intercept[AssertionError](probe.within(30.millis)(probe.within(1.hour)(probe.fishFor { case 2 => () })))
    assert(outer.getMessage.nn.contains("expected a message that matches"), outer.getMessage)

  inBoth("ends are expected, watched before or not"):
    val probe = TestProbe[Int]()
    val normal = actor[Int](react { case _ => stop })
    probe.watch(normal)
    normal ! 1
    assertEquals(probe.expectEnd(normal), ExitReason.Normal)
    assertEquals(TestProbe[Int]().expectEnd(normal), ExitReason.NoActor)
    val stays = actor[Int](react { case _ => stop })
    val wrong = intercept[AssertionError](probe.expectEnd(stays, 20.millis)).getMessage.nn
    assert(wrong.contains("to end within 20 milliseconds"), wrong)

  inBoth("reply answers who sent the last message"):
    val probe = TestProbe[String]("peer")
    val told = TestProbe[String]("told")
    val asker = actor[String]:
      probe.ref.sendFrom("question")
      react:
        case answer =>
          told.ref ! answer
          stop
    probe.expect("question")
    probe.reply("answer")
    told.expect("answer")
    asker.kill()

  inBoth("a probe is an actor like any: it can be linked, registered, subscribed"):
    val probe = TestProbe[String]()
    val bus = EventBus[String]()
    bus.subscribe(probe.ref, "/news")
    assertEquals(bus.publish("/news", "hello"), 1)
    probe.expect("hello")
    summon[ActorSystem].register("probe", probe.ref)
    assertEquals(summon[ActorSystem].whereIs[String]("probe"), Some(probe.ref))
    val group = summon[ActorSystem].group[String]("all")
    assert(group.join(probe.ref))
    assertEquals(group.broadcast("to all"), 1)
    probe.expect("to all")
    probe.watch(probe.ref)
    val _ = actor[Unit] { link(probe.ref); exit(ExitReason.Because("over")) }
    assertEquals(probe.expectEnd(probe.ref), ExitReason.Because("over"))
end TestProbeSuite
