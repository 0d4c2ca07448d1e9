package eddy.push.internal

import java.util.{Collections, IdentityHashMap}
import scala.concurrent.{Future, Promise}

/** Subscribers of one channel that have no room ([[eddy.push.Overflow.Slow]]). Any thread. */
private[push] final class Holds:
  // guarded by this
  private val full = Collections.newSetFromMap(new IdentityHashMap[Subscriber, java.lang.Boolean]()).nn
  private var waiting: Promise[Unit] | Null = null

  def set(subscriber: Subscriber, isFull: Boolean): Unit =
    val free = synchronized:
      if isFull then full.add(subscriber): Unit else full.remove(subscriber): Unit
      if full.isEmpty then
        val free = waiting
        waiting = null
        free
      else null
    if free != null then free.success(()): Unit

  /** Done when all have room. */
  def room: Future[Unit] = synchronized:
    if full.isEmpty then Future.unit
    else
      val present = waiting
      if present != null then present.future
      else
        val promise = Promise[Unit]()
        waiting = promise
        promise.future
end Holds
