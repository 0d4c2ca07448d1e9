package eddy.runtime.internal

import eddy.runtime.spi.TimerEntry

import java.lang.invoke.{MethodHandles, VarHandle}
import scala.annotation.{static, unused}

/** Time limits that one worker has just set and that no wheel knows yet. Nearly all of them are cancelled
  * within microseconds, by an answer, and then they never cost a lock or a look at the clock.
  *
  * A ring: only the worker adds; the holder of the lock of the worker's wheel removes.
  */
private[internal] final class DeadlineBuffer:
  import DeadlineBuffer.*

  private val cells = new Array[TimerEntry | Null](Capacity)
  // moved under the lock
  @volatile @unused private[internal] var head = 0
  // moved by the worker
  @volatile @unused private[internal] var tail = 0

  /** Owner only. False when full. */
  def offer(entry: TimerEntry): Boolean =
    val t: Int = TAIL.get(this)
    val h: Int = HEAD.getAcquire(this)
    if t - h == Capacity then false
    else
      cells(t & Mask) = entry
      TAIL.setRelease(this, t + 1)
      true

  /** Under the lock. */
  def poll(): TimerEntry | Null =
    val h: Int = HEAD.get(this)
    val t: Int = TAIL.getAcquire(this)
    if h == t then null
    else
      val entry = cells(h & Mask)
      cells(h & Mask) = null
      HEAD.setRelease(this, h + 1)
      entry
end DeadlineBuffer

private[internal] object DeadlineBuffer:
  @static private val HEAD: VarHandle = handle("head")
  @static private val TAIL: VarHandle = handle("tail")

  final val Capacity = 256
  private final val Mask = Capacity - 1

  private def handle(field: String): VarHandle =
    MethodHandles.privateLookupIn(classOf[DeadlineBuffer], MethodHandles.lookup()).nn
      .findVarHandle(classOf[DeadlineBuffer], field, classOf[Int]).nn
