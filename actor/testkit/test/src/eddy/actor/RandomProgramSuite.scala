package eddy.actor

import eddy.actor.testkit.Simulation
import eddy.runtime.{Engine, EngineConfig}

import scala.concurrent.duration.DurationInt

/** Random programs of actors that link, watch, trap, send, fail, end and start others, some of them
  * supervised: step by step as a simple model says, and after a burst of steps at once as any order of them
  * allows. On a real engine, and in simulations, where each seed is another order of events. EDDY_TEST_ROUNDS
  * makes it longer.
  */
class RandomProgramSuite extends eddy.testing.PatientSuite:
  private val rounds = eddy.testing.TestLength.rounds(short = 1, full = 10)
  private val engine = Engine.start(EngineConfig(workers = 2, reporter = (_, _) => ()))
  override def afterAll(): Unit = await(engine.shutdown(5.seconds)): Unit

  private def onEngine(program: RandomProgram): Option[String] =
    given ActorSystem = new ActorSystem(engine)
    def quiet(): Unit =
      if !engine.scheduler.awaitIdle(120_000_000_000L)(() => true) then
        throw IllegalStateException(s"the engine does not come to rest: ${engine.stats}")
    check(program, LocalPlaces(() => quiet()))

  private def simulated(seed: Long)(program: RandomProgram): Option[String] =
    Simulation.run(seed)(sim => check(program, LocalPlaces(() => sim.runUntilIdle())))

  private def check(program: RandomProgram, places: ProgramPlaces): Option[String] =
    new ProgramCheck(program, new ProgramRun(program, places)).result()

  private def check(seed: Long, length: Int, burst: Int)(wrong: RandomProgram => Option[String]): Unit =
    RandomProgram(seed, length, burst).check(s"seed $seed")(wrong)

  test("programs run step by step do what the model does"):
    (1 to 60 * rounds).foreach(seed => check(seed, length = 60, burst = 0)(onEngine))

  test(
    "steps at once leave links at both ends, tell each end once, and keep the messages of each pair in order"
  ):
    (1 to 150 * rounds).foreach(seed => check(seed, length = 12, burst = 40)(onEngine))

  test("simulated: programs run step by step do what the model does, whatever the order of events"):
    (1 to 500 * rounds).foreach(seed => check(seed, length = 30, burst = 0)(simulated(seed)))

  test("simulated: steps at once do what any order of them allows"):
    (1 to 1500 * rounds).foreach(seed => check(seed, length = 10, burst = 30)(simulated(seed)))
end RandomProgramSuite
