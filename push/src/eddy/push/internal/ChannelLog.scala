package eddy.push.internal

import eddy.push.{HistoryPage, HistoryQuery, MediatorNode, Message, Position, Publication, Retention}

import java.util.LinkedHashMap
import scala.concurrent.duration.{DurationInt, FiniteDuration}

/** What became of a message that came to a log. */
private[push] enum Appended derives CanEqual:
  case New(publication: Publication)

  /** Its key was known. `position` is what the key has got first; `None` where nothing is kept. */
  case Duplicate(position: Option[Position])

/** The past of one channel: assigns each publication its offset, keeps as many as the retention says, and the
  * keys. Guarded by the owner's lock.
  *
  * @param epochs makes a new name for an epoch
  * @param nanoTime the clock for ages
  * @param budget of all logs of its holder
  */
private[push] final class ChannelLog(
    channel: String,
    epochs: () => String,
    nanoTime: () => Long,
    budget: HistoryBudget
) extends HistoryBudget.Holder:
  import ChannelLog.*

  /** Counts for nothing. */
  def this(channel: String, epochs: () => String, nanoTime: () => Long) =
    this(channel, epochs, nanoTime, HistoryBudget.unbounded)

  private var epoch = epochs()
  private var last = 0L
  // a ring: the publication with offset o is at o & (length - 1); it holds those from last - count + 1 to
  // last
  private var kept = new Array[Publication | Null](8)
  private var times = new Array[Long](8)
  private var count = 0
  private var bytes = 0L
  private var ageNanos = Long.MaxValue
  private val keys = new LinkedHashMap[String, Keyed]()
  private var usedNanos = nanoTime()
  // earlier epochs that this one continues, each with its last offset; newest first
  private var ancestors = List.empty[Position]

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
        message.key.foreach(remember(_, Option.when(retention.size > 0)(position), now))
        Appended.New(publication)

  /** Takes what another log has numbered. One that does not follow what is here begins where it is. */
  def follow(publication: Publication, retention: Retention): Unit =
    val now = nanoTime()
    usedNanos = now
    val at = publication.position
    if at.offset > 0 then
      if at.epoch != epoch then begin(at.epoch)
      if at.offset != last + 1 then skipTo(at.offset - 1)
      if retention.size > 0 then keep(publication, now, retention) else last = at.offset
    publication.message.key.foreach(remember(_, Option.when(at.offset > 0)(at), now))

  /** Where in this life a position is, if it is of it, or of one that it has gone on from. */
  def present(position: Position): Option[Position] =
    if position.epoch == epoch then Some(position)
    else
      ancestors.find(a => a.epoch == position.epoch && position.offset <= a.offset).map(_ =>
        Position(position.offset, epoch)
      )

  def read(query: HistoryQuery): HistoryPage =
    expire(nanoTime())
    val first = last - count + 1
    query.after match
      case None =>
        if query.reverse then falling(last, query, complete = true)
        else rising(first, query, complete = true)
      case Some(after) if present(after).isEmpty =>
        if query.reverse then falling(last, query, complete = false)
        else rising(first, query, complete = false)
      case Some(after) if query.reverse =>
        val from = math.min(after.offset - 1, last)
        falling(from, query, complete = after.offset <= last + 1 && (from < 1 || from >= first))
      case Some(after) =>
        val from = after.offset + 1
        rising(math.max(from, first), query, complete = from >= first && from <= last + 1)

  /** Forgets the stored publications; the next one continues from where it is. */
  def clear(): Unit = skipTo(last)

  /** Another life, in which nothing is known but the keys. */
  def begin(): Unit = begin(epochs())

  def begin(another: String): Unit =
    skipTo(0)
    epoch = another
    ancestors = Nil

  /** Starts another epoch that continues this one: positions up to here are known in it, those of histories
    * that continued otherwise are not.
    */
  def goOn(another: String): Unit =
    ancestors = (top :: ancestors).take(MaxAncestors)
    epoch = another

  def oldestAge: Long = if count == 0 then -1 else nanoTime() - times(index(last - count + 1, times.length))

  def dropOldest(olderThan: Long, goOn: () => Boolean): Int =
    var dropped = 0
    while count > 0 && goOn() && (dropped == 0 || oldestAge > olderThan) do
      dropOldest()
      dropped += 1
    dropped

  /** It is needed, though nothing is published. */
  def use(): Unit = usedNanos = nanoTime()

  def snapshot: Snapshot =
    val now = nanoTime()
    expire(now)
    val publications =
      (last - count + 1 to last).map(o => (at(o), now - times(index(o, times.length)))).toVector
    val known = Vector.newBuilder[(String, Option[Position], Long)]
    keys.forEach((key, keyed) => known += ((key, keyed.position, now - keyed.atNanos)))
    Snapshot(epoch, last, ancestors, publications, known.result())

  /** Becomes what another was. */
  def restore(from: Snapshot, retention: Retention): Unit =
    val now = nanoTime()
    begin(from.epoch)
    ancestors = from.ancestors
    ageNanos = retention.age.toNanos
    skipTo(from.last - from.publications.size)
    for (publication, age) <- from.publications do put(publication, now - age)
    keys.clear()
    for (key, position, age) <- from.keys do remember(key, position, now - age)

  /** Its publications are all too old, and it was unused for so long; less is enough where nothing was
    * published.
    */
  def isIdle(forNanos: Long): Boolean =
    val now = nanoTime()
    expire(now)
    val isUnpublished = last == 0 && keys.isEmpty
    val needed = if isUnpublished then math.min(forNanos, RememberedUnpublished.toNanos) else forNanos
    count == 0 && now - usedNanos >= needed

  private def keep(publication: Publication, now: Long, retention: Retention): Unit =
    ageNanos = retention.age.toNanos
    expire(now)
    while count >= retention.size do dropOldest()
    put(publication, now)
    while count > 1 && bytes > retention.bytes do dropOldest()

  private def put(publication: Publication, nanos: Long): Unit =
    if count == kept.length then grow()
    last += 1
    val i = index(last, kept.length)
    kept(i) = publication
    times(i) = nanos
    count += 1
    take(sizeOf(publication))

  /** Forgets what is kept. */
  private def skipTo(offset: Long): Unit =
    java.util.Arrays.fill(kept.asInstanceOf[Array[AnyRef | Null]], null)
    count = 0
    take(-bytes)
    last = offset

  private def expire(now: Long): Unit =
    while count > 0 && now - times(index(last - count + 1, kept.length)) >= ageNanos do dropOldest()

  private def dropOldest(): Unit =
    val i = index(last - count + 1, kept.length)
    take(-sizeOf(kept(i).nn))
    kept(i) = null
    count -= 1

  private def take(more: Long): Unit =
    bytes += more
    budget.add(more)

  private def sizeOf(publication: Publication) = publication.message.sizeBytes + HistoryBudget.Overhead

  private def grow(): Unit =
    val (more, moreTimes) = (new Array[Publication | Null](kept.length * 2), new Array[Long](kept.length * 2))
    var offset = last - count + 1
    while offset <= last do
      val (from, to) = (index(offset, kept.length), index(offset, more.length))
      more(to) = kept(from)
      moreTimes(to) = times(from)
      offset += 1
    kept = more
    times = moreTimes

  private def rising(from: Long, query: HistoryQuery, complete: Boolean): HistoryPage =
    val until = math.min(last + 1, from + math.max(query.limit, 0))
    HistoryPage(fitting(Iterator.iterate(from)(_ + 1).takeWhile(_ < until), query.maxBytes), top, complete)

  private def falling(from: Long, query: HistoryQuery, complete: Boolean): HistoryPage =
    val downTo = math.max(last - count + 1, from - math.max(query.limit, 0) + 1)
    HistoryPage(fitting(Iterator.iterate(from)(_ - 1).takeWhile(_ >= downTo), query.maxBytes), top, complete)

  private def fitting(offsets: Iterator[Long], maxBytes: Int): Vector[Publication] =
    var bytes = 0L
    offsets.map(at).takeWhile: publication =>
      val isFirst = bytes == 0
      bytes += publication.message.sizeBytes
      isFirst || bytes <= maxBytes
    .toVector

  private def at(offset: Long): Publication =
    val publication = kept(index(offset, kept.length)).nn
    if publication.position.epoch == epoch then publication
    else publication.copy(position = Position(offset, epoch))

  private def remember(key: String, position: Option[Position], nanos: Long): Unit =
    keys.put(key, Keyed(position, nanos)): Unit
    if keys.size > MaxKeys then removeOldestKey()

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
  /** Of a channel whose history this node holds, within the budget of the node. */
  def of(channel: String, node: MediatorNode): ChannelLog = new ChannelLog(
    channel,
    () => Epochs.fresh(node.system),
    () => node.system.engine.nanoTime,
    HistoryBudget.of(node).of(channel)
  )

  /** How long the position of a channel without subscribers is known after its last publication or use.
    * Clients can make any number of channels in which nothing was published.
    */
  val Remembered: FiniteDuration = 1.hour
  val RememberedUnpublished: FiniteDuration = 10.minutes

  private final case class Keyed(position: Option[Position], atNanos: Long)

  /** A log as it goes to another node: publications and keys with their ages in nanoseconds. */
  final case class Snapshot(
      epoch: String,
      last: Long,
      ancestors: List[Position],
      publications: Vector[(Publication, Long)],
      keys: Vector[(String, Option[Position], Long)]
  )

  private def index(offset: Long, length: Int): Int = (offset & (length - 1)).toInt

  /** How many earlier epochs are kept. */
  private final val MaxAncestors = 16

  /** Keys of one channel that are remembered; the oldest goes first. */
  private final val MaxKeys = 100_000

  /** Of a channel whose namespace keeps nothing. */
  def nothing(query: HistoryQuery): HistoryPage =
    HistoryPage(Vector.empty, Publication.Unplaced, complete = query.after.isEmpty)
end ChannelLog
