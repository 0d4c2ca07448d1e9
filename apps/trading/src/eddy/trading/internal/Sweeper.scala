package eddy.trading.internal

import eddy.actor.{ActorRef, ActorSystem, Delivery}
import eddy.runtime.Timer

import java.util.concurrent.atomic.AtomicBoolean
import scala.concurrent.duration.FiniteDuration

/** Reminds a market engine of what may have expired, with one message at a time: an engine that has much to do must not
  * find its mailbox full of them.
  */
private[trading] final class Sweeper:
  private val isUnderWay = new AtomicBoolean
  // the first beat may come before it is known; then the next one stops
  @volatile private var timer: Timer | Null = null

  def start(engine: ActorRef[EngineMessage], every: FiniteDuration)(using system: ActorSystem): Unit =
    timer = system.engine.every(every)(() => remind(engine))

  /** By the engine. */
  def swept(): Unit = isUnderWay.set(false)

  private def remind(engine: ActorRef[EngineMessage]): Unit =
    if isUnderWay.compareAndSet(false, true) then
      engine.trySend(EngineMessage.Sweep) match
        case Delivery.Accepted => ()
        case Delivery.Full | Delivery.Dropped => isUnderWay.set(false)
        case Delivery.Terminated =>
          isUnderWay.set(false)
          val running = timer
          if running != null then running.cancel(): Unit
end Sweeper
