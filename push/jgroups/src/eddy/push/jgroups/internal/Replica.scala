package eddy.push.jgroups.internal

import eddy.actor.spi.PatternIndex
import eddy.push.internal.memory.Feed
import eddy.push.internal.{Appended, ChannelLog, HistoryBudget, MessageCodec}
import eddy.push.{
  Delivery,
  HistoryPage,
  HistoryQuery,
  Intake,
  Interest,
  MediatorNode,
  Message,
  Position,
  Publication
}

import java.util.HashMap
import scala.collection.mutable
import scala.jdk.CollectionConverters.*

/** The state of all channels on a node, as of the frames that it has applied, and the subscribers here.
  * Guarded by the node's lock.
  */
private[jgroups] final class Replica(node: MediatorNode, delivery: Delivery, val recent: Recent):

  /** Empty for a node that has nothing yet. */
  var term = ""

  /** The terms that this one has come from, newest first. */
  var earlier: Vector[String] = Vector.empty

  /** Of the last frame that was applied. */
  var last = 0L
  // Java's, since clients choose the names: see Interest.key
  private val logs: mutable.Map[String, ChannelLog] = HashMap[String, ChannelLog]().asScala
  private val feeds: mutable.Map[String, Feed] = HashMap[String, Feed]().asScala
  private var patterns = PatternIndex.empty[Feed]
  private val touched = mutable.LinkedHashSet.empty[Feed]

  // --- the coordinator's
  // ------------------------------------------------------------------------------------------

  /** Assigns the message its place. It is delivered by [[offer]] only. */
  def append(channel: String, message: Message): Appended =
    val retention = node.retention(channel)
    if retention.size <= 0 && message.key.isEmpty then
      Appended.New(Publication(channel, Publication.Unplaced, message))
    else
      val appended = log(channel).append(message, retention)
      relieve()
      appended

  def isListenedTo(channel: String): Boolean =
    feeds.contains(Interest.Channel(channel).key) || !patterns.isEmpty && patterns.matching(channel).nonEmpty

  /** To those who listen here. */
  def offer(publication: Publication): Unit =
    feeds.get(Interest.Channel(publication.channel).key).foreach(offer(_, publication))
    if !patterns.isEmpty then patterns.matching(publication.channel).foreach(offer(_, publication))

  /** The epoch of a channel that has just got one; `None` when it has one already, or needs none. */
  def open(channel: String): Option[String] =
    use(Vector(channel))
    Option.when(node.retention(channel).size > 0 && !logs.contains(channel))(log(channel).top.epoch)

  /** Removes the stored publications. */
  def forget(channel: String): Unit = logs.get(channel).foreach(_.clear())

  // --- every other node's
  // -----------------------------------------------------------------------------------------

  /** @throws Exception when the message in it does not parse */
  def apply(entry: Entry): Unit = entry match
    case Entry.Publication(channel, position, bytes) =>
      val publication = Publication(channel, position, MessageCodec.decode(bytes))
      if position.offset > 0 || publication.message.key.nonEmpty then
        log(channel).follow(publication, node.retention(channel))
        relieve()
      offer(publication)
    case Entry.Begun(channel, epoch) => log(channel).begin(epoch)
    case Entry.Dropped(channels) => drop(channels)
    case Entry.Cleared(channel) => forget(channel)

  def snapshot: Snapshot =
    Snapshot(
      term,
      last,
      earlier,
      recent.all,
      logs.iterator.map((channel, log) => (channel, log.snapshot)).toVector
    )

  /** What a node lacks that has everything of this term up to that number; `None` when it is not known any
    * more.
    */
  def lacks(number: Long): Option[Vector[RecentFrame]] = recent.after(number, last)

  /** Takes over the state of another node; the state here is gone, and all subscribers get a gap. */
  def restore(from: Snapshot): Unit =
    logs.valuesIterator.foreach(_.clear())
    logs.clear()
    for (channel, log) <- from.logs do this.log(channel).restore(log, node.retention(channel))
    relieve()
    term = from.term
    last = from.last
    earlier = from.earlier
    recent.clear()
    from.recent.foreach(recent.add)
    gap()

  /** Every channel continues in another term, in which its positions up to here are known. */
  def goOn(another: String): Unit =
    if term.nonEmpty then
      logs.valuesIterator.foreach: log =>
        log.goOn(another)
        // the others have reported their channels only to the earlier coordinator
        log.use()
      gap()
      earlier = (term +: earlier).take(Replica.MaxLineage)
    term = another
    last = 0
    recent.clear()

  // --- who listens, and who reads
  // ---------------------------------------------------------------------------------

  def read(channel: String, query: HistoryQuery): HistoryPage =
    if node.retention(channel).size <= 0 then ChannelLog.nothing(query)
    else logs.get(channel).fold(ChannelLog.nothing(query))(_.read(query))

  def present(channel: String, position: Position): Option[Position] =
    logs.get(channel).flatMap(_.present(position))

  /** False when it has an intake already. */
  def listen(interest: Interest, intake: Intake): Boolean =
    val isNew = !feeds.contains(interest.key)
    if isNew then
      val feed = Feed(node, interest, intake, delivery)
      feeds(interest.key) = feed
      interest match
        case Interest.Pattern(pattern) => patterns = patterns.add(pattern, feed)
        case Interest.Channel(_) => ()
    isNew

  def leave(interest: Interest): Unit = feeds.remove(interest.key).foreach: feed =>
    feed.close()
    interest match
      case Interest.Pattern(pattern) => patterns = patterns.remove(pattern, feed)
      case Interest.Channel(_) => ()

  def leaveAll(): Unit = feeds.values.map(_.interest).toVector.foreach(leave)

  /** Feeds with something new since the last call: to be drained when no lock is held. */
  def takeTouched(): Vector[Feed] =
    if touched.isEmpty then Vector.empty
    else
      val all = touched.toVector
      touched.clear()
      all

  // --- unused channels
  // ----------------------------------------------------------------------------------

  /** Channels with positions that somebody listens to here. */
  def used: Vector[String] = feeds.valuesIterator.map(_.interest).collect:
    case Interest.Channel(name) if node.retention(name).size > 0 => name
  .toVector

  def use(channels: Vector[String]): Unit = channels.foreach(logs.get(_).foreach(_.use()))

  /** Channels unused here for so long. */
  def idle(forNanos: Long): Vector[String] =
    val here = used
    use(here)
    logs.iterator.collect { case (channel, log) if log.isIdle(forNanos) => channel }.toVector.diff(here)

  def drop(channels: Vector[String]): Unit =
    channels.foreach(logs.get(_).foreach(_.clear()))
    logs --= channels

  /** Each node drops automatically all that is too much for it: positions say so, and are the same on all. */
  private def relieve(): Unit = HistoryBudget.relieve(node, logs.iterator)

  private def log(channel: String): ChannelLog =
    logs.getOrElseUpdate(
      channel,
      ChannelLog.of(channel, node)
    )

  private def offer(feed: Feed, publication: Publication): Unit =
    feed.offer(publication)
    touched += feed

  private def gap(): Unit = feeds.valuesIterator.foreach: feed =>
    feed.gap()
    touched += feed
end Replica

private[jgroups] object Replica:
  /** As many as a channel knows epochs. */
  private final val MaxLineage = 16
