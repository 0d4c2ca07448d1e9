package eddy.trading.internal

import scala.concurrent.{Future, Promise}

/** A market on its way from one engine to another, or from the database: not by message, as a full mailbox may refuse one. */
private[trading] final class Handover(val market: Int):
  @volatile private var state: Market | Handover.State = Handover.State.Waiting
  private val arrived = Promise[Unit]()

  /** When the other engine has it. */
  def done: Future[Unit] = arrived.future

  /** By who had it. */
  def give(market: Market): Unit = state = market

  /** It stays where it is. */
  def callOff(): Unit = state = Handover.State.Off

  /** There is nothing to give: the market is halted. */
  def lose(): Unit = state = Handover.State.Lost

  /** By who is to have it. */
  def poll(): Market | Handover.State =
    val seen = state
    seen match
      case _: Market | Handover.State.Lost => arrived.trySuccess(()): Unit
      case Handover.State.Waiting | Handover.State.Off => ()
    seen
end Handover

private[trading] object Handover:
  enum State derives CanEqual:
    case Waiting, Off, Lost
