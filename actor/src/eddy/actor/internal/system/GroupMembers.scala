package eddy.actor.internal.system

import eddy.actor.internal.signal.OwnWatch
import eddy.actor.{ActorRef, GroupChange, Monitor}

import java.util.LinkedHashMap
import scala.jdk.CollectionConverters.*

/** The members of a group, in the order in which they joined, and the watches of it. Any thread.
  *
  * @param occupied is called with true when the first member joins, with false when the last one has left;
  *   under the lock of this
  */
private[actor] final class GroupMembers[M](occupied: Boolean => Unit):
  // guarded by this
  private val monitors = new LinkedHashMap[ActorRef[M], Monitor]()
  private var watches = Vector.empty[GroupWatch[M]]
  // written under the lock; null after a change, until the next read
  @volatile private var present: Vector[ActorRef[M]] | Null = Vector.empty
  private val notices = new OrderedNotices

  /** False when it is a member already. */
  def add(member: ActorRef[M], monitor: Monitor): Boolean =
    val isNew = synchronized:
      val isFirst = monitors.isEmpty
      val known = monitors.putIfAbsent(member, monitor)
      if known == null then
        if isFirst then occupied(true)
        note(GroupChange.Joined(member))
      known == null
    notices.flush()
    isNew

  /** The monitor that it joined with; null when it is no member. */
  def remove(member: ActorRef[M]): Monitor | Null =
    val monitor = synchronized:
      val known = monitors.remove(member)
      if known != null then
        if monitors.isEmpty then occupied(false)
        note(GroupChange.Left(member))
      known
    notices.flush()
    monitor

  def contains(member: ActorRef[M]): Boolean = synchronized(monitors.containsKey(member))

  def all: Vector[ActorRef[M]] =
    val known = present
    if known != null then known
    else
      synchronized:
        val now = monitors.keySet.nn.asScala.toVector
        present = now
        now

  /** `act` is called for each present member, and for each change from now on, in order. */
  def watch(act: GroupChange[M] => Unit): GroupWatch[M] =
    val watch = new GroupWatch[M](act, this)
    synchronized:
      monitors.keySet.nn.forEach(member => notices.add(() => watch.notify(GroupChange.Joined(member))))
      watches :+= watch
    notices.flush()
    watch

  def unwatch(watch: GroupWatch[M]): Unit = synchronized:
    watches = watches.filter(_ ne watch)

  /** For tests. */
  private[actor] def isWatched: Boolean = synchronized(watches.nonEmpty)

  // under the lock
  private def note(change: GroupChange[M]): Unit =
    present = null
    watches.foreach(watch => notices.add(() => watch.notify(change)))
end GroupMembers

/** The watch of an actor on a group.
  *
  * @param act makes a message of the change; must not throw
  */
private[actor] final class GroupWatch[M](act: GroupChange[M] => Unit, in: GroupMembers[M])
    extends AutoCloseable,
      OwnWatch:
  @volatile private var open = true
  private[eddy] def isOpen: Boolean = open

  def cancel(): Boolean =
    val first = open
    open = false
    in.unwatch(this)
    first

  def close(): Unit = cancel(): Unit
  def notify(change: GroupChange[M]): Unit = if open then act(change)
end GroupWatch
