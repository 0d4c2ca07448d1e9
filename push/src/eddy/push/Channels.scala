package eddy.push

import eddy.actor.ActorSystem
import eddy.push.internal.{ChannelHub, Control, Node, Revocation, ServerSubscriber}

import java.time.Instant
import scala.concurrent.{ExecutionContext, Future}
import scala.util.{Failure, Success}

/** The channels of one node: the server's side of web push. Any thread may call; nothing blocks.
  *
  * {{{
  *   val channels = Channels.start(ChannelsConfig(namespaces = Seq(Namespace("news", history = 100, clientsSubscribe = true))))
  *   channels.publish("news:sport", Json(text))
  * }}}
  * Futures fail with a [[PushException]], whose `error` has a number: see [[PushError]].
  */
final class Channels private (private[push] val core: ChannelHub, val started: Future[Unit]):
  private given ExecutionContext = ExecutionContext.parasitic

  /** What connections use. */
  private[push] def hub: internal.Hub = core

  /** Makes the subscriptions of clients. */
  private[push] val streams: internal.Streams = internal.Streams(core, core.node.system.engine)

  /** Publishes to all subscribers of the channel, on all nodes. Done when the mediator has it: from then on
    * nothing is lost that the mediator does not lose. When that fails it may have gone out nevertheless; try
    * again with the same [[PublishOptions.key]].
    */
  def publish(channel: String, data: Json, options: PublishOptions = PublishOptions()): Future[Published] =
    counted(core.publish(channel, data, None, options))

  /** Calls `receive` for each publication of a channel, or of all that match a pattern, in order, never twice
    * at once, as an ordinary handler: under the locks that its code needs; it may block. Its pending
    * publications are bounded by the namespace's `bufferMessages`; beyond that, the subscription ends
    * ([[Subscription.ended]]), and may be resumed from its position.
    *
    * The code of a handler that is not known yet is read on the calling thread, which waits for that:
    * milliseconds, or for the first ones of a JVM a second or more. Subscribers of a server's routes were
    * read when it started.
    *
    * @param from first what came after it; when that cannot be had, the future fails with error 112
    * @param presence called in the same order when somebody comes or leaves, in a namespace with `joinLeave`;
    *   [[presence]] returns the present subscribers
    * @throws eddy.state.UnprotectedStateException if no lock can protect what one of the two writes, unless
    *   [[ChannelsConfig.locks]] is `Unprotected`; the message says what to do
    */
  def subscribe(
      channel: String,
      from: Option[Position] = None,
      presence: Option[PresenceChange => Unit] = None
  )(receive: Publication => Unit): Future[Subscription] =
    core.protects(receive)
    presence.foreach(core.protects)
    counted(begun(channel, from, presence, receive))

  private def begun(
      channel: String,
      from: Option[Position],
      presence: Option[PresenceChange => Unit],
      receive: Publication => Unit
  ): Future[Subscription] =
    core.namespace(channel) match
      case Left(error) => Future.failed(PushException(error, s"subscribing to \"$channel\""))
      case Right(namespace) =>
        val subscriber =
          ServerSubscriber(core, channel, namespace.bufferMessages, receive, presence.orNull)
        core.subscribe(channel, subscriber, null, from, joins = presence.nonEmpty).flatMap: answer =>
          val missed =
            if from.nonEmpty && !answer.recovered then Future.failed(Channels.lost(channel, from.get))
            else missedBy(channel, answer)
          missed.transform:
            case Success(all) =>
              subscriber.begin(all, answer.top)
              Success(new Subscription(channel, subscriber))
            case Failure(why) =>
              core.unsubscribe(channel, subscriber)
              Failure(why)
  end begun

  /** Server code gets all of it, in two reads at most. */
  private def missedBy(channel: String, found: internal.Subscribed): Future[Vector[Publication]] =
    if found.behind == 0 then Future.successful(found.missed)
    else
      core.history(channel, HistoryQuery(Some(found.at), found.behind.toInt)).map: page =>
        val rest = page.publications.takeWhile(_.offset <= found.top.offset)
        if page.complete && page.top.epoch == found.top.epoch && rest.size == found.behind then
          found.missed ++ rest
        else throw Channels.lost(channel, found.at)

  /** A channel, or pattern, for any library that knows `Flow`: each subscriber has a subscription of its own,
    * and gets as many as it asks for. The rest waits, or is read from the history when it is asked for; when
    * neither can be, the namespace's policy decides: docs/push-delivery.md. It fails with a [[PushException]]
    * when it cannot begin or continue, and completes when the server ends it.
    *
    * @param from first what came after it; with error 112 when that cannot be had
    * @param filter only these
    * @param overflow another policy than the namespace's
    */
  def stream(
      channel: String,
      from: Option[Position] = None,
      filter: Option[TagFilter] = None,
      overflow: Option[Overflow] = None
  ): java.util.concurrent.Flow.Publisher[Publication] =
    internal.FlowStream(
      streams,
      channel,
      from,
      filter.orNull,
      overflow
    )(core.subscribe(channel, _, null, from, joins = false))

  def history(channel: String, query: HistoryQuery = HistoryQuery()): Future[HistoryPage] =
    counted(core.history(channel, query))

  /** Removes the stored publications of the channel. Its epoch and offset stay: subscribers receive the next
    * publication as if nothing had happened; a reconnecting subscriber that has missed some of the removed
    * ones learns that they cannot be recovered.
    */
  def forget(channel: String): Future[Unit] = counted(core.forget(channel))

  /** The subscribers on all nodes, once for each connection. For other nodes, as of their last message. */
  def presence(channel: String): Future[Vector[ClientInfo]] = counted(core.presence(channel))

  /** The number of subscribers on all nodes, as in [[presence]], counted as they come and go. A repeated call
    * within 100 ms gets the same answer.
    */
  def presenceCount(channel: String): Future[PresenceCount] = counted(core.presenceCount(channel))

  /** Has somebody be in a channel, as a client that is subscribed is: for connections that the application
    * serves in its own way. Until [[leave]], or until this node ends. Nothing happens in a namespace without
    * `presence` and `joinLeave`.
    *
    * @param who `client` must be unique among all nodes, as with [[node]] in it
    */
  def enter(channel: String, who: ClientInfo): Unit = core.attendance.joined(channel, who)

  /** Ends what [[enter]] began; harmless when it has ended. */
  def leave(channel: String, who: ClientInfo): Unit = core.attendance.left(channel, who)

  /** Subscribes the user's connections that there are now, on all nodes, to a channel or pattern, without
    * asking a hook; the client of the protocol hears `subscribed`. Harmless for those that are subscribed
    * already; connections without a library stay as they are. When a client comes back, [[Admitted.channels]]
    * says what it is subscribed to. A connection that cannot be subscribed, as with too many subscriptions,
    * is reported to the engine of its node.
    *
    * @param client only this one; empty for all
    * @param data further data for the client
    * @param info what others see of the subscription; see [[ClientInfo]]
    * @param expires when it ends; the client then connects again
    */
  def subscribeUser(
      user: String,
      channel: String,
      client: String = "",
      data: Json = Json.none,
      info: Json = Json.none,
      expires: Option[Instant] = None
  ): Future[Unit] = counted:
    core.namespace(channel) match
      case Left(error) => Future.failed(PushException(error, s"subscribing \"$user\" to \"$channel\""))
      case Right(_) =>
        val until = expires.fold(0L)(_.getEpochSecond)
        core.control.send(Control.Command.Subscribe(user, client, channel, data, info, until))

  /** Tells the user's connections that there are now, on all nodes, something outside of all channels: at
    * most once, kept nowhere. The client of the protocol hears `message`; connections without a library do
    * not. One that does not take what it is sent ends with 3008.
    *
    * @param client only this one; empty for all
    */
  def send(user: String, data: Json, client: String = ""): Future[Unit] =
    counted(core.send(user, client, data))

  /** Ends the user's connections on all nodes that the mediator reaches now: one that is cut off from it
    * hears nothing, now or later, unlike with [[revokeUser]].
    *
    * @param client only this one; empty for all
    * @param code as of [[Verdict.Disconnect]]
    * @param except clients that stay
    */
  def disconnect(
      user: String,
      client: String = "",
      code: Int = 3503,
      reason: String = "force disconnect",
      except: Set[String] = Set.empty
  ): Future[Unit] =
    require(code >= 3000 && code <= 4999, s"code = $code: must be from 3000 to 4999")
    counted(core.control.send(Control.Command.Disconnect(user, client, code, reason, except.toList)))

  /** Ends the user's subscriptions to a channel, on all nodes as [[disconnect]] does; the clients do not
    * subscribe again.
    */
  def unsubscribe(user: String, channel: String, client: String = ""): Future[Unit] =
    counted(core.control.send(Control.Command.Unsubscribe(user, client, channel)))

  /** Has all nodes refuse a token, and end the connections and subscriptions that came with it, or were
    * refreshed by it. Fails with error 106 while 50,000 are remembered.
    *
    * @param id the token's `jti`
    * @param until when it expires: it is remembered so long, also by nodes that start later
    */
  def revokeToken(id: String, until: Instant): Future[Unit] =
    require(id.nonEmpty, "id is empty: only tokens with a jti can be revoked one by one; see revokeUser")
    counted(core.revocations.revoke(Revocation(token = id, until = until.getEpochSecond)))

  /** Has all nodes refuse every token of the user that was issued before, and end the user's connections that
    * came with one, or before then without any.
    *
    * @param until when the last of them expires
    */
  def revokeUser(user: String, until: Instant, issuedBefore: Instant = Instant.now.nn): Future[Unit] =
    counted(core.revocations.revoke(Revocation("", user, issuedBefore.getEpochSecond, until.getEpochSecond)))

  private def counted[A](answer: Future[A]): Future[A] = core.node.stats.countingRefusal(answer)

  /** How the mediator is. */
  def mediator: MediatorState = core.node.mediator.state

  /** For [[eddy.web.Readiness]]: the mediator has answered once, and is not down, and this node knows which
    * tokens were revoked before it started.
    */
  def isReady: Boolean = unready.isEmpty

  /** The condition for which [[isReady]] waits, in words that everybody may read: the cause, which may name
    * hosts, is in the log and in [[mediator]].
    */
  def unready: Option[String] =
    val name = core.node.mediator.name
    if mediator != MediatorState.Up then
      val known = started.value.exists(_.isSuccess)
      Some(if known then s"mediator $name is away" else s"mediator $name was not reached yet")
    else if !started.value.exists(_.isSuccess) then Some(s"mediator $name has not answered yet")
    else if !core.revocations.isReady then Some("which tokens were revoked is not known yet")
    else None

  /** Unique among all nodes and all their lives. */
  def node: String = core.node.id

  /** Ends all subscriptions, with a code on which clients come back elsewhere, and the mediator. */
  def close(): Future[Unit] = core.close()
end Channels

object Channels:
  /** Starts a node. It takes subscribers at once; `started` is done when the mediator has answered.
    *
    * @param after when to start the mediator: for one whose service calls this node, when the server listens.
    *   Closed before, it is never started, and `started` fails
    * @throws IllegalArgumentException when something in `config` is wrong
    */
  def start(
      config: ChannelsConfig = ChannelsConfig(),
      mediator: Mediator = MemoryMediator(),
      after: Future[Unit] = Future.unit
  )(using system: ActorSystem): Channels =
    val core = ChannelHub(Node(config, mediator, system))
    new Channels(core, core.start(after))

  private def lost(channel: String, after: Position) = PushException(
    PushError.UnrecoverablePosition,
    s"the publications after $after in $channel are no longer kept; subscribe without it"
  )
