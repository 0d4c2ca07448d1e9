package eddy.remote

import eddy.actor.spi.remote.Questions
import eddy.actor.{ActorRef, Group, GroupName, Monitor}
import eddy.remote.internal.address.FarAddress
import eddy.remote.internal.cluster.{Part, SharedSet}
import eddy.remote.internal.node.{NodeContext, SetMessages}

import java.util.concurrent.ConcurrentHashMap

/** A named set of actors of all nodes (Erlang's `pg`), made by [[Node.group]]. Any thread may use it.
  *
  * A node is the authority on its own members, and tells the nodes that it has a session with. Members of a
  * node whose session closes are gone; those of a node that returns come back. Two nodes may see
  * different members for a moment.
  */
final class NodeGroup[M] private[remote] (val name: String, context: NodeContext)(using protocol: Pickler[M]):
  private val set: SharedSet[Long] = context.groups.named(name)
  private val here: Group[M] = context.system.group(GroupName[M](name))
  // of members here, by number; written under the lock of this
  private val ends = new ConcurrentHashMap[Long, Monitor]()

  private val messages = SetMessages[M](s"group \"$name\"", context, protocol)(here.broadcast(_))
  messages.begin(context.groups, set)

  private[remote] def has(other: Pickler[?]): Boolean = protocol.schema == other.schema

  /** Adds an actor of this node; false if it is a member already, or has terminated. It leaves when it
    * terminates.
    *
    * @throws IllegalArgumentException if it is an actor of another node: it joins there
    */
  def join(member: ActorRef[M]): Boolean = synchronized:
    member match
      case far: FarAddress[?] =>
        throw IllegalArgumentException(
          s"$far joins group \"$name\" at node ${far.actor.node.identity.name} only"
        )
      case _ => ()
    val joined = here.join(member)
    if joined then
      val number = context.exports.of(member, protocol).number
      val end = new Monitor(member, _ => left(number))
      ends.put(number, end): Unit
      context.groups.add(set, number)
      // a terminated actor calls it at once
      member.addMonitor(end)
    joined

  /** False if it was no member here. */
  def leave(member: ActorRef[M]): Boolean = synchronized:
    val was = here.leave(member)
    if was then
      val number = context.exports.of(member, protocol).number
      val end = ends.get(number)
      if end != null then end.cancel(): Unit
      left(number)
    was

  private def left(number: Long): Unit = synchronized:
    ends.remove(number): Unit
    context.groups.remove(set, number)

  /** Those of this node; a moment's copy. */
  def localMembers: Set[ActorRef[M]] = here.members

  /** Those of all nodes; a moment's copy. */
  def members: Set[ActorRef[M]] =
    localMembers ++ fitting.flatMap(part => part.elements.map(addressAt(part, _)))

  /** Sends to every member: one record for each other node. A question fails when all have lost it.
    *
    * @return how many members there are, as far as this node knows
    */
  def broadcast(message: M): Int =
    val parts = fitting.filter(_.elements.nonEmpty)
    val far = parts.flatMap(messages.receiverOf)
    // before the first may lose it
    Questions.split(message, far)
    val reached = here.broadcast(message)
    far.foreach(_ ! message)
    reached + parts.map(_.elements.size).sum

  /** The member for a key: the same one at all nodes that see the same members. When a member joins or
    * leaves, only keys of that member change (rendezvous hashing, Thaler and Ravishankar 1998). It takes time
    * in proportion to the members.
    */
  def byKey(key: String): Option[ActorRef[M]] =
    val hash = NodeGroup.hash(key)
    val mine = ends.keySet.nn.toArray(Array.empty[java.lang.Long]).map: number =>
      (
        NodeGroup.score(hash, context.me.incarnation, number),
        () => context.local(number).asInstanceOf[ActorRef[M]]
      )
    val theirs =
      for
        part <- fitting
        number <- part.elements
      yield (NodeGroup.score(hash, part.of.owner.identity.incarnation, number), () => addressAt(part, number))
    (mine ++ theirs).maxByOption(_(0)).map(_(1)())

  private def addressAt(part: Part[Long], number: Long): ActorRef[M] =
    part.of.owner.address(number, protocol).asInstanceOf[ActorRef[M]]

  private def fitting: List[Part[Long]] = set.parts.values.filter(messages.receiverOf(_).isDefined).toList

  override def toString: String = s"group \"$name\" of node ${context.me.name}"
end NodeGroup

private object NodeGroup:
  /** Of all characters (FNV-1a): equal on all machines. */
  def hash(key: String): Long = key.foldLeft(0xcbf29ce484222325L)((hash, c) => (hash ^ c) * 0x100000001b3L)

  def score(key: Long, incarnation: Long, number: Long): Long =
    mixed(key ^ mixed(incarnation ^ mixed(number)))

  /** Stafford's mix 13 of SplitMix64. */
  private def mixed(value: Long): Long =
    val once = (value ^ (value >>> 30)) * 0xbf58476d1ce4e5b9L
    val twice = (once ^ (once >>> 27)) * 0x94d049bb133111ebL
    twice ^ (twice >>> 31)
end NodeGroup
