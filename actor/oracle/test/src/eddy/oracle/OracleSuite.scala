package eddy.oracle

import eddy.actor.ActorSystem
import eddy.runtime.{Engine, EngineConfig}

import scala.concurrent.duration.DurationInt

/** Every scenario on both libraries: the same trace, or the difference that is stated. */
class OracleSuite extends eddy.testing.PatientSuite:
  private val engine = Engine.start(EngineConfig(workers = 2, reporter = (_, _) => ()))
  private given ActorSystem = new ActorSystem(engine)
  override def afterAll(): Unit = await(engine.shutdown(5.seconds)): Unit

  private val scenarios =
    Vector(new Receiving, new Threads, new Looping, new Asking, new Linking, new Ending).flatMap(_.all)
  private val differences = Difference.all.map(d => d.scenario -> d).toMap

  for (name, body) <- scenarios do
    test(name):
      val trace = new Trace
      body(trace)
      val eddy = trace.result()
      val original = Original.traces.getOrElse(name, fail("the original has no such scenario"))
      differences.get(name) match
        case None => assertEquals(eddy, original)
        case Some(stated) => assertEquals((eddy, original), (stated.eddy, stated.original), stated.why)

  test("both libraries have the same scenarios, and differences are stated for these only"):
    assertEquals(scenarios.map(_._1).toSet, Original.traces.keySet)
    assertEquals(differences.keySet -- scenarios.map(_._1), Set.empty)
end OracleSuite
