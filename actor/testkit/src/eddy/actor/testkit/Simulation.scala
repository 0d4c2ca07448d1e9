package eddy.actor.testkit

import eddy.actor.testkit.internal.{Gate, Numbers, Stage, Trace}
import eddy.actor.{ActorInfo, ActorSystem}

import java.util.concurrent.ConcurrentLinkedQueue
import java.util.random.RandomGenerator
import scala.collection.mutable
import scala.concurrent.duration.{DurationInt, DurationLong, FiniteDuration}
import scala.concurrent.{ExecutionContext, Future}
import scala.jdk.CollectionConverters.*

/** A simulated world of actors. It runs one event after another, in an order that a seed decides, and only
  * while the test drives it. Its time advances only when no other event is left. The same seed yields the
  * same run. With some seeds an actor, or the test, may be interrupted before it sends, so that messages of
  * others arrive between two of its messages.
  *
  * Made by [[Simulation.run]] and [[Simulation.explore]], and over when they return. Its methods are for the
  * test's own thread. Methods that drive the world throw its failures: of an invariant ([[always]]), or an
  * `AssertionError` in an actor.
  */
final class Simulation private (val seed: Long, settings: Simulation.Settings):
  private val stage = new Stage(seed, settings.slowness, settings.maxSteps, settings.patience.toNanos)
  private val numbers = new Numbers
  private val reported = new ConcurrentLinkedQueue[Throwable]()
  private val own = newMachine("", stage.gate)
  private val machines = mutable.ArrayBuffer(own)

  /** Where the actors of this simulation live, but for those of other machines. Its engine has no threads;
    * [[eddy.runtime.Engine.pool]] refuses.
    */
  val system: ActorSystem = own.system

  /** Another machine, with an actor system of its own. See `SimulatedCluster` of the module remote.testkit,
    * which connects them.
    */
  def machine(name: String): SimulatedMachine =
    require(name.nonEmpty, "name = \"\": it is empty; the machine needs one for the trace")
    val made = newMachine(name, new Gate(name))
    machines += made
    made

  private def newMachine(name: String, gate: Gate): SimulatedMachine =
    new SimulatedMachine(name, stage, gate, numbers, note(name)(_, _): @unchecked)

  private def note(machine: String)(failure: Throwable, where: String): Unit = if !stage.isOver then
    reported.add(failure): Unit
    stage.trace.add(0, machine, s"${Trace.text(failure)} in $where")
    // a failing actor may be what is tested; a failing assertion is not
    failure match
      case wrong: AssertionError => stage.fail(wrong)
      case _ => ()

  /** Runs until no event is left, and no timer expires in the `interval` from now. Time goes from
    * timer to timer.
    */
  def runUntilIdle(interval: FiniteDuration = 1.minute): Unit =
    stage.drive(stage.time.nanos + interval.toNanos)(() => false)

  /** Runs all that happens within `duration`; then it is over. */
  def advance(duration: FiniteDuration): Unit =
    val until = stage.time.nanos + duration.toNanos
    stage.drive(until)(() => false)
    stage.time.goTo(until)

  /** Runs one event; if nothing is ready, time advances to the next timer. False when no event and no timer
    * is left. (With some seeds other events may run too, before the test sends.)
    */
  def step(): Boolean =
    val before = stage.stepCount
    stage.drive(Long.MaxValue)(() => stage.stepCount > before)
    stage.stepCount > before

  /** Runs until `holds`, which is evaluated after each event.
    *
    * @throws AssertionError when it does not come to hold within `timeout` of the simulation's time
    */
  def runUntil(what: String, timeout: FiniteDuration = 1.minute)(holds: => Boolean): Unit =
    stage.drive(stage.time.nanos + timeout.toNanos)(() => holds)
    if !holds then
      throw AssertionError(s"\"$what\" does not hold within $timeout\n$livingActors")

  /** The future's result, after as many events as it takes.
    *
    * @throws AssertionError when it is not there after `timeout` of the simulation's time
    */
  def await[A](future: Future[A], timeout: FiniteDuration = 1.minute): A =
    stage.drive(stage.time.nanos + timeout.toNanos)(() => future.isCompleted)
    if !future.isCompleted then
      throw AssertionError(
        s"the future is not complete within $timeout, and nothing is left to do\n$livingActors"
      )
    own.platform.await(future)

  /** From now on `holds` is evaluated after each event; when it is false, or throws, the simulation has
    * failed. It may read whatever the actors write, for none of them runs meanwhile.
    */
  def always(what: String)(holds: => Boolean): Unit =
    stage.always: () =>
      try
        if holds then None else Some(AssertionError(s"\"$what\" does not hold after step ${stage.stepCount}"))
      catch case failure: Throwable => Some(failure)

  /** How much time has passed. */
  def now: FiniteDuration = stage.time.nanos.nanos

  /** Events that have run. */
  def steps: Long = stage.stepCount

  /** For choices of the test's own, such as what to send: they too follow from the seed. */
  def random: RandomGenerator = stage.random

  /** Runs the callbacks of futures as events of the simulation. */
  def executionContext: ExecutionContext = system.engine.executionContext

  /** The live actors of all machines, and how they stand. */
  def actors: Vector[ActorInfo] = machines.toVector.filterNot(_.isCrashed).flatMap(_.system.actors)

  /** The failures of actors, oldest first. */
  def failures: List[Throwable] = reported.asScala.toList

  /** @throws AssertionError when an actor threw, supervised or not */
  def expectNoFailures(): Unit =
    failures.headOption.foreach: first =>
      throw AssertionError(s"${failures.size} failures in actors, the first: $first", first)

  /** Runs until no event is left, and checks that no actor keeps messages that none of its behaviors has
    * matched.
    *
    * @throws AssertionError with a table of the actors that do
    */
  def expectNoKeptMessages(): Unit =
    runUntilIdle()
    val keeping = actors.filter(info => info.saved + info.backlog > 0)
    if keeping.nonEmpty then
      throw AssertionError(
        s"the simulation is idle, and these actors keep messages that they do not match:\n${ActorInfo.table(keeping)}"
      )

  /** The trace so far, a line for each event: its number, the time, the actor, the action. */
  def trace: String = stage.trace.all

  private[testkit] def lostUpdates: List[String] = machines.toList.flatMap(_.platform.lost)
  private[testkit] def recent: String = stage.trace.last(40)
  private[testkit] def fingerprint: Long = stage.trace.fingerprint
  private[testkit] def livingActors: String =
    val actors = if stage.isOver then Vector.empty else this.actors
    if actors.isEmpty then "No actor is alive."
    else s"Live actors:\n${ActorInfo.table(actors)}"
  private[testkit] def close(): Unit = stage.close()
