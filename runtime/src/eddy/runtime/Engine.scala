package eddy.runtime

import eddy.runtime.internal.{RealPlatform, Scheduler, Worker}
import eddy.runtime.spi.{Dispatcher, Platform}

import java.lang.System.Logger.Level
import java.util.concurrent.atomic.AtomicReference
import java.util.concurrent.{ConcurrentHashMap, RejectedExecutionException}
import scala.concurrent.duration.{DurationInt, FiniteDuration}
import scala.concurrent.{ExecutionContext, Future, Promise}
import scala.jdk.CollectionConverters.*
import scala.util.Try

/** Runs every event of every unit on a few worker threads, about one per core (design decision 1).
  *
  * Blocking inside an event is allowed: a worker that blocks while others wait is found within milliseconds
  * and a spare worker substitutes for it; [[Engine.blocking]] makes that immediate. Half of the workers that
  * compute for long get a spare. `Await` leaves workers for the events that complete the awaited futures, and
  * fails with a [[WaitRefusedException]] beyond that. Every method may be called from any thread. A failure
  * that an event throws goes to [[report]] and ends nothing but that event.
  */
final class Engine private[eddy] (
    val config: EngineConfig,
    private[eddy] val scheduler: Dispatcher,
    private[eddy] val platform: Platform
):
  private val pools = new ConcurrentHashMap[String, Pool]()
  private val shutdownResult = new AtomicReference[Promise[Boolean] | Null](null)
  @volatile private var stopped = false

  /** Runs `event` soon, on some worker. Events of one caller may run at the same time and in any order.
    *
    * @throws RejectedExecutionException after [[shutdown]] has ended
    */
  def execute(event: Runnable): Unit =
    if stopped then throw Engine.stoppedException(config.name)
    scheduler.submit(event)
    // shut down meanwhile: if no worker came to it, none will
    if stopped && scheduler.takeBack(event) then throw Engine.stoppedException(config.name)

  /** A new sequential unit. Its home is the worker with the shortest queue at this moment. */
  def unit(): SequentialUnit = new SequentialUnit(this, scheduler.shortestQueue())

  /** Runs `event` once, on some worker, not before `delay` is over; a millisecond is the resolution. */
  def after(delay: FiniteDuration)(event: Runnable): Timer =
    Timer.once(this, event, delay.toNanos, null)

  /** Runs `event` on some worker every `interval`, first after one interval, at a fixed rate. It never runs
    * twice at once: a time that comes while it still runs is skipped.
    */
  def every(interval: FiniteDuration)(event: Runnable): Timer = every(interval, null)(event)

  /** As the other; the timer is its owner's. */
  private[eddy] def after(delay: FiniteDuration, owner: TimerOwner)(event: Runnable): Timer =
    Timer.once(this, event, delay.toNanos, owner)

  private[eddy] def every(interval: FiniteDuration, owner: TimerOwner | Null)(event: Runnable): Timer =
    require(
      interval.toMillis >= 1,
      s"interval = $interval: must be at least one millisecond, the timers' resolution"
    )
    Timer.repeated(this, event, interval.toNanos, owner)

  /** A pool of its own threads for work that would take all workers, such as scaling images: at most
    * `maxThreads` at a time, at most `maxQueued` queued. The same name returns the same pool.
    *
    * @throws IllegalArgumentException when a pool of that name has other limits
    * @throws RejectedExecutionException after [[shutdown]] has ended
    */
  def pool(name: String, maxThreads: Int, maxQueued: Int = 10_000): Pool =
    if stopped then throw Engine.stoppedException(config.name)
    platform.needsThreads(
      s"pool \"$name\"",
      "give the code under test a function that does the work, or an actor"
    )
    val pool = pools.computeIfAbsent(name, _ => new Pool(this, name, maxThreads, maxQueued)).nn
    require(
      pool.maxThreads == maxThreads && pool.maxQueued == maxQueued,
      s"pool \"$name\" exists with maxThreads = ${pool.maxThreads}, maxQueued = ${pool.maxQueued}, " +
        s"not $maxThreads and $maxQueued: use the same limits or another name"
    )
    pool

  /** For `scala.concurrent.Future`: callbacks become events of this engine. */
  val executionContext: ExecutionContext = new ExecutionContext:
    def execute(runnable: Runnable): Unit = Engine.this.execute(runnable)
    def reportFailure(cause: Throwable): Unit = report(cause, "a Future's callback")

  /** Passes a failure without a caller to the configured reporter. Never throws. */
  def report(failure: Throwable, where: String): Unit = config.reporter.tell(failure, where)

  /** The engine's present state and counters; made by this call. */
  def stats: EngineStats = EngineStats.of(scheduler, platform.timers, pools.values.nn.asScala.toVector)

  /** Drops the timers, lets everything queued run to its end for at most `timeout`, then ends all threads.
    *
    * While it drains, other events and outside callers may still add events. Afterwards it rejects events,
    * drops events sent to units, and turns messages to actors into dead letters; no actor can be started.
    * Actors that have a thread of their own continue: end them before.
    *
    * Returns at once. A thread of its own, which is no daemon, does the work and completes the future: with
    * true when everything had run, with false when the time was over (running events were interrupted). A
    * second call changes nothing and returns the same future, whatever its timeout. Any thread may call. An
    * event may call too, but must not wait for the future. [[executionContext]] has ended when the future
    * completes: give its callbacks another one.
    *
    * @throws IllegalArgumentException when `timeout` is negative
    */
  def shutdown(timeout: FiniteDuration = 10.seconds): Future[Boolean] =
    require(timeout.toNanos >= 0, s"timeout = $timeout: must not be negative; zero interrupts at once")
    val result = Promise[Boolean]()
    if shutdownResult.compareAndSet(null, result) then
      try scheduler.runOutside(s"${config.name}-shutdown")(() => result.complete(Try(drain(timeout))): Unit)
      catch
        // no thread: nothing was done, and a later call may succeed
        case failure: Throwable =>
          shutdownResult.set(null)
          throw failure
    shutdownResult.get.nn.future

  private def drain(timeout: FiniteDuration): Boolean =
    platform.stopTimers()
    val until = nanoTime + timeout.toNanos
    val isIdle = scheduler.awaitIdle(timeout.toNanos)(() => poolsIdle)
    stopped = true
    // for events that came in between
    val isDrained = isIdle && scheduler.awaitIdle(until - nanoTime)(() => poolsIdle)
    pools.values.nn.forEach(_.stop())
    scheduler.stop()
    Engine.running.remove(this): Unit
    isDrained

  private def poolsIdle: Boolean = pools.values.nn.asScala.forall(_.isIdle)

  /** As [[execute]], for what a timer does when its time has come: dropped after the engine's end. */
  private[eddy] def fire(event: Runnable): Unit = if !stopped then scheduler.submit(event)

  /** As [[fire]], for what ends a wait: it needs no worker, and comes after the engine's end too. */
  private[eddy] def fireApart(event: Runnable): Unit = scheduler.submitApart(event)

  /** Nothing runs any more. */
  private[eddy] def isStopped: Boolean = stopped

  /** The time by which deadlines go, as `System.nanoTime`. */
  private[eddy] def nanoTime: Long = platform.nanoTime
