package eddy.push.internal.wire

import eddy.push.internal.wire.Gate.Grant
import eddy.push.internal.{Credential, StreamPublisher, Subscribed}
import eddy.push.{PushError, TagFilter, UnsubscribeCode}

/** One of a client's subscriptions. Owned by its connection's actor. */
private[push] final class ClientSubscription(
    session: Session,
    val channel: String,
    val grant: Grant,
    filter: Option[TagFilter],
    val isOfServer: Boolean
):
  val stream: StreamPublisher =
    session.core.streams.open(channel, grant.namespace, session.sink, grant.isPattern, filter.orNull)

  /** When it ends, unless refreshed; [[SessionClock.Never]] for never. */
  var expires: Long = session.clock.at(session.core.gate.ttlOf(grant.expiresAt))

  /** The token that keeps it open. Any thread may read it. */
  @volatile var by: Option[Credential] = grant.by

  /** Whether the client knows of it, or is about to. */
  var isJoined: Boolean = false

  /** Why the server has ended it. */
  var endedBy: Option[UnsubscribeCode] = None

  private var found: Subscribed | Null = null

  /** The message to the client. */
  def result(joined: Subscribed, wasRecovering: Boolean): SubscribeResult =
    found = joined
    isJoined = true
    val missed = filter.fold(joined.missed)(f => joined.missed.filter(p => f.matches(p.message.tags)))
    SubscribeResult(
      joined.copy(missed = missed),
      session.core.gate.ttl(grant.expiresAt),
      grant.namespace.recovery,
      wasRecovering,
      grant.isPattern,
      grant.data
    )

  /** The client has its answer: it takes publications. */
  def flow(): Unit =
    val at = found
    found = null
    if at != null then stream.start(at, sendMissed = false)

  def close(): Unit = stream.close()

  /** The error for the caller, when it has ended before it began. */
  def endedWith: PushError = endedBy match
    case Some(code) if code.code < 2500 => PushError.PermissionDenied
    case _ => PushError.Internal
end ClientSubscription
