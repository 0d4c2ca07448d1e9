package eddy.trading.internal

import eddy.runtime.{Engine, Timer}

import java.sql.SQLException
import java.util.concurrent.atomic.AtomicBoolean
import scala.concurrent.duration.FiniteDuration

/** Looks at intervals whether the database is still this process's, from the moment that it has been taken: a
  * start that reads a long journal keeps it, too.
  */
private[trading] final class OwnerBeat(owner: Owner, every: FiniteDuration, engine: Engine):
  private val pool = engine.pool("trading-owner", 1)
  private val isIdle = AtomicBoolean(true)
  // set once, when there is something to stop
  @volatile private var writer: Option[Writer] = None
  private val timer: Option[Timer] =
    Option.when(owner.isShared)(engine.every(every)(() => if isIdle.getAndSet(false) then look()))

  /** Ends the writer when another process has taken the database. */
  def stops(writer: Writer): Unit = this.writer = Some(writer)

  private def look(): Unit =
    val task: Runnable = () =>
      try if writer.forall(_.isOwner) then owner.keep()
      catch
        case foreign: NotOwnerException => writer.foreach(_.stop(foreign))
        // the log has been told; the next beat tries again
        case _: SQLException => ()
      finally isIdle.set(true)
    val _ = pool.submit(task)

  def cancel(): Unit = timer.foreach(_.cancel(): Unit)
end OwnerBeat