end Engine

object Engine:
  /** Starts an engine. Its threads are daemons: they do not keep the process alive. */
  def start(config: EngineConfig = EngineConfig()): Engine =
    val scheduler = new Scheduler(config, config.reporter.tell)
    val engine = new Engine(config, scheduler, new RealPlatform(config.name, config.workers, scheduler))
    engine.scheduler.start()
    engine.platform.start()
    running.add(engine): Unit
    engine

  /** For programs that configure nothing: started at first use, never stopped. */
  lazy val default: Engine =
    val engine = start()
    defaultEngine = engine
    engine

  // null before it is first used
  @volatile private var defaultEngine: Engine | Null = null

  /** Used where no other engine is given: [[default]]. A warning in the log `eddy.runtime` says so when other
    * engines run already: a forgotten `given` would start a second one, with as many workers again.
    */
  given Engine =
    warnOfDefault("Engine")
    default

  // started and not stopped
  private val running = ConcurrentHashMap.newKeySet[Engine]().nn

  /** A default was asked for, since no value of type `what` is given. */
  private[eddy] def warnOfDefault(what: String): Unit =
    val others = running.asScala.toVector.filter(_ ne defaultEngine).map(_.config.name).sorted
    secondEngine(what, others).foreach(System.getLogger("eddy.runtime").nn.log(Level.WARNING, _))

  private[runtime] def secondEngine(what: String, running: Seq[String]): Option[String] =
    Option.when(running.nonEmpty):
      val names = running.map(name => s"\"$name\"").mkString(", ")
      s"Engine.default is used beside the running engine $names, since no given $what is in scope somewhere: make the " +
        s"program's own a given there, or pass $what.default where a second engine is meant"

  /** Declares that `body` may block, so that a spare worker substitutes for this one at once. On threads that
    * are not workers it only runs `body`. `scala.concurrent.blocking` does the same.
    */
  def blocking[A](body: => A): A = Worker.blocking(body)

  /** As [[blocking]], for a wait that ends when others have had their turn: it leaves workers for them. The
    * body keeps a limit of its own, since none of them may come to it in time. `Await` does the same.
    *
    * @throws WaitRefusedException when so many workers are blocked that none would be left; `body` is not run
    *   then
    */
  private[eddy] def waiting[A](body: => A): A = Worker.waiting(body)

  /** Announces that the event on this thread may compute for milliseconds, as similar events have: if other
    * events wait then, a spare substitutes for this worker sooner than without the announcement.
    * @param since when it began, as `System.nanoTime`
    */
  private[eddy] def mayTakeLong(since: Long): Unit = Worker.current match
    case worker: Worker => worker.scheduler.mayTakeLong(worker, since)
    case null => ()

  private def stoppedException(name: String) =
    RejectedExecutionException(s"engine \"$name\" was shut down and runs no more events")
end Engine
