package eddy.actor

import java.util.concurrent.ConcurrentHashMap
import scala.jdk.CollectionConverters.*

/** A named set of actors (Erlang's process group), made by [[ActorSystem.group]]. Every method may be called from any
  * thread. A member that ends leaves by itself.
  */
final class Group[M] private[actor] (val name: String):
  private val membership = new ConcurrentHashMap[ActorRef[M], Monitor]()

  /** Adds a member; false when it is one already, or has ended. */
  def join(member: ActorRef[M]): Boolean =
    val monitor = new Monitor(
      member,
      _ =>
        val _ = membership.remove(member)
    )
    val joined = membership.putIfAbsent(member, monitor) == null
    // it calls back at once when the actor has ended
    if joined then member.addMonitor(monitor)
    joined && membership.containsKey(member)

  /** False when it was no member. */
  def leave(member: ActorRef[M]): Boolean =
    val monitor = membership.remove(member)
    if monitor != null then
      val _ = monitor.cancel()
    monitor != null

  /** A moment's copy. */
  def members: Set[ActorRef[M]] = membership.keySet.nn.asScala.toSet

  /** Sends to every member; gives the number of those that had not ended. */
  def broadcast(message: M): Int = members.count(_.deliver(message))
end Group
