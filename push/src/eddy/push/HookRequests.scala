package eddy.push

import eddy.web.Request

import java.time.Instant

/** Somebody connects.
  *
  * @param request with which the connection began: headers, cookies, session, address
  * @param client the new connection's id
  * @param user of the token; `None` without one
  * @param info of the token, [[Json.none]] without
  * @param data what the client sent along
  * @param name what the client calls itself
  * @param version of the client, as it says
  * @param mayConnect whether it would be let in without the hook
  * @param meta of the token: for the application, and sent to no client
  */
final case class Connecting(
    request: Request,
    client: String,
    user: Option[String],
    info: Json = Json.none,
    data: Json = Json.none,
    name: String = "",
    version: String = "",
    mayConnect: Boolean = false,
    meta: Json = Json.none
):
  /** Admits a client that would be admitted without the hook: with a token the user it names, without one
    * where [[PushConfig.anonymous]] allows it.
    */
  def unchanged: Verdict[Admitted] =
    if mayConnect then Verdict.Allow(Admitted(user.getOrElse(""), info))
    else Verdict.Refuse(PushError.Unauthorized)

/** @param user who it is; empty for somebody unknown
  * @param info what others see of the connection; see [[ClientInfo]]
  * @param data sent to the client
  * @param channels it is subscribed to these at once, without asking; the namespace's options hold otherwise
  * @param expires when the client must have refreshed its token; `None` for the time in its token
  */
final case class Admitted(
    user: String,
    info: Json = Json.none,
    data: Json = Json.none,
    channels: Set[String] = Set.empty,
    expires: Option[Instant] = None
) derives CanEqual

/** A client wants to subscribe to a channel.
  *
  * @param channel or pattern
  * @param byToken whether a token for it was shown
  * @param data what the client sent along
  * @param maySubscribe whether it may without the hook: by its token, or as the namespace says
  *   (`clientsSubscribe`)
  */
final case class Subscribing(
    client: ClientInfo,
    channel: String,
    byToken: Boolean = false,
    data: Json = Json.none,
    maySubscribe: Boolean = false
) derives CanEqual:
  /** Has no objection: a client that may subscribe without the hook may. [[Granted]] lets in whomever it is
    * given to.
    */
  def unchanged: Verdict[Granted] =
    if maySubscribe then Verdict.Allow(Granted()) else Verdict.Refuse(PushError.PermissionDenied)

/** @param info what others see of the subscription; see [[ClientInfo]]
  * @param data sent to the client
  * @param publish whether the client may publish there; `None` leaves it to the namespace
  * @param expires when the subscription must have been refreshed; `None` for the time in its token
  * @param overflow what happens when this subscription's buffer is full; `None` leaves it to the namespace
  */
final case class Granted(
    info: Json = Json.none,
    data: Json = Json.none,
    publish: Option[Boolean] = None,
    expires: Option[Instant] = None,
    overflow: Option[Overflow] = None
) derives CanEqual:
  overflow.foreach(_.check())

/** Somebody publishes.
  *
  * @param mayPublish whether the client may without the hook: it is subscribed, and its grant
  *   ([[Granted.publish]]) or the namespace (`clientsPublish`) says so
  */
final case class Publishing(
    client: ClientInfo,
    channel: String,
    data: Json,
    options: PublishOptions = PublishOptions(),
    mayPublish: Boolean = false
) derives CanEqual:
  /** Has no objection: it passes as it is where the client may publish. */
  def unchanged: Verdict[Passed] = Verdict.Allow(Passed(data, options))

  /** Lets it pass as it is, although the client may not publish otherwise. */
  def permitted: Verdict[Passed] = Verdict.Allow(Passed(data, options, permits = true))

/** All that is published in fact.
  *
  * @param permits whether it passes although the client may not publish otherwise ([[Publishing.mayPublish]])
  */
final case class Passed(data: Json, options: PublishOptions = PublishOptions(), permits: Boolean = false)
    derives CanEqual

/** Somebody calls a method (RPC). */
final case class Calling(client: ClientInfo, method: String, data: Json) derives CanEqual

/** @param code why, as the Centrifuge protocol numbers it */
final case class Disconnected(client: ClientInfo, code: Int, reason: String) derives CanEqual
