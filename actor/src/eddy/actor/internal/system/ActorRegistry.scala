package eddy.actor.internal.system

import eddy.actor.ActorRef

import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.locks.ReentrantReadWriteLock
import scala.jdk.CollectionConverters.*

/** Records each start and end of an actor of a system. Only a system that keeps a list of its actors, or is
  * being shut down, has a registry: the others read a null reference.
  */
private[actor] final class ActorRegistry(val keeps: Boolean):
  import ActorRegistry.Starts

  private val live = ConcurrentHashMap.newKeySet[ActorRef[?]]().nn
  // written under the write lock; a start holds the read lock from its read of this field until it is on the
  // list
  @volatile private var starts = Starts.Open
  private val starting = new ReentrantReadWriteLock()

  /** Rejects starts from now on; at first not those of children, so that their supervisors can end in order.
    * A later call of [[all]] misses no actor, and returns none that was rejected.
    */
  def shut(forChildren: Boolean): Unit =
    starting.writeLock.nn.lock()
    try starts = if forChildren then Starts.Shut else Starts.ForChildren
    finally starting.writeLock.nn.unlock()

  def isOpen: Boolean = starts == Starts.Open

  /** @throws IllegalStateException when the system was shut down */
  def started(ref: ActorRef[?], isChild: Boolean): Unit =
    starting.readLock.nn.lock()
    val admitted =
      try
        val open = starts match
          case Starts.Open => true
          case Starts.ForChildren => isChild
          case Starts.Shut => false
        if open && keeps then live.add(ref): Unit
        open
      finally starting.readLock.nn.unlock()
    if !admitted then
      throw IllegalStateException(
        s"$ref cannot be started, its actor system was shut down: start it before, or in another system"
      )

  def ended(ref: ActorRef[?]): Unit = if keeps then live.remove(ref): Unit

  def all: Vector[ActorRef[?]] = live.asScala.toVector
end ActorRegistry

private object ActorRegistry:
  private enum Starts derives CanEqual:
    case Open, ForChildren, Shut
