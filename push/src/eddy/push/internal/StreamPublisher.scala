package eddy.push.internal

import eddy.push.{ClientInfo, HistoryPage, Position, Publication, TagFilter, UnsubscribeCode}
import eddy.web.SendResult

import java.util.concurrent.RejectedExecutionException
import scala.concurrent.Future
import scala.concurrent.duration.{DurationLong, FiniteDuration}
import scala.util.control.NonFatal
import scala.util.{Failure, Success, Try}

/** One subscription of one connection: passes its channel's publications to its sink, which may be slow. Made
  * by [[Streams.open]].
  *
  * {{{
  *   val stream = streams.open(channel, namespace, sink)
  *   hub.subscribe(channel, stream, who, recover, joins)  // on success: the client is answered, and then
  *   stream.start(subscribed)                             // nothing goes to the sink before
  *   stream.close()                                       // when the client leaves, or subscribing failed
  * }}}
  *
  * Any thread may call. Nothing blocks, and no lock is held while sink, hub or timers are called. While
  * nothing waits, a publication goes to the sink on its channel's thread, and nothing is allocated for it
  * here; everything else is done by the engine or by the caller of `room`, so that no subscriber keeps the
  * channel from the others.
  */
private[push] final class StreamPublisher(
    streams: Streams,
    kind: StreamRules,
    val channel: String,
    sink: Sink,
    filter: TagFilter | Null
) extends StreamMachine(kind),
      Subscriber:

  /** Once, when the client has the answer to its subscribe request: sends everything after `at`.
    * @param missed what comes before that and was not sent otherwise; it ends at `at`
    * @param behind how many publications after `at` it is to read, as it has [[readsOn]]
    */
  def start(at: Position, missed: Vector[Publication] = Vector.empty, behind: Long = 0): Unit =
    val page = Page.of(HistoryPage(missed, at, complete = true), streams.encodings.of)(sizeOf)
    run(synchronized(started(at, page, behind)))
    // it was closed while the channel still answered
    if synchronized(isEnded) then streams.hub.unsubscribe(channel, this)

  /** @param sendMissed whether what was missed goes out here; otherwise the client has got it with the answer
    */
  def start(subscribed: Subscribed, sendMissed: Boolean): Unit =
    val at = if subscribed.positioned then subscribed.at else Publication.Unplaced
    start(at, if sendMissed then subscribed.missed else Vector.empty, subscribed.behind)

  override def keeps(item: AnyRef): Unit = sink.keeps(item)
  override def lets(item: AnyRef): Unit = sink.lets(item)

  override def readsOn: Boolean = rules.pulls
  override def slows: Boolean = rules.slows

  /** The sink has room again; harmless when it was never without. */
  def room(): Unit = run(synchronized(roomCame()))

  /** Leaves the channel; the sink is notified once. Pending publications are not sent. */
  def close(): Unit = run(synchronized(finish(Ending.Closed)))

  /** As it is at this moment. */
  def now: StreamView = synchronized(view)

  // -------------------------------------------------------------------------------------------- for the
  // channel

  def publication(encoded: Encoded): Unit =
    val first =
      try
        val size = sizeOf(encoded)
        synchronized(arrived(encoded, size))
      catch
        case NonFatal(failure) =>
          report(failure)
          synchronized(finish(Ending.Failed))
    if first != null then
      // This one goes out here; the channel's thread does not send pending ones.
      val next = if first eq encoded then perform(encoded) else first
      if next != null then hop(next)
    // here, before the publisher gets its acknowledgement
    if rules.slows && synchronized(isHolding) then tellHolding()

  override def whenWritten(done: Runnable): Boolean =
    val keepsUp = synchronized(isIdle)
    if keepsUp then sink.whenWritten(done)
    keepsUp

  override def goesOn(at: Position): Unit = if sink.tellsEpochs then synchronized(renamed(at.epoch))

  override def publications(batch: Batch): Boolean =
    filter == null && synchronized(arrivedAll(batch)) && {
      var result = SendResult.Closed
      val next =
        try
          result = sink.offerAll(batch, this)
          result match
            case SendResult.Sent => synchronized(offeredAll(batch))
            case SendResult.Full => synchronized(takenBack(batch))
            case SendResult.Closed => synchronized(broken(Ending.Closed))
        catch
          case NonFatal(failure) =>
            report(failure)
            synchronized(broken(Ending.Failed))
      if next != null then hop(next)
      result != SendResult.Full
    }

  def joined(who: ClientInfo): Unit = came(new Notice(who, joined = true))
  def left(who: ClientInfo): Unit = came(new Notice(who, joined = false))

  def ended(code: UnsubscribeCode): Unit =
    val first = synchronized(finish(Ending.Unsubscribed(code)))
    if first != null then hop(first)

  private def came(notice: Notice): Unit =
    val first = synchronized(arrived(notice))
    if first != null then
      val next = if first eq notice then perform(notice) else first
      if next != null then hop(next)

  // -------------------------------------------------------------------------------------------- the driver

  private def hop(step: AnyRef): Unit =
    try streams.engine.execute(() => run(step))
    catch
      case _: RejectedExecutionException => run(step) // the engine has been shut down: only the end is left

  private def run(first: AnyRef | Null): Unit =
    var step = first
    while step != null do step = perform(step)

  /** Does it, and returns the next action. */
  private def perform(step: AnyRef): AnyRef | Null =
    try
      step match
        case encoded: Encoded =>
          sink.offer(encoded, this) match
            case SendResult.Sent => synchronized(offered())
            case SendResult.Full => refusedBySink(encoded, sink.sizeBytes(encoded, this))
            case SendResult.Closed => synchronized(broken(Ending.Closed))
        case notice: Notice =>
          sink.presence(notice.who, notice.joined, this) match
            case SendResult.Sent => synchronized(offered())
            case SendResult.Full => refusedBySink(notice, StreamMachine.NoticeBytes)
            case SendResult.Closed => synchronized(broken(Ending.Closed))
        case other =>
          other match
            case Step.Relieve => tellHolding()
            case Step.Read => read()
            case Step.Retry => later(retryDelay)(retried())
            case Step.Tick => later(rules.interval)(ticked())
            case _ => leave()
          synchronized(proceed())
    catch
      case NonFatal(failure) =>
        report(failure)
        synchronized(broken(Ending.Failed))

  private def refusedBySink(item: AnyRef, size: Int): AnyRef | Null = synchronized(refused(item, size))

  /** Two threads may tell at once; the one that tells last sees that it is still true. */
  private def tellHolding(): Unit =
    var told = synchronized(isHolding)
    var isTrue = false
    while !isTrue do
      streams.hub.slow(channel, this, told)
      val now = synchronized(isHolding)
      isTrue = now == told
      told = now

  private def read(): Unit =
    val query = synchronized(this.query)
    if query != null then
      val page =
        try streams.hub.history(channel, query)
        catch
          case NonFatal(failure) => Future.failed(failure)
      // never here: a page is much work, and others may wait for this thread
      page.onComplete(got)(using streams.engine.executionContext)

  private def got(read: Try[HistoryPage]): Unit =
    val next = read match
      case Success(found) =>
        try
          val page = Page.of(found, streams.encodings.of)(sizeOf)
          synchronized(paged(page))
        catch
          case NonFatal(failure) =>
            report(failure)
            synchronized(finish(Ending.Failed))
      // the hub knows why, and counts it; it is tried again, and in the end given up
      case Failure(_) => synchronized(pageFailed())
    run(next)

  private def leave(): Unit =
    rules.stats.open.decrement()
    rules.stats.capacity.add(-rules.bufferMessages)
    try streams.hub.unsubscribe(channel, this)
    finally sink.ended(this, synchronized(ending))

  private def retryDelay: FiniteDuration =
    val failed = math.min(synchronized(attempts), 8)
    math.min(StreamPublisher.FirstRetryMillis << failed, StreamPublisher.LastRetryMillis).millis

  private def later(delay: FiniteDuration)(event: => AnyRef | Null): Unit =
    streams.engine.after(delay)(() => run(synchronized(event))): Unit

  private def sizeOf(encoded: Encoded): Int =
    val wanted = filter == null || filter.matches(encoded.publication.message.tags)
    if wanted then sink.sizeBytes(encoded, this) else StreamMachine.Filtered

  private def report(failure: Throwable): Unit =
    streams.engine.report(failure, s"the subscription to $channel")
end StreamPublisher

private[push] object StreamPublisher:
  private val FirstRetryMillis = 5L
  private val LastRetryMillis = 1000L
