package eddy.actor

import eddy.actor.internal.signal.Question
import eddy.actor.internal.system.{GroupMembers, GroupWatch}

/** A named set of actors (Erlang's process group), made by [[ActorSystem.group]]. Every method may be called
  * from any thread. A member that ends leaves automatically.
  *
  * [[watchGroup]] notifies an actor of changes. [[Router.over]] makes an address that sends to one member.
  *
  * @param held groups that have members: it keeps them reachable without other references
  */
final class Group[M] private[actor] (val name: String, held: java.util.Set[Group[?]]):
  private val membership = new GroupMembers[M](hasMembers =>
    if hasMembers then held.add(this): Unit else held.remove(this): Unit
  )

  /** Adds a member; false when it is one already, or has terminated. */
  def join(member: ActorRef[M]): Boolean =
    val monitor = new Monitor(member, _ => membership.remove(member): Unit)
    val joined = membership.add(member, monitor)
    // a terminated actor calls the monitor back at once
    if joined then member.addMonitor(monitor)
    joined && membership.contains(member)

  /** False when it was no member. */
  def leave(member: ActorRef[M]): Boolean =
    val monitor = membership.remove(member)
    if monitor != null then
      val _ = monitor.cancel()
    monitor != null

  /** A moment's copy. */
  def members: Set[ActorRef[M]] = membership.all.toSet

  /** The members in the order in which they joined; a moment's copy. */
  private[actor] def inOrder: Vector[ActorRef[M]] = membership.all

  private[actor] def watch(act: GroupChange[M] => Unit): GroupWatch[M] = membership.watch(act)

  /** Sends to every member; returns the number of live members. A question fails when all of them have lost
    * it.
    */
  def broadcast(message: M): Int =
    val now = membership.all
    Question.split(message, null, now)
    now.count(_.deliver(message) == null)

  override def toString: String = s"the group \"$name\""
end Group

/** A change of a [[Group]]; see [[watchGroup]]. */
enum GroupChange[-M]:
  /** It is a member now. */
  case Joined(member: ActorRef[M])

  /** It is no member any more: it has left, or terminated. */
  case Left(member: ActorRef[M])
