package eddy.push.sns.internal

import eddy.actor.spi.PatternIndex
import eddy.push.internal.{LocalHistory, MessageCodec, MessageFormatException}
import eddy.push.sns.SnsConfig
import eddy.push.{Intake, Interest, MediatorNode}

import java.util.{HashMap, LinkedHashMap}
import scala.collection.mutable
import scala.concurrent.{Future, Promise}
import scala.jdk.CollectionConverters.*

/** Passes messages of the topic on, in order, to the interested. All nodes' publications come to every node;
  * those that nobody here wants are dropped. One unit does it, nothing blocks.
  *
  * @param beaten a beat has come, of this node; whether this node's own
  * @param newcomer a node has been heard that has published nothing yet
  * @param nanoTime the clock, as `System.nanoTime`
  */
private[sns] final class Inbox(
    config: SnsConfig,
    node: MediatorNode,
    nanoTime: () => Long = () => System.nanoTime()
)(
    beaten: () => Unit,
    newcomer: () => Unit
):
  private val engine = node.system.engine
  private val unit = engine.unit()
  val history: LocalHistory = new LocalHistory(node)
  val load: Load = new Load(config)

  // the unit's
  private val sequences = mutable.HashMap.empty[String, Sequence]
  // Java's, since clients choose the names: see Interest.key
  private val feeds: mutable.Map[String, Feed] = LinkedHashMap[String, Feed]().asScala
  private val exact: mutable.Map[String, Feed] = HashMap[String, Feed]().asScala
  private var patterns = PatternIndex.empty[Feed]
  private val fed = mutable.LinkedHashSet.empty[Feed]
  private var ended = false
  @volatile private var known = Map.empty[String, Long]

  /** As long as a message of a node may count as fresh, its numbers are known: also those of a dead node. */
  private val remembered = config.endpoint.fold(config.deadAfter)(_.calls.remembers.max(config.deadAfter))

  private val clock = engine.every(config.reorderWithin.min(Inbox.Tick))(() => unit.submit(() => expire()))

  /** The nodes that were heard, and when last, by `System.nanoTime`. Any thread. */
  def heard: Map[String, Long] = known

  /** @param own number of the last publication of this node, which the interest is not to get */
  def subscribe(interest: Interest, intake: Intake, own: Long): Future[Unit] = onUnit: () =>
    if feeds.contains(interest.key) then
      throw IllegalStateException(s"$interest has an intake already: unsubscribe first")
    history.open(interest)
    val feed = new Feed(interest, intake, own, history, config, node, unit, load)
    feeds(interest.key) = feed
    interest match
      case Interest.Channel(name) => exact(name) = feed
      case Interest.Pattern(pattern) => patterns = patterns.add(pattern, feed)

  def unsubscribe(interest: Interest): Future[Unit] = onUnit: () =>
    feeds.remove(interest.key).foreach: feed =>
      interest match
        case Interest.Channel(name) => exact.remove(name): Unit
        case Interest.Pattern(pattern) => patterns = patterns.remove(pattern, feed)
      feed.end()

  /** The way to this node was cut: whatever was on it is lost. */
  def gap(): Future[Unit] = onUnit: () =>
    sequences.valuesIterator.foreach(_.cut())
    feeds.values.foreach(_.gap())

  def come(parcels: Seq[Parcel]): Unit =
    val bytes = parcels.foldLeft(0L)((sum, p) => sum + p.publications.foldLeft(0L)(_ + _.length))
    load.add(parcels.size, bytes)
    unit.submit: () =>
      if !ended then
        val now = nanoTime()
        parcels.foreach: parcel =>
          deliver(sequence(parcel, now).come(parcel, now))
          if parcel.isBeat && parcel.origin == node.id then beaten()
        handOver()
      load.remove(parcels.size, bytes)

  def close(): Future[Unit] =
    val _ = clock.cancel()
    onUnit: () =>
      ended = true
      feeds.values.foreach(_.end())
      feeds.clear()
      exact.clear()
      patterns = PatternIndex.empty

  private def sequence(of: Parcel, now: Long): Sequence = sequences.getOrElseUpdate(
    of.origin, {
      if of.isBeat && of.number == 0 && of.origin != node.id then newcomer()
      new Sequence(now)
    }
  )

  /** Looks now at the expired timers. */
  private[sns] def look(): Future[Unit] = onUnit(() => expire())

  private def expire(): Unit = if !ended then
    val now = nanoTime()
    val _ = sequences.filterInPlace((_, s) => now - s.heard < remembered.toNanos)
    sequences.foreach: (origin, sequence) =>
      val expired = sequence.expire(now, config.reorderWithin.toNanos)
      if expired.gap then
        node.failed("receiving", MissingException(origin, config))
        handOver()
        feeds.values.foreach(_.gap())
      deliver(expired.parcels)
    handOver()
    known = sequences.view.mapValues(_.heard).toMap

  private def deliver(parcels: Vector[Parcel]): Unit =
    for parcel <- parcels; publication <- parcel.publications do
      try
        val (channel, message) = MessageCodec.decodeWithChannel(publication.bytes)
        def to(feed: Feed): Unit =
          if parcel.origin != node.id || parcel.number > feed.after then
            feed.come(channel, message)
            fed += feed: Unit
        exact.get(channel).foreach(to)
        if !patterns.isEmpty then patterns.matching(channel).foreach(to)
      catch
        case wrong: MessageFormatException => node.failed(s"reading a publication of ${parcel.origin}", wrong)

  private def handOver(): Unit =
    fed.foreach(_.go())
    fed.clear()

  private def onUnit(event: () => Unit): Future[Unit] =
    val done = Promise[Unit]()
    unit.submit(() => done.complete(scala.util.Try(event())): Unit)
    done.future
end Inbox

private[sns] object Inbox:
  import scala.concurrent.duration.DurationInt

  /** How exactly times are kept. */
  private val Tick = 250.millis

/** Reported and counted; not caught. */
private[sns] final class MissingException(origin: String, config: SnsConfig)
    extends Exception(
      s"publications of node $origin have not come within ${config.reorderWithin}: their subscribers get a gap"
    )
