package eddy.actor

import eddy.actor.internal.signal.Question
import eddy.actor.spi.PatternIndex

import java.util.concurrent.ConcurrentHashMap
import scala.jdk.CollectionConverters.*

/** Maps channels to the actors that want their events, on this node.
  *
  * A channel is a path such as `/rooms/tea/messages`. A subscription is to one channel, or to a pattern, in
  * which a segment `*` stands for any one segment and a last segment `**` for one or more. Every method may
  * be called from any thread. Events that one thread publishes reach a subscriber in that order. Events are
  * not stored: a later subscriber does not see earlier events. An actor that ends is unsubscribed
  * automatically.
  *
  * @param observer is notified, without a lock, that a path has a subscriber more (1) or fewer (-1), and
  *   whether the path is a pattern. Two threads may notify of changes of one subscriber in another order
  */
final class EventBus[E] private (observer: ((String, Boolean, Int) => Unit) | Null):
  def this() = this(null)

  private val channels = new ConcurrentHashMap[String, Set[ActorRef[E]]]()
  // guarded by this for writing
  @volatile private var patterns = PatternIndex.empty[ActorRef[E]]
  private val subscriptions = new ConcurrentHashMap[ActorRef[E], Subscriptions]()

  /** Adds `subscriber` to one channel; a second time changes nothing.
    *
    * @throws IllegalArgumentException when `channel` is empty or has a segment `*` or `**`
    */
  def subscribe(subscriber: ActorRef[E], channel: String): Unit =
    require(channel.nonEmpty, "channel is empty: give a path such as /rooms/tea")
    require(
      !PatternIndex.isPattern(channel),
      s"channel \"$channel\" has a segment * or **: use subscribePattern, or another name"
    )
    var isNew = false
    note(subscriber): known =>
      isNew = !known.channels(channel)
      val _ = channels.compute(channel, (_, now) => if now == null then Set(subscriber) else now + subscriber)
      known.copy(channels = known.channels + channel)
    if isNew then observed(channel, isPattern = false, 1)

  /** Adds `subscriber` to all channels that match `pattern`; a second time changes nothing.
    *
    * @throws IllegalArgumentException when `pattern` is empty, or `**` is not its last segment
    */
  def subscribePattern(subscriber: ActorRef[E], pattern: String): Unit =
    PatternIndex.check(pattern)
    var isNew = false
    note(subscriber): known =>
      isNew = !known.patterns(pattern)
      synchronized { patterns = patterns.add(pattern, subscriber) }
      known.copy(patterns = known.patterns + pattern)
    if isNew then observed(pattern, isPattern = true, 1)

  /** Takes one subscription back, to a channel or a pattern. */
  def unsubscribe(subscriber: ActorRef[E], channelOrPattern: String): Unit =
    var wasChannel, wasPattern = false
    update(subscriber): known =>
      wasChannel = known.channels(channelOrPattern)
      wasPattern = known.patterns(channelOrPattern)
      if wasChannel then leave(channelOrPattern, subscriber)
      if wasPattern then synchronized { patterns = patterns.remove(channelOrPattern, subscriber) }
      known.copy(
        channels = known.channels - channelOrPattern,
        patterns = known.patterns - channelOrPattern
      )
    if wasChannel then observed(channelOrPattern, isPattern = false, -1)
    if wasPattern then observed(channelOrPattern, isPattern = true, -1)

  /** Takes all subscriptions of `subscriber` back. */
  def unsubscribeAll(subscriber: ActorRef[E]): Unit =
    var before: Subscriptions | Null = null
    update(subscriber): known =>
      before = known
      known.channels.foreach(channel => leave(channel, subscriber))
      synchronized:
        patterns = known.patterns.foldLeft(patterns)((index, pattern) => index.remove(pattern, subscriber))
      known.copy(channels = Set.empty, patterns = Set.empty)
    val ended = before
    if ended != null && observer != null then
      ended.channels.foreach(observed(_, isPattern = false, -1))
      ended.patterns.foreach(observed(_, isPattern = true, -1))

  private def observed(path: String, isPattern: Boolean, by: Int): Unit =
    val one = observer
    if one != null then one(path, isPattern, by)

  /** Sends `event` to every subscriber of `channel`, once for each subscription that matches. A question
    * fails when all of them have lost it.
    *
    * @return how many subscribers received it
    */
  def publish(channel: String, event: E): Int =
    var delivered = 0
    val tell: ActorRef[E] => Unit = subscriber => if subscriber.deliver(event) == null then delivered += 1
    val exact = channels.get(channel)
    val index = patterns
    val matching = if index.isEmpty then Nil else index.matching(channel)
    // all of them before the first may lose it
    if exact != null then Question.split(event, null, exact)
    Question.split(event, null, matching)
    if exact != null then exact.foreach(tell)
    matching.foreach(tell)
    delivered

  /** How many subscriptions `channel` has itself, patterns not counted. */
  def subscriberCount(channel: String): Int = channels.getOrDefault(channel, Set.empty).nn.size

  /** Channels that have subscribers; a moment's copy. */
  def activeChannels: Set[String] = channels.keySet.nn.asScala.toSet

  private def leave(channel: String, subscriber: ActorRef[E]): Unit =
    val _ = channels.computeIfPresent(
      channel,
      (_, now) =>
        val left = now - subscriber; if left.isEmpty then null else left
    )

  /** Changes what is known of one subscriber; whole, so that two threads cannot leave it half done. */
  private def note(subscriber: ActorRef[E])(change: Subscriptions => Subscriptions): Unit =
    var fresh: Monitor | Null = null
    val _ = subscriptions.compute(
      subscriber,
      (_, known) =>
        if known != null then change(known)
        else
          val monitor = new Monitor(subscriber, _ => unsubscribeAll(subscriber))
          fresh = monitor
          change(Subscriptions(Set.empty, Set.empty, monitor))
    )
    // outside the lock: a terminated actor calls the monitor back at once
    val monitor = fresh
    if monitor != null then subscriber.addMonitor(monitor)

  private def update(subscriber: ActorRef[E])(change: Subscriptions => Subscriptions): Unit =
    var done: Monitor | Null = null
    val _ = subscriptions.computeIfPresent(
      subscriber,
      (_, known) =>
        val left = change(known)
        if left.channels.nonEmpty || left.patterns.nonEmpty then left
        else
          done = left.monitor
          null
    )
    val monitor = done
    if monitor != null then monitor.cancel(): Unit

  private final case class Subscriptions(channels: Set[String], patterns: Set[String], monitor: Monitor)
end EventBus

object EventBus:
  private[eddy] def observed[E](observer: (String, Boolean, Int) => Unit): EventBus[E] =
    new EventBus[E](observer)
