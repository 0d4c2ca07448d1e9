package eddy.actor

import eddy.actor.internal.signal.Signal
import eddy.actor.internal.system.SystemCore

/** The address of an actor whose end a test can inspect: it is dead before its watchers have been notified.
  * One thread only.
  */
class DyingRef[M] extends ActorRef[M]:
  private var alive = true
  private var watching = Set.empty[Monitor]

  def watchers: Int = watching.size

  /** It takes no message any more. */
  def die(): Unit = alive = false

  /** Notifies all watchers. */
  def tell(): Unit =
    val all = watching
    watching = Set.empty
    all.foreach(_.tell(ExitReason.Normal))

  def !(message: M): Unit = deliver(message): Unit
  def trySend(message: M): Delivery = if alive then Delivery.Accepted else Delivery.Terminated
  private[eddy] def deliver(message: M): DeadLetter.Reason | Null =
    if alive then null else DeadLetter.Reason.Terminated
  def isAlive: Boolean = alive
  private[eddy] def system: SystemCore = ActorSystem.default.core

  private[eddy] def signal(signal: Signal): Boolean =
    signal match
      case add: Signal.AddMonitor => watching += add.monitor
      case gone: Signal.RemoveMonitor => watching -= gone.monitor
      case _ => ()
    true
end DyingRef
