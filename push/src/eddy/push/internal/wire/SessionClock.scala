package eddy.push.internal.wire

import scala.concurrent.duration.FiniteDuration

/** When one connection must have done what. Owned by its actor, but for `deadline`. */
private[push] final class SessionClock(core: PushCore):
  import SessionClock.*

  // set by the actor, read by the timer
  @volatile private var first = 0L
  private var connectBy = after(core.config.connectTimeout)
  private var pingAt = Never
  private var pongBy = Never
  private var expiresAt = Never
  private var othersAt = Never
  set()

  /** The first of all deadlines; 0 for none. */
  def deadline: Long = first

  /** The client has said who it is, and may stay until `expiry`. */
  def connected(expiry: Option[FiniteDuration]): Unit =
    connectBy = Never
    // those that came together are not all pinged together
    val interval = core.config.pingInterval.toNanos
    pingAt = real(core.now + interval / 2 + (interval / 2 * math.random()).toLong)
    expires(expiry)

  /** @param expiry how long from now, its grace not included; `None` for ever */
  def expires(expiry: Option[FiniteDuration]): Unit =
    expiresAt = at(expiry)
    set()

  /** The first of the subscriptions' own expiries, as [[at]] returns them. */
  def others(at: Long): Unit =
    othersAt = at
    set()

  /** The time that is so long from now, and the grace that there is for refreshing it; [[Never]] for none. */
  def at(expiry: Option[FiniteDuration], grace: FiniteDuration = core.config.expiryGrace): Long = expiry match
    case Some(delay) => real(core.now + delay.toNanos + grace.toNanos)
    case None => Never

  /** A pong has come. False without a ping before it. */
  def ponged(): Boolean =
    val expected = pongBy != Never
    pongBy = Never
    set()
    expected

  /** The ping could not be sent: the pending messages ahead of it show soon enough whether the client is
    * alive.
    */
  def notPinged(): Unit =
    pongBy = Never
    set()

  /** Waits for the pong no longer: this side does not listen. */
  def deaf(): Unit = if pongBy != Never then
    pongBy = after(core.config.pongTimeout)
    set()

  /** The timers that have expired, most urgent first. */
  def due(): Due =
    val now = core.now
    def over(at: Long) = at != Never && now - at >= 0
    if over(connectBy) then Due.Stale
    else if over(pongBy) then Due.NoPong
    else if over(expiresAt) then Due.Expired
    else if over(othersAt) then Due.Others
    else if over(pingAt) then
      pingAt = after(core.config.pingInterval)
      pongBy = after(core.config.pongTimeout)
      set()
      Due.Ping
    else Due.Nothing

  def stop(): Unit = first = Never

  private def after(delay: FiniteDuration) = real(core.now + delay.toNanos)

  private def set(): Unit =
    val all = Array(connectBy, pingAt, pongBy, expiresAt, othersAt).filter(_ != Never)
    first = if all.isEmpty then Never else all.reduce(sooner)
end SessionClock

private[push] object SessionClock:
  val Never = 0L

  enum Due derives CanEqual:
    case Nothing, Ping, NoPong, Stale, Expired, Others

  /** The clock's zero is anywhere, and may be met. */
  private def real(at: Long) = if at == Never then 1L else at

  def sooner(a: Long, b: Long): Long = if a == Never then b else if b == Never || a - b < 0 then a else b
