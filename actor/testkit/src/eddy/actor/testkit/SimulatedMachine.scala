package eddy.actor.testkit

import eddy.actor.ActorSystem
import eddy.actor.testkit.internal.*
import eddy.runtime.{Engine, EngineConfig, FailureReporter}

import scala.concurrent.duration.FiniteDuration

/** A machine of a [[Simulation]]: actors with an engine and a clock of their own, which can freeze and crash.
  * All machines of a simulation are on one time and one seed. Its methods are for the test's own thread.
  *
  * @param name for the trace
  */
final class SimulatedMachine private[testkit] (
    val name: String,
    stage: Stage,
    gate: Gate,
    numbers: Numbers,
    note: FailureReporter
):
  private[testkit] val platform = new SimulatedPlatform(stage, gate, numbers)

  /** Where the actors of this machine live. Its engine has no threads; [[eddy.runtime.Engine.pool]] refuses.
    */
  val system: ActorSystem =
    val config =
      EngineConfig(
        if name.isEmpty then "simulation" else name,
        workers = 1,
        eventsPerTurn = 1,
        reporter = note
      )
    val scheduler = new SimulatedScheduler(stage, gate, note, numbers)
    new ActorSystem(new Engine(config, scheduler, platform), inspect = true)

  /** It runs: it is neither frozen nor crashed. */
  def isRunning: Boolean = gate.isOpen

  def isCrashed: Boolean = gate.isGone

  /** Stops all of it in the midst of what it does, as `SIGSTOP` does, until [[thaw]]. */
  def freeze(): Unit = stage.shut(gate)

  /** Continues where it was frozen. Timers that have expired meanwhile run at once. */
  def thaw(): Unit = stage.open(gate)

  /** Ends it in the midst of what it does: none of its actors notices. */
  def crash(): Unit = stage.remove(gate)

  /** Sets its clock on the wall ahead of that of the test, or behind it. Timers do not notice. */
  def setClock(ahead: FiniteDuration): Unit = platform.clockOffsetMillis = ahead.toMillis

  /** From now on its clock is faster than that of the test by this factor, and so are timers set from now on.
    *
    * @param factor such as 1.01 for one percent
    */
  def setClockSpeed(factor: Double): Unit =
    require(factor > 0, s"factor = $factor: must be greater than 0")
    platform.setClockSpeed(factor)

  override def toString: String = s"machine $name"
end SimulatedMachine
