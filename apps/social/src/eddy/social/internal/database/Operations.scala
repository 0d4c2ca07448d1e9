package eddy.social.internal.database

import eddy.runtime.{Engine, SparseLog}
import eddy.state.Pure

import java.lang.System.Logger.Level.WARNING
import java.util.concurrent.atomic.{AtomicInteger, LongAdder}
import scala.concurrent.duration.FiniteDuration
import scala.concurrent.{ExecutionContext, Future}

import io.micrometer.core.instrument.binder.MeterBinder
import io.micrometer.core.instrument.{FunctionCounter, Gauge, MeterRegistry}
import org.reactivestreams.Publisher

/** Runs what the driver publishes, as futures. At most `maxPending` operations wait at the same time, and
  * none for longer than `limit`: the driver alone would wait as long as a server sends nothing. Any thread
  * may call.
  *
  * The futures fail with [[DatabaseUnavailable]] or [[DuplicateKeyFailure]]; other failures are bugs.
  * The log has the reasons of the former. Handlers need no lock for it: its own counters are atomic.
  */
@Pure
private[social] final class Operations(engine: Engine, limit: FiniteDuration, maxPending: Int)
    extends MeterBinder:
  private val pending = new AtomicInteger
  private val timedOut = new LongAdder
  private val rejected = new LongAdder
  private val log = SparseLog(engine, System.getLogger("eddy.social").nn, WARNING)

  /** The first element, if there are any. */
  def first[A](operation: => Publisher[A]): Future[Option[A]] = run(operation)(_.headOption)

  /** All elements. The operation itself must bound their number. */
  def all[A](operation: => Publisher[A]): Future[Vector[A]] = run(operation)(identity)

  /** When the operation has ended. */
  def done[A](operation: => Publisher[A]): Future[Unit] = run(operation)(_ => ())

  private def run[A, B](operation: => Publisher[A])(result: Vector[A] => B): Future[B] =
    val ran = begin(operation)
    ran.failed.foreach {
      case why: DatabaseUnavailable => log.line(why.getMessage)
      case _ => ()
    }(using ExecutionContext.parasitic)
    ran.map(result)(using ExecutionContext.parasitic)

  private def begin[A](operation: => Publisher[A]): Future[Vector[A]] =
    if pending.incrementAndGet() > maxPending then
      pending.decrementAndGet(): Unit
      rejected.increment()
      Future.failed(DatabaseUnavailable(s"$maxPending operations wait for the database"))
    else
      val elements = new Elements[A]
      try
        operation.subscribe(elements)
        val timer = engine.after(limit)(() => end(elements))
        elements.all.onComplete { _ =>
          pending.decrementAndGet(): Unit
          timer.cancel(): Unit
        }(using ExecutionContext.parasitic)
        elements.all
      catch
        // it was closed
        case failure: IllegalStateException =>
          pending.decrementAndGet(): Unit
          Future.failed(DatabaseUnavailable.of(failure))

  private def end(late: Elements[?]): Unit =
    if late.fail(DatabaseUnavailable(s"the database has not answered within $limit")) then
      timedOut.increment()
      late.cancel()

  def bindTo(registry: MeterRegistry): Unit =
    Gauge.builder("eddy.social.database.pending", pending, (n: AtomicInteger) => n.doubleValue)
      .description("operations that wait for the database").register(registry): Unit
    counter(registry, "timeouts", "operations that the database has not done in time", timedOut)
    counter(registry, "rejected", "operations rejected, since too many waited for the database", rejected)

  private def counter(registry: MeterRegistry, what: String, description: String, value: LongAdder): Unit =
    FunctionCounter.builder(s"eddy.social.database.$what", value, (v: LongAdder) => v.sum.toDouble)
      .description(description).register(registry): Unit
end Operations
