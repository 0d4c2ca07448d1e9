package eddy.oracle

import eddy.actor.ActorSystem
import eddy.runtime.{Engine, EngineConfig}

import scala.concurrent.duration.DurationInt

/** Every scenario on both libraries: the same trace, or the difference that is stated. */
class OracleSuite extends ComparingSuite:
  private val engine = Engine.start(EngineConfig(workers = 2, reporter = (_, _) => ()))
  private given ActorSystem = new ActorSystem(engine)
  override def afterAll(): Unit = await(engine.shutdown(5.seconds)): Unit

  private val scenarios =
    Vector(new Receiving, new Threads, new Looping, new Asking, new Linking, new Ending).flatMap(_.all)
  compare(scenarios, Original.traces, Difference.all)
end OracleSuite
