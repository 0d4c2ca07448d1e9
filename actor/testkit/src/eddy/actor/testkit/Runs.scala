package eddy.actor.testkit

import eddy.actor.ActorSystem
import eddy.actor.testkit.internal.Baton

import scala.collection.mutable
import scala.concurrent.BlockContext
import scala.util.{Failure, Success, Try}

/** Runs simulations and says what has failed. */
private[testkit] final class Runs(settings: Simulation.Settings):
  import Runs.*

  def run[A](seed: Long)(body: Simulation => ActorSystem ?=> A): A =
    val outcome = once(seed)(body)
    outcome.result match
      case Success(value) => value
      case Failure(cause) => throw failure(outcome, cause, s"failed with seed $seed", again(seed, "run"))

  def explore(runs: Int, firstSeed: Long)(body: Simulation => ActorSystem ?=> Any): Explored =
    require(runs >= 1, s"runs = $runs: must be at least 1")
    val only = askedSeed
    val seeds = only.fold(firstSeed.until(firstSeed + runs).toVector)(Vector(_))
    val orders = mutable.HashSet.empty[Long]
    var steps = 0L
    seeds.zipWithIndex.foreach: (seed, i) =>
      val outcome = once(seed)(body)
      val _ = orders.add(outcome.fingerprint)
      steps += outcome.steps
      outcome.result match
        case Success(_) => ()
        case Failure(cause) =>
          val second = once(seed)(body)
          val same =
            if second.fingerprint == outcome.fingerprint then again(seed, "run")
            else
              "A second run of this seed went another way: the body depends on more than its seed, such as real time, " +
                s"other threads, or what an earlier run has left.\n${again(seed, "run")}"
          throw failure(outcome, cause, s"failed with seed $seed (run ${i + 1} of ${seeds.size})", same)
    Explored(seeds.size, orders.size, steps)
  end explore

  private def once[A](seed: Long)(body: Simulation => ActorSystem ?=> A): Outcome[A] =
    val sim = Simulation.start(seed, settings)
    try
      val result =
        try
          BlockContext.withBlockContext(Baton.Blocking):
            val value = body(sim)(using sim.system)
            sim.runUntilIdle()
            Success(value)
        catch
          // an error that stops the JVM is not for a report
          case fatal: VirtualMachineError if !fatal.isInstanceOf[StackOverflowError] => throw fatal
          case cause: Throwable => Failure(cause)
      Outcome(
        seed,
        result,
        sim.fingerprint,
        sim.steps,
        if result.isSuccess then "" else sim.recent,
        if result.isSuccess then "" else sim.trace,
        if result.isSuccess then "" else sim.livingActors,
        if result.isSuccess then Nil else sim.lostUpdates
      )
    finally sim.close()
    end try
  end once

  private def again(seed: Long, method: String): String =
    val more =
      (if settings.slowness > 0 then s", slowness = ${settings.slowness}" else "")
    s"To replay: Simulation.$method(seed = ${seed}L$more), or explore with EDDY_SEED=$seed in the environment."

  private def failure(
      outcome: Outcome[?],
      cause: Throwable,
      head: String,
      replay: String
  ): SimulationFailure =
    val why = Option(cause.getMessage).getOrElse(cause.toString)
    val what = if cause.isInstanceOf[AssertionError] then why else s"${cause.getClass.getName}: $why"
    new SimulationFailure(
      s"$head: $what\n${outcome.lost.map(_ + "\n").mkString}$replay\nThe last steps:\n${outcome.recent}\n${outcome.actors}",
      cause,
      outcome.seed,
      outcome.trace
    )
end Runs

private object Runs:
  final case class Outcome[A](
      seed: Long,
      result: Try[A],
      fingerprint: Long,
      steps: Long,
      recent: String,
      trace: String,
      actors: String,
      lost: List[String]
  )

  /** The seed to replay, from the system property or the environment. */
  def askedSeed: Option[Long] =
    Option(System.getProperty("eddy.seed")).orElse(Option(System.getenv("EDDY_SEED"))).map(seedOf)

  def seedOf(text: String): Long = text.toLongOption.getOrElse(
    throw IllegalArgumentException(s"EDDY_SEED or eddy.seed is \"$text\": must be a whole number")
  )
