package eddy.push.internal

import eddy.push.{ClientInfo, HistoryPage, Position, Publication}

/** What a subscription is to do next, beside offering an [[Encoded]] or a [[Notice]] to its sink. */
private[push] enum Step derives CanEqual:
  /** To read a page of the log. */
  case Read

  /** To read again later. */
  case Retry

  /** To let time pass until the next sample. */
  case Tick

  /** To tell that publishers need to wait no more. */
  case Relieve

  /** To leave the channel and tell the sink, once. */
  case End
end Step

/** Somebody came or went: an item like a publication, without an offset. */
private[push] final class Notice(val who: ClientInfo, val joined: Boolean):
  /** Offset of the publication that it comes after, where that has still to be read from the log. */
  var after: Long = 0

/** Part of the log as it was read.
  *
  * @param items in order, each in the form for the wire that the subscription's filter has let through
  * @param from offset of the first publication read, filtered or not; 0 when there was none
  * @param end offset of the last one
  * @param whole whether their offsets follow one another
  */
private[push] final class Page(
    val items: Array[Encoded],
    val sizes: Array[Int],
    val from: Long,
    val end: Long,
    val whole: Boolean,
    val top: Position,
    val complete: Boolean
)

private[push] object Page:
  /** @param sizeOf what a publication counts for, [[StreamMachine.Filtered]] for one that is not wanted */
  def of(read: HistoryPage, encode: Publication => Encoded)(sizeOf: Encoded => Int): Page =
    val all = read.publications
    val encoded = all.map(encode)
    val sized = encoded.map(e => (e, sizeOf(e))).filter(_._2 >= 0)
    val whole =
      all.indices.forall(i => all(i).offset == all(0).offset + i && all(i).position.epoch == read.top.epoch)
    val (from, end) = if all.isEmpty then (0L, 0L) else (all.head.offset, all.last.offset)
    new Page(sized.map(_._1).toArray, sized.map(_._2).toArray, from, end, whole, read.top, read.complete)

  def empty(top: Position): Page = new Page(Array.empty, Array.empty, 0, 0, true, top, true)

/** What a subscription looks like at one moment: for metrics and other readers.
  *
  * @param position everything up to it was given to the sink, waits for it, or was filtered or dropped
  * @param credit how many more may wait before the policy applies
  */
private[push] final case class StreamView(
    mode: StreamMode,
    position: Long,
    credit: Int,
    waitingMessages: Int,
    waitingBytes: Long
) derives CanEqual

private[push] enum StreamMode derives CanEqual:
  /** Publications come as they happen; until it is started they wait. */
  case Pushing

  /** They are read from the log, in pages, as the sink has room. */
  case Pulling
  case Ended

  def isEnded: Boolean = this == Ended
