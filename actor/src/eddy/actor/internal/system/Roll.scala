package eddy.actor.internal.system

import eddy.actor.ActorRef

import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.locks.ReentrantReadWriteLock
import scala.jdk.CollectionConverters.*

/** Records each start and end of an actor of a system. Only a system that keeps a list of its actors, or is
  * being shut down, has a roll: the others read a null reference.
  */
private[actor] final class Roll(val keeps: Boolean):
  import Roll.Door

  private val live = ConcurrentHashMap.newKeySet[ActorRef[?]]().nn
  // written under the write lock; a start holds the read lock from its read of this field until it is on the
  // list
  @volatile private var door = Door.Open
  private val entrance = new ReentrantReadWriteLock()

  /** Rejects starts from now on; at first not those of children, so that their supervisors can end in order.
    * A later call of [[all]] misses no actor, and returns none that was rejected.
    */
  def shut(forChildren: Boolean): Unit =
    entrance.writeLock.nn.lock()
    try door = if forChildren then Door.Shut else Door.ForChildren
    finally entrance.writeLock.nn.unlock()

  def isOpen: Boolean = door == Door.Open

  /** @throws IllegalStateException when the system was shut down */
  def started(ref: ActorRef[?], isChild: Boolean): Unit =
    entrance.readLock.nn.lock()
    val admitted =
      try
        val open = door match
          case Door.Open => true
          case Door.ForChildren => isChild
          case Door.Shut => false
        if open && keeps then live.add(ref): Unit
        open
      finally entrance.readLock.nn.unlock()
    if !admitted then
      throw IllegalStateException(
        s"$ref cannot be started, its actor system was shut down: start it before, or in another system"
      )

  def ended(ref: ActorRef[?]): Unit = if keeps then live.remove(ref): Unit

  def all: Vector[ActorRef[?]] = live.asScala.toVector
end Roll

private object Roll:
  private enum Door derives CanEqual:
    case Open, ForChildren, Shut
