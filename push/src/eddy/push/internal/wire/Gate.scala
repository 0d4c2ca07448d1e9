package eddy.push.internal.wire

import eddy.push.*
import eddy.push.internal.{ChannelNames, Credential, HookCalls, Hub, SubscriptionDetails}
import eddy.web.jwt.JwtVerifier

import java.time.InstantSource
import scala.concurrent.duration.{DurationLong, FiniteDuration}
import scala.concurrent.{ExecutionContext, Future}

import com.github.plokhotnyuk.jsoniter_scala.core.JsonReaderException

/** Who may come in, subscribe and publish, whatever way they come: tokens first, then hooks, then what the
  * namespace says. Verifying a token may block.
  */
private[push] final class Gate(hub: Hub, config: PushConfig, clock: InstantSource, log: RefusalLog):
  import Gate.*

  /** @param asked without what the token says */
  def connect(hooks: HookCalls, asked: Connecting, token: String): Future[Verdict[Entry]] =
    verdict(asked.client, connectionToken(token)) match
      case Verdict.Allow(None) if !config.anonymous && !hooks.asksConnect =>
        Future.successful(Verdict.Refuse(PushError.Unauthorized))
      case Verdict.Allow(claims) =>
        val known = asked.copy(
          user = claims.map(_.user),
          info = claims.fold(Json.none)(_.info),
          meta = claims.fold(Json.none)(_.meta),
          mayConnect = claims.nonEmpty || config.anonymous
        )
        hooks.connect(known).map(_.mapped(entry(asked.client, claims, _)))(using ExecutionContext.parasitic)
      case no: (Verdict.Refuse | Verdict.Disconnect) => Future.successful(no)

  private def entry(client: String, claims: Option[TokenClaims], admitted: Admitted) = Entry(
    ClientInfo(client, admitted.user, admitted.info),
    admitted.data,
    admitted.channels ++ claims.fold(Set.empty[String])(_.channels),
    admitted.expires.fold(claims.fold(0L)(_.expiresAt))(_.getEpochSecond),
    claims.fold(Map.empty[String, SubscriptionDetails])(_.subs),
    claims.fold(Credential(admitted.user, "", clock.instant.getEpochSecond))(_.credential(admitted.user))
  )

  /** What a new token says of a connection that was let in `by` another one of the same user. */
  def refresh(client: String, by: Credential, token: String): Verdict[TokenClaims] =
    val claims = connectionToken(token).flatMap:
      case Some(claims) if by.isOf(claims.user) => Right(claims)
      case _ => Left(TokenRefusal.otherUser)
    verdict(client, claims)

  private def connectionToken(token: String): Either[TokenRefusal, Option[TokenClaims]] =
    if token.isEmpty then Right(None)
    else
      verified(config.tokens.map(_.connection), token).flatMap: claims =>
        // it is for one channel, and often given to others
        if claims.channel.nonEmpty then Left(TokenRefusal.ofChannel) else Right(Some(claims))

  private def verdict[A](client: String, found: Either[TokenRefusal, A]): Verdict[A] = found match
    case Right(claims) => Verdict.Allow(claims)
    case Left(why) =>
      log.token("connection", s"client $client", why)
      why.passing.fold(InvalidToken)(Verdict.Refuse(_))

  /** @param by the credential that admitted the client
    * @param token empty for none
    */
  def subscribe(
      hooks: HookCalls,
      who: ClientInfo,
      by: Credential,
      channel: String,
      token: String,
      data: Json
  ): Future[Verdict[Grant]] =
    def refuse(error: PushError) = Future.successful(Verdict.Refuse(error))
    hub.namespace(channel) match
      case Left(error) => refuse(error)
      case Right(namespace) =>
        val isPattern = ChannelNames.isPattern(channel)
        if isPattern && !namespace.patterns then refuse(PushError.PermissionDenied)
        else if token.isEmpty && channel.charAt(0) == ChannelNames.Private then
          refuse(PushError.PermissionDenied)
        else if token.isEmpty && ChannelNames.isOfUsers(channel) && !ChannelNames.isOf(channel, who.user) then
          refuse(PushError.PermissionDenied)
        else
          val claims: Either[PushError, Option[TokenClaims]] =
            if token.isEmpty then Right(None)
            else subscriptionToken(who.client, by, channel, token).map(Some(_))
          claims match
            case Left(error) => refuse(error)
            case Right(claims) =>
              val asked = Subscribing(who, channel, byToken = claims.nonEmpty, data)
              hooks.subscribe(asked, namespace).map(_.mapped(grant(namespace, isPattern, claims, _)))(using
                ExecutionContext.parasitic
              )
    end match
  end subscribe

  private def grant(namespace: Namespace, isPattern: Boolean, claims: Option[TokenClaims], granted: Granted) =
    Grant(
      granted.overflow.fold(namespace)(policy => namespace.copy(overflow = policy)),
      isPattern,
      if granted.info.isEmpty then claims.fold(Json.none)(_.info) else granted.info,
      granted.data,
      granted.publish,
      granted.expires.fold(claims.fold(0L)(_.expiresAt))(_.getEpochSecond),
      claims.map(c => c.credential(c.user))
    )

  /** What a token says of a subscription to this channel, of a client that was let in `by` another one of the
    * same user.
    */
  def subscriptionToken(
      client: String,
      by: Credential,
      channel: String,
      token: String
  ): Either[PushError, TokenClaims] =
    val claims = verified(config.tokens.map(_.subscription), token).flatMap: claims =>
      if claims.client.nonEmpty && claims.client != client then Left(TokenRefusal.otherClient)
      else if claims.channel != channel then Left(TokenRefusal.otherChannel)
      else if !by.isOf(claims.user) then Left(TokenRefusal.otherUser)
      else Right(claims)
    claims.left.map: why =>
      log.token("subscription", s"client $client", why)
      why.passing.getOrElse(PushError.PermissionDenied)

  /** @param grant that of the client's subscription, when it has one */
  def publish(
      hooks: HookCalls,
      who: ClientInfo,
      channel: String,
      data: Json,
      grant: Option[Grant]
  ): Future[Verdict[Passed]] =
    hub.namespace(channel) match
      case Left(error) => Future.successful(Verdict.Refuse(error))
      case Right(_) if ChannelNames.isPattern(channel) =>
        Future.successful(Verdict.Refuse(PushError.BadRequest))
      case Right(namespace) =>
        val may = grant.exists(_.publish.getOrElse(namespace.clientsPublish))
        hooks.publish(Publishing(who, channel, data), may).map {
          case Verdict.Allow(passed) if !may && !passed.permits => Verdict.Refuse(PushError.PermissionDenied)
          case verdict => verdict
        }(using ExecutionContext.parasitic)

  /** What a client receives: seconds from now until then, at least [[FewestSeconds]]: a token that is
    * accepted within the leeway of clocks would be refreshed each second otherwise.
    */
  def ttl(expiresAt: Long): Option[Long] = rest(expiresAt).map(_.max(FewestSeconds))

  /** How long something lasts that cannot be refreshed. */
  def lifetime(expiresAt: Long): Option[FiniteDuration] = rest(expiresAt).map(_.seconds)

  /** At least one, as expired ones have been refused; for the far future, and for times given in
    * milliseconds, as many as clocks can handle.
    */
  private def rest(expiresAt: Long): Option[Long] =
    if expiresAt == 0 then None
    else Some((expiresAt - clock.instant.getEpochSecond).max(1).min(MostSeconds))

  def ttlOf(expiresAt: Long): Option[FiniteDuration] = ttl(expiresAt).map(_.seconds)

  private def verified(verifier: Option[JwtVerifier], token: String): Either[TokenRefusal, TokenClaims] =
    for
      known <- verifier.toRight(TokenRefusal.unwanted)
      claims <- known.verify(token).left.map(TokenRefusal.of)
      said <-
        try Right(claims.as[TokenClaims])
        catch case _: JsonReaderException => Left(TokenRefusal.malformed)
      _ <- said.unsupported.map(TokenRefusal.unsupported).toLeft(())
      _ <- if hub.isRevoked(said.credential(said.user)) then Left(TokenRefusal.revoked) else Right(())
    yield said
