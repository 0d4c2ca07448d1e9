package eddy.chat.internal

import eddy.actor.*
import eddy.chat.ChatConfig
import eddy.inference.Inference
import eddy.runtime.Engine

import scala.concurrent.duration.DurationInt

/** Why the annotation `@Pure` of what takes messages is right, although they count. */
class IntakeSuite extends eddy.testing.PatientSuite:
  private val engine = Engine.start()
  override def afterAll(): Unit = await(engine.shutdown(10.seconds)): Unit

  test("what comes in touches nothing but the intake's own, which its monitor guards"):
    given ActorSystem = ActorSystem(engine)
    val connection = actor[ConnectionEvent]:
      lazy val listening: Behavior[ConnectionEvent] = react { case _ => listening }
      listening
    val intake = Intake(ChatConfig(), connection, ChatStats(), () => ())
    val text: String => Unit = json => intake.take(json)
    val binary: String => Unit = _ => intake.takeBinary()
    val own = Set("", ".commands", ".messages", ".patience").map("intake" + _)
    for callback <- List(text, binary) do
      val summary = Inference.summary(callback)
      assert(clue(summary.accesses).nonEmpty)
      assertEquals(summary.accesses.map(_.path).toSet -- own, Set.empty[String])
      assertEquals(summary.detached, Nil)
end IntakeSuite
