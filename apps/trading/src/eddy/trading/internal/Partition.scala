package eddy.trading.internal

import scala.concurrent.Future

/** Which engine has a market. Looking it up and sending is one step, and so is moving it: who sends before a move reaches
  * the old engine's mailbox before the market is taken away, who sends after it the new one's, where it is awaited. The lock is held for no longer
  * than it takes to put a message into a mailbox.
  */
private[trading] final class Partition(first: Int):
  // guarded by this
  private var place = first

  def engine: Int = synchronized(place)

  def send[A](send: Int => A): A = synchronized(send(place))

  /** @param hand sends what moves it, from the engine that has it; None when it cannot */
  def move(to: Int)(hand: Int => Option[Future[Unit]]): Future[Boolean] =
    val done = synchronized:
      if place == to then Some(Future.unit)
      else
        val moving = hand(place)
        if moving.isDefined then place = to
        moving
    done.fold(Future.successful(false))(_.map(_ => true)(using scala.concurrent.ExecutionContext.parasitic))
end Partition
