package eddy.trading

import eddy.push.{Mediator, MemoryMediator, Message, Published}

import java.util.concurrent.atomic.AtomicInteger
import scala.concurrent.{ExecutionContext, Future, Promise}

/** The channels' mediator in memory, which takes no publication as long as it is held, and throws when it is to. */
final class HeldMediator extends Mediator:
  private val memory = MemoryMediator()
  export memory.{close, forget, name, read, sharedHistory, start, state, subscribe, unsubscribe}
  @volatile private var gate = Promise.successful(())
  private val held = new AtomicInteger

  /** Publications that were held, so far. */
  def waiting: Int = held.get

  /** So many publications are not taken: the call itself fails. */
  val failures = new AtomicInteger

  def hold(): Unit = gate = Promise[Unit]()
  def release(): Unit = gate.success(()): Unit

  def publish(channel: String, message: Message): Future[Published] =
    if failures.getAndUpdate(n => math.max(0, n - 1)) > 0 then throw IllegalStateException("it takes nothing")
    else if gate.isCompleted then memory.publish(channel, message)
    else
      held.incrementAndGet(): Unit
      gate.future.flatMap(_ => memory.publish(channel, message))(using ExecutionContext.parasitic)
end HeldMediator
