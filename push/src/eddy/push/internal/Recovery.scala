package eddy.push.internal

import eddy.push.{HistoryPage, HistoryQuery, Position, Publication}

import scala.collection.mutable
import scala.concurrent.duration.DurationInt
import scala.concurrent.{ExecutionContext, Future}
import scala.util.{Failure, Success}

/** What subscribers of one channel get that come back. Its actor's.
  *
  * An admitted subscriber receives everything after its position of that moment; earlier publications, back
  * to its last one, are read beside it. After a node was restarted many reconnect with the same position:
  * they share one read.
  */
private[push] final class Recovery(live: LiveChannel, node: Node):
  private given ExecutionContext = ExecutionContext.parasitic
  private var readFor = Publication.Unplaced
  private lazy val reads = mutable.HashMap.empty[Long, Future[HistoryPage]]
  private val recovers = live.isPositioned && live.namespace.recovery

  /** @param top where the channel is: the subscriber has been admitted just now */
  def answer(s: ChannelEvent.Subscribe, top: Position): Unit =
    val plain = Subscribed(top, Vector.empty, recovered = false, positioned = live.isPositioned)
    def count(recovered: Boolean) =
      (if recovered then node.stats.recovered else node.stats.unrecovered).increment()
    s.recover match
      case None => s.answer.trySuccess(plain): Unit
      case Some(seen) if recovers && seen == top =>
        count(true)
        s.answer.trySuccess(plain.copy(recovered = true)): Unit
      case Some(seen) if !mayBeHad(seen, top, s.subscriber.readsOn) =>
        count(false)
        s.answer.trySuccess(plain): Unit
      case Some(seen) =>
        between(seen, top).onComplete:
          case Success(page) =>
            val found = recovered(plain, seen, page)
            val enough = found.behind == 0 || s.subscriber.readsOn
            count(enough && found.recovered)
            s.answer.trySuccess(if enough then found else plain): Unit
          case Failure(cause) =>
            live.tell(ChannelEvent.Unsubscribe(s.subscriber))
            s.answer.tryFailure(cause): Unit
    end match
  end answer

  private def mayBeHad(seen: Position, top: Position, readsOn: Boolean): Boolean =
    recovers && seen.epoch == top.epoch && seen.offset < top.offset && seen.offset >= 0 &&
      (readsOn || top.offset - seen.offset <= node.config.maxRecovered)

  /** With the publications of the page, if they follow the client's position. */
  private def recovered(plain: Subscribed, seen: Position, page: HistoryPage): Subscribed =
    val top = plain.top
    val missed = page.publications.takeWhile(_.offset <= top.offset)
    val until = missed.lastOption.fold(seen.offset)(_.offset)
    // it may continue in another epoch already
    val same = page.top.epoch == top.epoch || page.top.epoch == node.present(live.name, top).epoch
    val follows = page.complete && same && missed.nonEmpty &&
      missed.size == until - seen.offset
    if follows then plain.copy(missed = missed, recovered = true, behind = top.offset - until) else plain

  private def between(seen: Position, top: Position): Future[HistoryPage] =
    if readFor != top || reads.size >= Recovery.MostReads then
      readFor = top
      reads.clear()
    if reads.isEmpty then forgetLater()
    reads.getOrElseUpdate(
      seen.offset,
      node.deadline(s"recovering in ${live.name}"):
        val limit = math.min(top.offset - seen.offset, node.config.maxRecovered).toInt
        node.mediator.read(live.name, HistoryQuery(Some(seen), limit, maxBytes = node.config.recoverBytes))
    )

  /** Pages without a waiting subscriber, after a while. */
  def forget(): Unit =
    reads.filterInPlace((_, page) => !page.isCompleted): Unit
    if reads.nonEmpty then forgetLater()

  private def forgetLater(): Unit =
    node.system.engine.after(Recovery.Kept)(() => live.tell(ChannelEvent.Recovered)): Unit
end Recovery

private[push] object Recovery:
  /** So long what was read serves others. */
  private val Kept = 1.second

  /** Pages for so many positions are kept for subscribers with the same. */
  private final val MostReads = 16
