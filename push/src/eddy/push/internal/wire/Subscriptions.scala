package eddy.push.internal.wire

import eddy.push.internal.wire.Command.SubscribeOptions
import eddy.push.internal.wire.Gate.Grant
import eddy.push.internal.{ChannelNames, Revocation, StreamPublisher, Subscribed, SubscriptionDetails}
import eddy.push.{ClientInfo, DisconnectCode, Namespace, Position, PushError, PushException, UnsubscribeCode}

import scala.concurrent.duration.DurationLong
import scala.concurrent.{ExecutionContext, Future}
import scala.util.{Failure, Success, Try}

/** The subscriptions of one client. Owned by its connection's actor. */
private[push] final class Subscriptions(session: Session):
  import Subscriptions.Joined

  // any thread may look at it
  @volatile private var all = Map.empty[String, ClientSubscription]

  // channels whose subscription has ended, to be subscribed to again by the client's library; no more than
  // there may be subscriptions
  private var returning = Set.empty[String]

  // messages to send to the client once it is connected; null from then on
  private var early: Vector[() => Unit] | Null = Vector.empty

  private def core = session.core

  /** What the client may do in a channel it is subscribed to. */
  def grant(channel: String): Option[Grant] = all.get(channel).map(_.grant)

  /** Whether the client had a subscription there that has ended, and is about to subscribe again. */
  def returnsTo(channel: String): Boolean = returning.contains(channel)

  /** The client's identity in a channel. */
  def who(channel: String): ClientInfo =
    all.get(channel).fold(session.who)(s => session.who.copy(channelInfo = s.grant.info))

  /** Whether the channel of a command is being subscribed to: later commands wait for that. */
  def mustWait(command: Command): Boolean = all.nonEmpty &&
    command.body.about.exists(channel => all.get(channel).exists(!_.isJoined))

  // -------------------------------------------------------------------------------------------- asked by the
  // client

  def subscribe(asked: Asked, channel: String, options: SubscribeOptions): Unit =
    if all.contains(channel) then asked.refuse(PushError.AlreadySubscribed)
    else if all.size >= core.config.limits.subscriptions then asked.refuse(PushError.LimitExceeded)
    else if !core.hub.isActive(channel) && !session.mayOnceMore(Rates.Kind.Open) then
      asked.refuse(PushError.TooManyRequests)
    else
      FilterReader.read(options.filter) match
        case Left(_) => asked.refuse(PushError.BadRequest)
        case Right(filter) =>
          session.holding(core.gate.subscribe(
            session.hooks,
            session.who,
            session.by,
            channel,
            options.token,
            options.data
          )): verdict =>
            asked.allowed(verdict): grant =>
              val subscription = ClientSubscription(session, channel, grant, filter, isOfServer = false)
              // many publications may be missed
              val joining = join(subscription, options.recover, options.joinLeave)
              def next(found: Try[Subscribed]) = joined(asked, subscription, options, found)
              if options.recover.isEmpty then session.when(joining)(next) else session.holding(joining)(next)

  private def joined(
      asked: Asked,
      subscription: ClientSubscription,
      options: SubscribeOptions,
      found: Try[Subscribed]
  ): Unit = found match
    case Success(found)
        if isCurrent(
          subscription
        ) && options.rejectsUnrecovered && options.recover.nonEmpty && !found.recovered =>
      drop(subscription)
      asked.refuse(PushError.UnrecoverablePosition)
    case Success(found) if isCurrent(subscription) =>
      val result = subscription.result(found, options.recover.nonEmpty)
      asked.answer(Replies.subscribed(asked.id, result), () => subscription.flow())
    case Success(_) => asked.refuse(subscription.endedWith)
    case Failure(failure) =>
      drop(subscription)
      asked.refuse(Asked.errorOf(session, failure))

  def leave(channel: String): Unit =
    returning -= channel
    all.get(channel).foreach(drop)

  /** Has a token's new expiry hold. */
  def refresh(asked: Asked, channel: String, token: String): Unit = all.get(channel) match
    case None => asked.refuse(if returnsTo(channel) then PushError.Internal else PushError.PermissionDenied)
    case Some(_) if token.isEmpty => asked.refuse(PushError.BadRequest)
    case Some(subscription) =>
      core.gate.subscriptionToken(session.client, session.by, channel, token) match
        // asked for again while the subscription lasts: libraries take 109 here as final otherwise
        case Left(error) => asked.refuse(error, again = error == PushError.TokenExpired)
        case Right(claims) =>
          val ttl = core.gate.ttl(claims.expiresAt)
          subscription.expires = session.clock.at(ttl.map(_.seconds))
          subscription.by = Some(claims.credential(claims.user))
          watch()
          asked.answer(Replies.subRefreshed(asked.id, ttl))
          if isRevoked(subscription) then end(subscription, UnsubscribeCode.Server)

  // -------------------------------------------------------------------------------------------- asked by the
  // server

  /** Subscribes the client to all of them, or to none.
    *
    * @param recover what the client has seen of some
    * @param details of some
    */
  def begin(
      channels: Set[String],
      recover: Map[String, Option[Position]],
      details: Map[String, SubscriptionDetails] = Map.empty
  ): Future[Either[PushError, Vector[Joined]]] =
    val names = channels.toVector.sorted
    val wrong = names.iterator.map(core.hub.namespace).collectFirst { case Left(error) => error }
    if wrong.nonEmpty then Future.successful(Left(wrong.get))
    else if names.length > core.config.limits.subscriptions then
      Future.successful(Left(PushError.LimitExceeded))
    else
      given ExecutionContext = ExecutionContext.parasitic
      val joining = names.map: name =>
        val seen = recover.getOrElse(name, None)
        val subscription = ofServer(
          name,
          core.hub.namespace(name).getOrElse(Namespace()),
          details.getOrElse(name, SubscriptionDetails())
        )
        join(subscription, seen, joins = true).map(found => Joined(subscription, found, seen.nonEmpty))
      Future.sequence(joining).map(Right(_))
  end begin

  /** Subscribes the client to one more, unless it is, and tells it so.
    * @param details among them what receives besides
    */
  def add(channel: String, details: SubscriptionDetails): Unit = tell: () =>
    if !all.contains(channel) then
      core.hub.namespace(channel) match
        case Left(error) => notAdded(channel, PushException(error, s"there is no namespace for it here"))
        case _ if all.size >= core.config.limits.subscriptions =>
          notAdded(
            channel,
            PushException(PushError.LimitExceeded, s"it has ${all.size} subscriptions already")
          )
        case Right(namespace) =>
          val subscription = ofServer(channel, namespace, details)
          session.when(join(subscription, None, joins = true)):
            case Success(found) =>
              if isCurrent(subscription) then
                val result = subscription.result(found, wasRecovering = false)
                session.replies.push(Pushes.subscribe(channel, result), () => subscription.flow())
            case Failure(failure) =>
              drop(subscription)
              notAdded(channel, failure)

  /** The caller is on some node, and no longer waits. */
  private def notAdded(channel: String, why: Throwable): Unit =
    core.hub.refused(PushError.of(why))
    core.system.engine.report(why, s"subscribing $session to \"$channel\", as Channels.subscribeUser asked")

  private def ofServer(channel: String, namespace: Namespace, details: SubscriptionDetails) =
    val isPattern = ChannelNames.isPattern(channel)
    val grant = Grant(namespace, isPattern, details.info, details.data, None, details.expiresAt, None)
    ClientSubscription(session, channel, grant, None, isOfServer = true)

  /** Does what tells the client something, once it knows that it is connected: before that the library has no
    * ear for it.
    */
  def tell(action: () => Unit): Unit = early match
    case null => action()
    case waiting: Vector[() => Unit] =>
      // no client needs more than that in the milliseconds of a connect
      if waiting.size < core.config.limits.unanswered then early = waiting :+ action
      else session.end(DisconnectCode.InsufficientState)

  /** The part of the answer to the client about subscriptions that have not been ended meanwhile, in one
    * answer: missed publications beyond its bytes are read later, or count as lost.
    */
  def results(joined: Vector[Joined]): Vector[(String, SubscribeResult)] =
    var room = core.config.maxBufferedBytes.toLong
    joined.filter(j => isCurrent(j.subscription)).map: j =>
      val bytes = j.found.missed.foldLeft(0L)(_ + _.message.sizeBytes)
      val found =
        if bytes <= room then j.found
        else if j.subscription.stream.readsOn then j.found.later
        else j.found.unrecovered
      if bytes <= room then room -= bytes
      j.subscription.channel -> j.subscription.result(found, j.asked)

  /** The client has the answer about its connection and subscriptions, and takes publications. */
  def flow(channels: Vector[String]): Unit =
    channels.foreach(all.get(_).foreach(_.flow()))
    val waiting = early
    early = null
    if waiting != null then waiting.foreach(_())

  /** Ends one, and tells the client. */
  def end(channel: String, code: UnsubscribeCode): Unit = all.get(channel).foreach(end(_, code))

  /** Its channel has ended it, or what it missed is gone. */
  def end(stream: StreamPublisher, code: UnsubscribeCode): Unit =
    all.get(stream.channel).filter(_.stream eq stream).foreach(end(_, code))

  private def end(subscription: ClientSubscription, code: UnsubscribeCode): Unit =
    subscription.endedBy = Some(code)
    drop(subscription)
    if subscription.isJoined then
      // the client does not renew subscriptions that the server has made
      if subscription.isOfServer && code.code >= 2500 then session.end(DisconnectCode.InsufficientState)
      else
        if code.code >= 2500 && returning.size < core.config.limits.subscriptions then
          returning += subscription.channel
        session.replies.push(Pushes.unsubscribe(subscription.channel, code))

  /** Whether this is about a token of one of them. Any thread. */
  def hasBy(what: Revocation): Boolean = all.valuesIterator.exists(_.by.exists(what.covers))

  /** Ends those that came by it. */
  def revoked(what: Revocation): Unit =
    all.values.filter(_.by.exists(what.covers)).toVector.foreach(end(_, UnsubscribeCode.Server))

  /** Asked once a revocation of its token finds it here. */
  private def isRevoked(subscription: ClientSubscription) = subscription.by.exists(core.hub.isRevoked)

  /** Ends those whose time is over. */
  def endExpired(): Unit =
    val now = core.now
    val over = all.values.filter(s => s.expires != SessionClock.Never && now - s.expires >= 0).toVector
    over.foreach(end(_, UnsubscribeCode.Expired))
    watch()

  /** The connection ends. */
  def leaveAll(): Unit =
    val leaving = all.values
    all = Map.empty
    leaving.foreach(_.close())

  // -------------------------------------------------------------------------------------------- both

  private def join(
      subscription: ClientSubscription,
      recover: Option[Position],
      joins: Boolean
  ): Future[Subscribed] =
    val namespace = subscription.grant.namespace
    all = all.updated(subscription.channel, subscription)
    returning -= subscription.channel
    watch()
    val seen = if namespace.recovery then recover else None
    if isRevoked(subscription) then
      val why = s"the token for ${subscription.channel} was revoked while a hook was asked"
      Future.failed(PushException(PushError.PermissionDenied, why))
    else
      core.hub.subscribe(
        subscription.channel,
        subscription.stream,
        who(subscription.channel),
        seen,
        joins && namespace.joinLeave
      )
  end join

  private def isCurrent(subscription: ClientSubscription) =
    all.get(subscription.channel).exists(_ eq subscription)

  private def drop(subscription: ClientSubscription): Unit =
    if isCurrent(subscription) then all -= subscription.channel
    subscription.close()
    watch()

  private def watch(): Unit =
    session.clock.others(all.values.map(_.expires).foldLeft(SessionClock.Never)(SessionClock.sooner))
end Subscriptions

private[push] object Subscriptions:
  /** @param asked whether the client wanted to continue from its position */
  final case class Joined(subscription: ClientSubscription, found: Subscribed, asked: Boolean)
