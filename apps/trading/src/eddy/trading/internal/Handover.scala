package eddy.trading.internal

import scala.concurrent.{Future, Promise}

/** A market on its way from one engine to another: not by message, as a full mailbox may refuse one. */
private[trading] final class Handover(val market: Int):
  @volatile private var state: Market | Handover.State = Handover.State.Waiting
  private val arrived = Promise[Unit]()

  /** When the other engine has it. */
  def done: Future[Unit] = arrived.future

  /** By who had it. */
  def give(market: Market): Unit = state = market

  /** It stays where it is. */
  def callOff(): Unit = state = Handover.State.Off

  /** By who is to have it: null as long as it has to wait. */
  def poll(): Market | Handover.State = state match
    case market: Market =>
      arrived.trySuccess(()): Unit
      market
    case other => other
end Handover

private[trading] object Handover:
  enum State derives CanEqual:
    case Waiting, Off
