package eddy.push.internal

import eddy.push.{
  ClientInfo,
  HistoryPage,
  HistoryQuery,
  Json,
  Namespace,
  Position,
  PresenceCount,
  PublishOptions,
  Published,
  PushError
}

import scala.concurrent.{ExecutionContext, Future}

/** What connections want of the channels of this node. Any thread; nothing blocks. Futures fail with
  * [[PushException]].
  */
private[push] trait Hub:
  /** The options that hold for a channel or pattern, or why there can be no such channel. */
  def namespace(channel: String): Either[PushError, Namespace]

  /** @param who null for subscribers without presence, such as server code
    * @param recover the client's last position; answered with the missed publications
    * @param joins whether the subscriber wants joins and leaves
    */
  def subscribe(
      channel: String,
      subscriber: Subscriber,
      who: ClientInfo | Null,
      recover: Option[Position],
      joins: Boolean
  ): Future[Subscribed]

  /** Whether it has subscribers on this node, or had some lately: then one more costs little. */
  def isActive(channel: String): Boolean

  def unsubscribe(channel: String, subscriber: Subscriber): Unit

  def publish(channel: String, data: Json, by: Option[ClientInfo], options: PublishOptions): Future[Published]

  def history(channel: String, query: HistoryQuery): Future[HistoryPage]

  /** The subscribers on all nodes, once for each connection. */
  def presence(channel: String): Future[Vector[ClientInfo]]

  /** How many they are: see [[eddy.push.Channels.presenceCount]]. */
  def presenceCount(channel: String): Future[PresenceCount] = presence(channel).map { all =>
    PresenceCount(all.size, all.map(_.user).distinct.size)
  }(using ExecutionContext.parasitic)

  /** A subscriber with [[eddy.push.Overflow.Slow]] has no room, or has room again: while one has none,
    * publications of this node are done only when it has. A subscriber that leaves needs to tell nothing.
    */
  def slow(channel: String, subscriber: Subscriber, full: Boolean): Unit

  /** The hooks, for a new connection.
    *
    * @param label names it in reports; its `toString` is called only for those
    */
  def hooks(label: AnyRef): HookCalls

  /** A connection was admitted, or has ended: between the two it is found by its user. */
  def connected(connection: Connection): Unit
  def disconnected(connection: Connection): Unit

  def isRevoked(by: Credential): Boolean

  /** Whether the node ends: all that is refused for that passes, with another node. */
  def isClosed: Boolean = false

  /** Counts an error that a client received; failures of the other methods here are not counted. */
  def refused(error: PushError): Unit
end Hub

/** @param top where the channel is: the subscriber's publications come after it
  * @param missed what lay between the position asked to recover from and `top`, or the first of it; empty
  *   when it was not recovered
  * @param recovered whether `missed` and the part `behind` are everything; meaningless without a request to
  *   recover
  * @param positioned whether the channel has positions at all
  * @param behind how many between `missed` and `top` the subscriber has still to read
  *   ([[Subscriber.readsOn]])
  */
private[push] final case class Subscribed(
    top: Position,
    missed: Vector[eddy.push.Publication],
    recovered: Boolean,
    positioned: Boolean,
    behind: Long = 0
):
  /** Up to where the subscriber knows the channel with `missed`. */
  def at: Position = top.copy(offset = top.offset - behind)

  /** All that was missed is still to be read. */
  def later: Subscribed = copy(missed = Vector.empty, behind = behind + missed.size)

  def unrecovered: Subscribed = copy(missed = Vector.empty, recovered = false, behind = 0)
