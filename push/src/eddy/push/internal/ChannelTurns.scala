package eddy.push.internal

import eddy.push.{HistoryPage, HistoryQuery}

import scala.concurrent.duration.FiniteDuration
import scala.concurrent.{ExecutionContext, Future}
import scala.util.Try

/** The phases of a channel, and its requests to the mediator in each: an answer that comes in a later phase
  * is dropped. Confined to the channel's actor.
  */
private[push] final class ChannelTurns(live: LiveChannel, node: Node):
  private given ExecutionContext = ExecutionContext.parasitic
  private var now = ChannelPhase.Closed
  private var turn = 0

  def phase: ChannelPhase = now

  def enter(next: ChannelPhase): Unit =
    now = next
    turn += 1

  /** Whether what was asked for in that turn is still waited for. */
  def isNow(of: Int): Boolean = of == turn

  /** @param event the message to the channel with the answer, in this turn */
  def ask[A](doing: String)(start: => Future[A])(event: (Int, Try[A]) => ChannelEvent): Unit =
    val of = turn
    node.deadline(doing)(start).onComplete(result => live.tell(event(of, result)))

  def read(query: HistoryQuery)(event: (Int, Try[HistoryPage]) => ChannelEvent): Unit =
    ask(s"reading the history of ${live.name}")(node.mediator.read(live.name, query))(event)

  def after(delay: FiniteDuration)(event: Int => ChannelEvent): Unit =
    val of = turn
    node.system.engine.after(delay)(() => live.tell(event(of))): Unit
end ChannelTurns
