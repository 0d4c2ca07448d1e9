package eddy.push.internal.plain

import eddy.push.*
import eddy.push.internal.plain.Door.Guest
import eddy.push.internal.wire.{PushCore, SessionClock, Timed}
import eddy.push.internal.{Connection, Encoded, Ending, Revocation, SharedSink, StreamPublisher, Subscribed}
import eddy.web.{KeptBytes, SendResult}

import java.util.concurrent.atomic.AtomicBoolean
import scala.concurrent.duration.Duration
import scala.concurrent.{ExecutionContext, Future}
import scala.util.{Failure, Success}

/** The way to a client without a library. Any thread; nothing blocks. */
private[push] trait PlainOut:
  /** The subscription begins; publications follow.
    * @param asked whether the client wanted to continue from a position
    */
  def begin(found: Subscribed, asked: Boolean): Unit
  def send(encoded: Encoded): SendResult
  def sizeBytes(encoded: Encoded): Int

  /** As [[eddy.push.internal.Sink.whenWritten]]. */
  def whenWritten(done: Runnable): Unit = done.run()

  /** As [[eddy.push.internal.SharedSink.kept]]. */
  def kept: KeptBytes | Null = null

  /** The server ends it. */
  def end(code: Int, reason: String): Unit

/** A client without a library: one subscription for as long as its connection. Any thread. */
private[push] final class PlainSession(core: PushCore, door: Door, guest: Guest, out: PlainOut)
    extends SharedSink,
      Connection,
      Timed:
  private val isOver = AtomicBoolean()
  // unchecked: nothing comes before it is subscribed
  private val stream =
    core.streams.open(guest.channel, guest.grant.namespace, this: @unchecked, guest.grant.isPattern)

  val client: String = guest.who.client
  val user: String = guest.who.user

  // without a library nothing is refreshed
  val deadline: Long =
    val clock = SessionClock(core)
    SessionClock.sooner(
      clock.at(core.gate.lifetime(guest.entry.expiresAt), grace = Duration.Zero),
      clock.at(core.gate.lifetime(guest.grant.expiresAt), grace = Duration.Zero)
    )

  /** Subscribes; completes when it has, or the connection has ended. [[gone]] must be called when the
    * connection has ended, whichever side has ended it.
    * @param seen the position from which the client wants to continue
    */
  def start(seen: Option[Position]): Future[Unit] =
    if !core.connections.enter(guest.holder) then
      isOver.set(true)
      stream.close()
      core.meters.ended(DisconnectCode.ConnectionLimit.code)
      out.end(DisconnectCode.ConnectionLimit.code, DisconnectCode.ConnectionLimit.reason)
      Future.unit
    else
      core.connections.add(this)
      core.meters.opened(door.way)
      core.hub.connected(this)
      core.connections.tellLate(this)
      // a revocation of them finds this from now on
      if guest.by.exists(core.hub.isRevoked) then
        endRevoked()
        Future.unit
      else if isOver.get then
        // before it was in all its places
        core.hub.disconnected(this)
        core.connections.remove(this)
        Future.unit
      else subscribe(seen)

  private def subscribe(seen: Option[Position]): Future[Unit] =
    val recover = if guest.grant.namespace.recovery then seen else None
    core.hub.subscribe(guest.channel, stream, guest.who, recover, joins = false).transform { result =>
      result match
        case Success(found) =>
          out.begin(found, seen.nonEmpty)
          stream.start(found, sendMissed = true)
        case Failure(failure) => end(denied("subscribe", failure))
      Success(())
    }(using ExecutionContext.parasitic)

  def isOpen: Boolean = !isOver.get

  /** Publishes what the client sent. */
  def publish(data: Json): Future[Unit] =
    given ExecutionContext = ExecutionContext.parasitic
    core.meters.command("publish")
    core.gate.publish(guest.hooks, guest.who, guest.channel, data, Some(guest.grant)).flatMap:
      case Verdict.Allow(passed) =>
        core.hub.publish(guest.channel, passed.data, Some(guest.who), passed.options).map(_ => ())
      case Verdict.Refuse(error) => Future.failed(door.refused("publish", error))
      case Verdict.Disconnect(code, reason) => Future.failed(Door.Denied(403, code, reason))
    .recoverWith(failure => Future.failed(denied("publish", failure)))

  private def denied(method: String, failure: Throwable): Door.Denied = failure match
    case known: Door.Denied => known
    case told: PushException => door.refused(method, told.error)
    case other =>
      core.system.engine.report(other, s"a connection to channels, client $client (${door.way})")
      door.refused(method, PushError.Internal)

  def end(why: Door.Denied): Unit = disconnect(why.code, why.reason)

  // -------------------------------------------------------------------------------------------- its end

  def due(): Unit = disconnect(DisconnectCode.Expired.code, DisconnectCode.Expired.reason)

  def unsubscribe(channel: String, code: UnsubscribeCode): Unit = if channel == guest.channel then
    // without its subscription it is useless
    val again = code.code >= 2500
    disconnect(
      (if again then DisconnectCode.InsufficientState else DisconnectCode.ForceNoReconnect).code,
      code.reason
    )

  def revoked(what: Revocation): Unit = if guest.by.exists(what.covers) then endRevoked()

  private def endRevoked(): Unit =
    disconnect(DisconnectCode.InvalidToken.code, DisconnectCode.InvalidToken.reason)

  def disconnect(code: Int, reason: String): Unit = if over(code, reason) then
    core.meters.ended(code)
    out.end(code, reason)
    core.connections.remove(this)

  /** The connection has ended.
    * @param closedBy the code that its socket was closed with; 0 for none
    */
  def gone(closedBy: Int = 0): Unit = if over(DisconnectCode.Gone.code, DisconnectCode.Gone.reason) then
    core.meters.gone(closedBy)
    core.connections.remove(this)

  private def over(code: Int, reason: String): Boolean =
    val first = isOver.compareAndSet(false, true)
    if first then
      stream.close()
      core.hub.disconnected(this)
      core.connections.leave(guest.holder)
      core.meters.closed(door.way)
      guest.hooks.disconnected(Disconnected(guest.who, code, reason))
    first

  // -------------------------------------------------------------------------------------------- its stream

  protected def send(encoded: Encoded, from: StreamPublisher): SendResult = out.send(encoded)
  protected def sendPresence(who: ClientInfo, joined: Boolean, from: StreamPublisher): SendResult =
    SendResult.Sent
  def sizeBytes(encoded: Encoded, from: StreamPublisher): Int = out.sizeBytes(encoded)
  override def whenWritten(done: Runnable): Unit = out.whenWritten(done)
  override protected def kept: KeptBytes | Null = out.kept

  protected def over(from: StreamPublisher, ending: Ending): Unit = ending match
    case Ending.Slow => disconnect(DisconnectCode.Slow.code, DisconnectCode.Slow.reason)
    case Ending.Unsubscribed(code) => unsubscribe(guest.channel, code)
    case Ending.Failed => disconnect(DisconnectCode.ServerError.code, DisconnectCode.ServerError.reason)
    case Ending.Closed => ()
end PlainSession
