package eddy.runtime

import java.util.concurrent.ConcurrentLinkedQueue
import scala.concurrent.duration.DurationInt

/** Engines of their own for tests, and what they reported. */
abstract class EngineFixture extends eddy.testing.PatientSuite:
  /** Messages of the failures, with where they were. */
  protected val reported = new ConcurrentLinkedQueue[(String, String)]()

  override def beforeEach(context: BeforeEach): Unit = reported.clear()

  /** Runs the body with an engine, which is shut down after it. */
  protected def withEngine[A](config: EngineConfig = EngineConfig(workers = 2))(body: Engine => A): A =
    val reporter: FailureReporter = (failure, where) =>
      val _ = reported.add((String.valueOf(failure.getMessage), where))
    val engine = Engine.start(config.copy(reporter = reporter))
    try body(engine)
    finally await(engine.shutdown(5.seconds)): Unit
end EngineFixture
