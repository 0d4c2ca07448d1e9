package eddy.push.internal

import eddy.push.{HistoryPage, HistoryQuery, Message, Position, Publication, Retention}

import java.util.LinkedHashMap

/** What became of a message that came to a log. */
private[push] enum Appended derives CanEqual:
  case New(publication: Publication)

  /** Its key was known. `position` is what the key has got first; `None` where nothing is kept. */
  case Duplicate(position: Option[Position])

/** The past of one channel: gives each publication its offset, keeps as many as the retention says, and the keys. Belongs to whoever holds its
  * lock.
  *
  * @param epochs makes another name for a life of the history
  * @param nanoTime the clock for ages
  */
private[push] final class ChannelLog(channel: String, epochs: () => String, nanoTime: () => Long):
  import ChannelLog.*

  private var epoch = epochs()
  private var last = 0L
  // a ring: the publication with offset o is at o & (length - 1); those from last - count + 1 to last are there
  private var kept = new Array[Publication | Null](8)
  private var times = new Array[Long](8)
  private var count = 0
  private var ageNanos = Long.MaxValue
  private val keys = new LinkedHashMap[String, Keyed]()
  private var usedNanos = nanoTime()

  def top: Position = Position(last, epoch)

  def append(message: Message, retention: Retention): Appended =
    val now = nanoTime()
    usedNanos = now
    val known = message.key.flatMap(key => keyed(key, now, retention))
    known match
      case Some(first) => Appended.Duplicate(first.position)
      case None =>
        val position =
          if retention.size <= 0 then Publication.Unplaced
          else Position(last + 1, epoch)
        val publication = Publication(channel, position, message)
        if retention.size > 0 then keep(publication, now, retention)
        message.key.foreach: key =>
          keys.put(key, Keyed(Option.when(retention.size > 0)(position), now))
          if keys.size > MaxKeys then removeOldestKey()
        Appended.New(publication)

  def read(query: HistoryQuery): HistoryPage =
    expire(nanoTime())
    val first = last - count + 1
    query.after match
      case None =>
        if query.reverse then falling(last, query.limit, complete = true)
        else rising(first, query.limit, complete = true)
      case Some(after) if after.epoch != epoch =>
        if query.reverse then falling(last, query.limit, complete = false)
        else rising(first, query.limit, complete = false)
      case Some(after) if query.reverse =>
        val from = math.min(after.offset - 1, last)
        falling(from, query.limit, complete = after.offset <= last + 1 && (from < 1 || from >= first))
      case Some(after) =>
        val from = after.offset + 1
        rising(math.max(from, first), query.limit, complete = from >= first && from <= last + 1)

  /** Another life, in which nothing is known but the keys. */
  def begin(): Unit =
    java.util.Arrays.fill(kept.asInstanceOf[Array[AnyRef | Null]], null)
    count = 0
    last = 0
    epoch = epochs()

  /** Nothing is kept that is not too old, and nobody has used it for so long. */
  def isIdle(forNanos: Long): Boolean =
    val now = nanoTime()
    expire(now)
    count == 0 && now - usedNanos >= forNanos

  private def keep(publication: Publication, now: Long, retention: Retention): Unit =
    ageNanos = retention.age.toNanos
    expire(now)
    while count >= retention.size do dropOldest()
    if count == kept.length then grow()
    last += 1
    val at = (last & (kept.length - 1)).toInt
    kept(at) = publication
    times(at) = now
    count += 1

  private def expire(now: Long): Unit =
    while count > 0 && now - times(((last - count + 1) & (kept.length - 1)).toInt) >= ageNanos do dropOldest()

  private def dropOldest(): Unit =
    kept(((last - count + 1) & (kept.length - 1)).toInt) = null
    count -= 1

  private def grow(): Unit =
    val (more, moreTimes) = (new Array[Publication | Null](kept.length * 2), new Array[Long](kept.length * 2))
    var offset = last - count + 1
    while offset <= last do
      val (from, to) = ((offset & (kept.length - 1)).toInt, (offset & (more.length - 1)).toInt)
      more(to) = kept(from)
      moreTimes(to) = times(from)
      offset += 1
    kept = more
    times = moreTimes

  private def rising(from: Long, limit: Int, complete: Boolean): HistoryPage =
    val until = math.min(last + 1, from + math.max(limit, 0))
    HistoryPage(Iterator.iterate(from)(_ + 1).takeWhile(_ < until).map(at).toVector, top, complete)

  private def falling(from: Long, limit: Int, complete: Boolean): HistoryPage =
    val downTo = math.max(last - count + 1, from - math.max(limit, 0) + 1)
    HistoryPage(Iterator.iterate(from)(_ - 1).takeWhile(_ >= downTo).map(at).toVector, top, complete)

  private def at(offset: Long): Publication = kept((offset & (kept.length - 1)).toInt).nn

  private def keyed(key: String, now: Long, retention: Retention): Option[Keyed] =
    var going = true
    while going do
      val oldest = keys.firstEntry
      if oldest != null && now - oldest.getValue.nn.atNanos >= retention.keys.toNanos then removeOldestKey()
      else going = false
    Option(keys.get(key))

  private def removeOldestKey(): Unit = keys.pollFirstEntry(): Unit
end ChannelLog

private[push] object ChannelLog:
  private final case class Keyed(position: Option[Position], atNanos: Long)

  /** Keys of one channel that are remembered; the oldest goes first. */
  private final val MaxKeys = 100_000

  /** Of a channel whose namespace keeps nothing. */
  def nothing(query: HistoryQuery): HistoryPage =
    HistoryPage(Vector.empty, Publication.Unplaced, complete = query.after.isEmpty)