end Gate

private[push] object Gate:
  /** Ten years. */
  private final val MostSeconds = 10L * 365 * 24 * 3600
  private final val FewestSeconds = 5L

  private val InvalidToken =
    Verdict.Disconnect(DisconnectCode.InvalidToken.code, DisconnectCode.InvalidToken.reason)

  /** @param channels the server-side subscriptions
    * @param expiresAt in seconds since 1970; 0 for never
    * @param details of some of the channels
    */
  final case class Entry(
      who: ClientInfo,
      data: Json,
      channels: Set[String],
      expiresAt: Long,
      details: Map[String, SubscriptionDetails],
      by: Credential
  )

  /** @param namespace what holds for this subscription
    * @param publish as [[Granted.publish]]
    * @param expiresAt in seconds since 1970; 0 for never
    * @param by the token for it; `None` without one
    */
  final case class Grant(
      namespace: Namespace,
      isPattern: Boolean,
      info: Json,
      data: Json,
      publish: Option[Boolean],
      expiresAt: Long,
      by: Option[Credential]
  )

  extension [A](verdict: Verdict[A])
    private def mapped[B](change: A => B): Verdict[B] = verdict match
      case Verdict.Allow(answer) => Verdict.Allow(change(answer))
      case no: (Verdict.Refuse | Verdict.Disconnect) => no
end Gate
