package eddy.runtime

import java.util.concurrent.{Executors, TimeUnit}
import scala.concurrent.duration.FiniteDuration

/** The one engine (design decision 1). Temporary stand-in on an executor, with the interface that stays. */
final class Engine private (val config: EngineConfig):
  private val executor = Executors.newScheduledThreadPool(8).nn

  /** Runs `event` soon, on some worker. Any thread may call. */
  def execute(event: Runnable): Unit = executor.execute(() => guarded(event))

  /** A new sequential unit; its home is the worker with the shortest queue. */
  def unit(): SequentialUnit = new SequentialUnit(this)

  /** Runs `event` once, `delay` from now, on some worker. */
  def after(delay: FiniteDuration)(event: Runnable): Timer =
    val f = executor.schedule((() => guarded(event)): Runnable, delay.toNanos, TimeUnit.NANOSECONDS).nn
    new Timer(() => f.cancel(false))

  /** Runs `event` every `interval`, first one interval from now. */
  def every(interval: FiniteDuration)(event: Runnable): Timer =
    val n = interval.toNanos
    val f = executor.scheduleAtFixedRate(() => guarded(event), n, n, TimeUnit.NANOSECONDS).nn
    new Timer(() => f.cancel(false))

  /** Tells the engine's reporter of a failure that nobody else will hear of. */
  def report(failure: Throwable, where: String): Unit =
    System.getLogger("eddy.runtime").nn.log(System.Logger.Level.ERROR, s"failure in $where", failure)

  private def guarded(event: Runnable): Unit =
    try event.run()
    catch case t: Throwable => report(t, "an event")

  /** Lets what is queued run for at most `within`, then stops. True when everything had run. */
  def shutdown(within: FiniteDuration): Boolean =
    executor.shutdown()
    executor.awaitTermination(within.toNanos, TimeUnit.NANOSECONDS)
end Engine

object Engine:
  def start(config: EngineConfig = EngineConfig()): Engine = new Engine(config)

  /** Started at first use, never stopped: for programs that configure nothing. */
  lazy val default: Engine = start()

  /** Says that `body` may block, so that a spare worker takes over at once instead of within some milliseconds. */
  def blocking[A](body: => A): A = body

/** A timer that can be cancelled. */
final class Timer private[runtime] (stop: () => Boolean):
  /** True when this call kept the event from running (again). */
  def cancel(): Boolean = stop()

/** Events in order, never two at once. */
final class SequentialUnit private[runtime] (engine: Engine):
  private val queue = new java.util.ArrayDeque[Runnable]()
  private var running = false

  /** Adds an event. Any thread may call; events of one thread run in its order. */
  def submit(event: Runnable): Unit = synchronized:
    queue.addLast(event)
    if !running then
      running = true
      engine.execute(() => drain())

  private def drain(): Unit =
    var next: Runnable | Null = synchronized(queue.pollFirst())
    while next != null do
      try next.run()
      catch case t: Throwable => engine.report(t, "an event")
      next = synchronized:
        val e = queue.pollFirst()
        if e == null then running = false
        e
end SequentialUnit
