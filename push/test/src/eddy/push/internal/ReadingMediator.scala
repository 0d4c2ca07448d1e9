package eddy.push.internal

import eddy.push.*

import java.lang.ref.WeakReference
import scala.concurrent.{ExecutionContext, Future, Promise}

/** Another mediator whose reads are counted, can be held up, and give copies, as those of a service in
  * another process do.
  */
final class ReadingMediator(inner: Mediator) extends Mediator:
  export inner.{close, forget, name, publish, sharedHistory, start, state, subscribe, unsubscribe}

  // guarded by this
  private var gate: Promise[Unit] | Null = null
  private var count = 0
  private var waiting = 0

  /** Of the page that was read last, its first publication. */
  @volatile var lastRead: WeakReference[Publication] = WeakReference(null)

  /** From now on reads wait; and are counted. */
  def hold(): Unit = synchronized:
    gate = Promise()
    count = 0

  def release(): Unit =
    val waits = synchronized:
      val waits = gate
      gate = null
      waits
    if waits != null then waits.success(()): Unit

  def reads: Int = synchronized(count)
  def held: Int = synchronized(waiting)

  def read(channel: String, query: HistoryQuery): Future[HistoryPage] =
    given ExecutionContext = ExecutionContext.parasitic
    val first = synchronized:
      count += 1
      val waits = gate
      if waits == null then Future.unit
      else
        waiting += 1
        waits.future
    first.flatMap(_ => inner.read(channel, query)).map: page =>
      val copies = page.publications.map(p => p.copy())
      copies.headOption.foreach(p => lastRead = WeakReference(p))
      page.copy(publications = copies)
end ReadingMediator
