package eddy.actor.internal.system

import eddy.actor.ActorRef

import java.util.ArrayDeque
import java.util.concurrent.ConcurrentHashMap
import scala.jdk.CollectionConverters.*

/** The actors that a system knows in any case, so that it can end them: few, since they cost more than their
  * entry here.
  */
private[actor] final class ShutdownRoots:
  // in the order of their start; terminated supervisors are removed now and then; guarded by its own monitor
  private val topSupervisors = new ArrayDeque[ActorRef[?]]()
  private var limit = 16
  private val threads = ConcurrentHashMap.newKeySet[ActorRef[?]]().nn

  /** One that is no child of another. */
  def addSupervisor(ref: ActorRef[?]): Unit = topSupervisors.synchronized:
    if topSupervisors.size >= limit then
      val _ = topSupervisors.removeIf(!_.isAlive)
      limit = math.max(16, topSupervisors.size * 2)
    topSupervisors.addLast(ref)

  def addThread(ref: ActorRef[?]): Unit = threads.add(ref): Unit
  def removeThread(ref: ActorRef[?]): Unit = threads.remove(ref): Unit

  /** The last started first. */
  def supervisors: List[ActorRef[?]] = topSupervisors.synchronized(topSupervisors.asScala.toList.reverse)
  def threadActors: List[ActorRef[?]] = threads.asScala.toList
end ShutdownRoots
