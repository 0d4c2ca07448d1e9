package eddy.remote

import eddy.actor.spi.PatternIndex
import eddy.actor.spi.remote.Questions
import eddy.actor.{ActorRef, EventBus}
import eddy.remote.internal.cluster.SharedSet
import eddy.remote.internal.node.{NodeContext, SetMessages}

import scala.collection.mutable

/** An [[eddy.actor.EventBus]] over all nodes, made by [[Node.bus]]. Channels, patterns, order and what
  * happens to terminated subscribers are as there. Any thread may use it.
  *
  * Each node tells the others which channels and patterns it has subscribers for. An event is sent once to
  * each node that wants it, and misses a subscriber elsewhere whose subscription is still on its way, or
  * whose node has no session with this one.
  */
final class NodeBus[E] private[remote] (val name: String, context: NodeContext)(using events: Pickler[E]):
  private val channels: SharedSet[String] = context.channels.named(name)
  private val patterns: SharedSet[String] = context.patterns.named(name)
  // how many subscribers here a channel or pattern has; guarded by the lock of counts
  private val counts = mutable.HashMap.empty[(String, Boolean), Int]
  private val here: EventBus[E] = EventBus.observed[E](changed)
  private val messages =
    val protocol = Pickler.pair(Pickler.string, events)
    SetMessages[(String, E)](s"bus \"$name\"", context, protocol)(here.publish(_, _))
  messages.begin(context.channels, channels)
  messages.begin(context.patterns, patterns)

  private[remote] def has(other: Pickler[?]): Boolean = events.schema == other.schema

  /** Adds an actor of this node to one channel; see [[eddy.actor.EventBus.subscribe]]. */
  def subscribe(subscriber: ActorRef[E], channel: String): Unit = here.subscribe(subscriber, channel)

  /** Adds an actor of this node to all channels that match; see [[eddy.actor.EventBus.subscribePattern]]. */
  def subscribePattern(subscriber: ActorRef[E], pattern: String): Unit =
    here.subscribePattern(subscriber, pattern)

  /** Takes one subscription back, to a channel or a pattern. */
  def unsubscribe(subscriber: ActorRef[E], channelOrPattern: String): Unit =
    here.unsubscribe(subscriber, channelOrPattern)

  /** Takes all subscriptions of `subscriber` back. */
  def unsubscribeAll(subscriber: ActorRef[E]): Unit = here.unsubscribeAll(subscriber)

  /** Sends `event` to every subscriber of `channel`, on whichever node. A question fails when all of them
    * have lost it.
    *
    * @return how many subscribers of this node received it, and how many other nodes it was sent to
    */
  def publish(channel: String, event: E): NodeBus.Published =
    val message = (channel, event)
    val exact = channels.parts.values.filter(_.elements(channel))
    val matching = patterns.parts.values.filter(_.elements.exists(PatternIndex.matches(_, channel)))
    // one address for each node, whose channels and patterns have the same receiver
    val far = (exact ++ matching).flatMap(messages.receiverOf).toSet
    // before the first may lose it
    Questions.split(message, far)
    val reached = here.publish(channel, event)
    far.foreach(_ ! message)
    NodeBus.Published(reached, far.size)

  // the lock keeps the order in which other nodes hear of changes
  private def changed(path: String, isPattern: Boolean, by: Int): Unit = counts.synchronized:
    val now = counts.getOrElse((path, isPattern), 0) + by
    // two threads may notify of an end before its beginning
    if now == 0 then counts.remove((path, isPattern)): Unit else counts((path, isPattern)) = now
    val (sets, set) = if isPattern then (context.patterns, patterns) else (context.channels, channels)
    if by > 0 && now == 1 then sets.add(set, path)
    else if by < 0 && now == 0 then sets.remove(set, path)

  override def toString: String = s"bus \"$name\" of node ${context.me.name}"
end NodeBus

object NodeBus:
  /** @param here subscribers of this node that received an event
    * @param nodes other nodes that it was sent to
    */
  final case class Published(here: Int, nodes: Int) derives CanEqual