end Simulation

object Simulation:
  /** @param slowness see [[run]]
    * @param maxSteps see [[run]]
    * @param patience how much real time one event may take
    */
  private[testkit] final case class Settings(slowness: Double, maxSteps: Long, patience: FiniteDuration):
    require(slowness >= 0 && slowness < 1, s"slowness = $slowness: must be from 0 to less than 1")
    require(maxSteps >= 1, s"maxSteps = $maxSteps: must be at least 1")

  /** Runs `body`, and then the remaining events, in a world of its own in which `seed` decides the order of
    * events. `body` receives the system of that world.
    *
    * {{{
    *   Simulation.run(seed = 1): sim =>
    *     val echo = actor[String](loop(react { case text => println(text); done }))
    *     echo ! "hello"
    * }}}
    * @param slowness the share of events before which time advances to the next timer, if it is no more than
    *   a minute away, although other events are ready, as on a machine that is too slow: so timeouts race
    *   with the awaited events
    * @param maxSteps a run with more events has failed
    * @throws SimulationFailure on any failure, with the seed and what happened before
    */
  def run[A](seed: Long, slowness: Double = 0, maxSteps: Long = 1_000_000)(
      body: Simulation => ActorSystem ?=> A
  ): A = new Runs(Settings(slowness, maxSteps, RealPatience)).run(seed)(body)

  /** Runs `body` with one seed after another until one fails.
    *
    * A failed run is repeated once: if it takes another course, the body depends on more than its seed (real
    * time, other threads, state left by an earlier run), and the failure says so.
    *
    * With `EDDY_SEED` in the environment, or the system property `eddy.seed`, only that seed is run.
    * @return how many different orders of events there were
    * @throws SimulationFailure with the seed to replay
    */
  def explore(runs: Int = 1000, firstSeed: Long = 1, slowness: Double = 0, maxSteps: Long = 1_000_000)(
      body: Simulation => ActorSystem ?=> Any
  ): Explored = new Runs(Settings(slowness, maxSteps, RealPatience)).explore(runs, firstSeed)(body)

  private[testkit] def start(seed: Long, settings: Settings): Simulation = new Simulation(seed, settings)

  private val RealPatience = 10.seconds
end Simulation

/** The result of [[Simulation.explore]].
  *
  * @param orders how many of the runs differed
  * @param steps events of all runs
  */
final case class Explored(runs: Int, orders: Int, steps: Long)

/** A simulation has failed; the cause says why.
  *
  * @param seed brings it back
  * @param trace what had happened, a line for each event
  */
final class SimulationFailure private[testkit] (
    message: String,
    cause: Throwable,
    val seed: Long,
    val trace: String
) extends AssertionError(message, cause)
