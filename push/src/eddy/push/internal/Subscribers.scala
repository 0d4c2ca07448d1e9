package eddy.push.internal

import eddy.push.{Position, Publication, UnsubscribeCode}

/** The members of a channel on this node: those that get its publications, and those that presence shows.
  * Confined to the channel's actor.
  */
private[push] final class Subscribers(live: LiveChannel, node: Node, attendance: Attendance):
  val audience: Audience =
    new Audience(node.failed(s"handing a publication of ${live.name} to a subscriber", _))
  private var slowing = 0

  // empty before anything else is done than to give
  private val together = Together(audience, node)

  /** They get it when more has been given, or by [[handOver]]. */
  def give(publication: Publication): Unit = together.add(publication)
  def handOver(): Unit = together.handOver()

  /** Publications handed over so far are of the epoch before. */
  def goesOn(at: Position): Unit =
    handOver()
    audience.goesOn(at)

  /** False when it is in already. */
  def add(asks: ChannelEvent.Subscribe): Boolean =
    handOver()
    val added = audience.add(asks.subscriber, asks.who, asks.joins)
    if added && asks.subscriber.slows then slow(1)
    val who = asks.who
    if added && who != null then attendance.joined(live.name, who)
    added

  /** False when it was not in. */
  def remove(subscriber: Subscriber): Boolean =
    val member = audience.remove(subscriber)
    if member != null then left(member)
    member != null

  /** Ends all subscriptions; false when it was empty. */
  def end(code: UnsubscribeCode): Boolean =
    handOver()
    val all = audience.end(code)
    all.foreach(left)
    all.nonEmpty

  private def left(member: Audience.Member): Unit =
    if member.subscriber.slows then
      slow(-1)
      // it holds no publisher any more
      live.holds.set(member.subscriber, isFull = false)
    val who = member.who
    if who != null then attendance.left(live.name, who)

  private def slow(change: Int): Unit =
    slowing += change
    live.slows = slowing > 0
end Subscribers
