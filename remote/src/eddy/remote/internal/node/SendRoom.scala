package eddy.remote.internal.node

import eddy.actor.spi.remote.Arrival
import eddy.remote.internal.node.SendQueue.Added
import eddy.runtime.{Engine, WaitRefusedException}

import java.util.concurrent.locks.ReentrantLock
import scala.concurrent.duration.FiniteDuration

/** The senders that wait until the queue of a session has room. After one of them has waited in vain, no
  * other waits before the queue is empty, so that a frozen node stops nobody for long. Any thread.
  *
  * @param limit of one wait
  */
private[remote] final class SendRoom(limit: FiniteDuration):
  private val lock = new ReentrantLock
  private val changed = lock.newCondition.nn
  // written with the lock
  @volatile private var waiting = 0
  @volatile private var isStuck = false

  /** Senders that wait at this moment. */
  def size: Int = waiting

  /** A sender has waited in vain, and the queue has not been empty since. */
  def hasGivenUp: Boolean = isStuck

  /** Adds to a full queue as soon as it has room.
    *
    * @param add to the queue; called at least once
    */
  def await(add: () => Added): Added =
    if isStuck || !Arrival.maySlow then add()
    else
      try Engine.waiting(awaitInPlace(add))
      catch case _: WaitRefusedException => add()

  private def awaitInPlace(add: () => Added): Added =
    lock.lock()
    waiting += 1
    try
      var left = limit.toNanos
      // after the change of waiting: a thread that makes room from now on signals it
      var added = add()
      while added == Added.Full && left > 0 do
        left = changed.awaitNanos(left)
        added = add()
      if added == Added.Full then isStuck = true
      added
    finally
      waiting -= 1
      lock.unlock()

  /** A frame has left the queue, or the queue is closed.
    *
    * @param isEmpty nothing is left in it
    */
  def freed(isEmpty: Boolean): Unit =
    if isEmpty then isStuck = false
    if waiting > 0 then
      lock.lock()
      try changed.signalAll()
      finally lock.unlock()
end SendRoom
