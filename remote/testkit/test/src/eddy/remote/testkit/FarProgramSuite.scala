package eddy.remote.testkit

import eddy.actor.{ProgramCheck, ProgramRun, RandomProgram}
import eddy.testing.{PatientSuite, TestLength}

import scala.concurrent.duration.DurationInt

/** Random programs of actors on three nodes do what the model of actors on one node says: that they link,
  * watch, trap, send, fail, end and start others makes no difference. Some of them are supervised.
  */
class FarProgramSuite extends PatientSuite:
  private val rounds = TestLength.rounds(short = 1, full = 10)

  private def onNodes(seed: Long, breaks: Boolean)(program: RandomProgram): Option[String] =
    var present: Option[ProgramRun] = None
    val offers = Seq(FarPlaces.child(present.get))
    SimulatedCluster.run(seed, maxSteps = 10_000_000, config = _.copy(offers = offers)): net =>
      net.awaitConnected()
      if breaks then net.disturb(200.millis)(Fault.Reset)
      val quiet = if breaks then 3.seconds else 200.millis
      val run = new ProgramRun(program, FarPlaces(net, program.supervised, quiet))
      present = Some(run)
      new ProgramCheck(program, run).result()

  private def check(seeds: Int, length: Int, burst: Int, breaks: Boolean = false): Unit =
    (1 to seeds * rounds).foreach: seed =>
      RandomProgram(seed, length, burst).check(s"seed $seed")(onNodes(seed, breaks))

  test("step by step, whatever the order of events"):
    check(seeds = 60, length = 40, burst = 0)

  test("step by step, while connections break"):
    check(seeds = 15, length = 40, burst = 0, breaks = true)

  test("steps at once do what any order of them allows"):
    check(seeds = 150, length = 10, burst = 30)

  test("steps at once, while connections break"):
    check(seeds = 30, length = 10, burst = 30, breaks = true)
end FarProgramSuite
