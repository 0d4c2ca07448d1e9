package eddy.actor

import eddy.actor.internal.signal.Question

import java.util.concurrent.ConcurrentHashMap
import scala.jdk.CollectionConverters.*

/** A named set of actors (Erlang's process group), made by [[ActorSystem.group]]. Every method may be called
  * from any thread. A member that ends leaves automatically.
  *
  * @param held groups that have members: it keeps them reachable without other references
  */
final class Group[M] private[actor] (val name: String, held: java.util.Set[Group[?]]):
  // written under the lock of this, together with held
  private val membership = new ConcurrentHashMap[ActorRef[M], Monitor]()

  /** Adds a member; false when it is one already, or has ended. */
  def join(member: ActorRef[M]): Boolean =
    val monitor = new Monitor(
      member,
      _ =>
        val _ = remove(member)
    )
    val joined = synchronized:
      val first = membership.putIfAbsent(member, monitor) == null
      if first then held.add(this): Unit
      first
    // a terminated actor calls the monitor back at once
    if joined then member.addMonitor(monitor)
    joined && membership.containsKey(member)

  /** False when it was no member. */
  def leave(member: ActorRef[M]): Boolean =
    val monitor = remove(member)
    if monitor != null then
      val _ = monitor.cancel()
    monitor != null

  private def remove(member: ActorRef[M]): Monitor | Null = synchronized:
    val monitor = membership.remove(member)
    if membership.isEmpty then held.remove(this): Unit
    monitor

  /** A moment's copy. */
  def members: Set[ActorRef[M]] = membership.keySet.nn.asScala.toSet

  /** Sends to every member; returns the number of live members. A question fails when all of them have lost
    * it.
    */
  def broadcast(message: M): Int =
    val now = members
    Question.split(message, null, now)
    now.count(_.deliver(message) == null)
end Group
