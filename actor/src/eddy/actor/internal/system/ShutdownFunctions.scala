package eddy.actor.internal.system

import eddy.runtime.Engine

import scala.collection.mutable
import scala.concurrent.duration.FiniteDuration
import scala.concurrent.{ExecutionContext, Future, Promise}

/** What ends with a system, after its actors; see [[eddy.actor.ActorSystem.onShutdown]]. */
private[actor] final class ShutdownFunctions(engine: Engine):
  import ShutdownFunctions.*

  // in the order of their registration; guarded by this, as isOpen is
  private val registered = mutable.LinkedHashSet.empty[Entry]
  private var isOpen = true

  /** @throws IllegalStateException after [[shut]] */
  def register(name: String, stop: FiniteDuration => Future[Unit]): AutoCloseable = synchronized:
    if !isOpen then
      throw IllegalStateException(
        s"$name cannot end with its actor system, which was shut down: start it before, or with another system"
      )
    val entry = new Entry(name, stop)
    registered += entry
    () => remove(entry)

  private def remove(entry: Entry): Unit = synchronized(registered -= entry): Unit

  /** Refuses registrations from now on. */
  def shut(): Unit = synchronized { isOpen = false }

  /** Calls all that are registered, each on a thread of its own. */
  def call(timeout: FiniteDuration): List[Called] =
    val entries = synchronized(registered.toList)
    entries.map: entry =>
      val called = new Called(entry.name)
      engine.fireApart(() => called.run(engine, entry.stop(timeout)))
      called
end ShutdownFunctions

private[actor] object ShutdownFunctions:
  private final class Entry(val name: String, val stop: FiniteDuration => Future[Unit])

  /** One that was called. */
  final class Called(val name: String) extends Shutdown.End:
    // whether it has stopped what it is for
    private val outcome = Promise[Boolean]()
    def future: Future[Boolean] = outcome.future
    def hasStopped: Boolean = future.value.exists(_.get)

    def run(engine: Engine, stop: => Future[Unit]): Unit =
      val stopping =
        try stop
        catch case failure: Throwable => Future.failed(failure)
      stopping.onComplete { end =>
        end.failed.foreach(engine.report(_, s"the shutdown of an actor system: $name"))
        outcome.success(end.isSuccess): Unit
      }(using ExecutionContext.parasitic)
  end Called
end ShutdownFunctions
