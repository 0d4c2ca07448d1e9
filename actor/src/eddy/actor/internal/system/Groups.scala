package eddy.actor.internal.system

import eddy.actor.{ActorRef, Group, GroupName}

import java.lang.ref.{ReferenceQueue, WeakReference}
import java.util.concurrent.ConcurrentHashMap
import scala.jdk.CollectionConverters.*

/** The groups of a system. A group without members and references is collected: it equals a new one. */
private[actor] final class Groups:
  import Groups.Entry

  private val entries = new ConcurrentHashMap[AnyRef, Entry]()
  private val gone = new ReferenceQueue[Group[?]]()
  private val held = ConcurrentHashMap.newKeySet[Group[?]]().nn

  /** By a name whose message type is the caller's claim. */
  def named(name: String): Group[?] =
    require(name.nonEmpty, "the group's name is \"\": give one that says what its members have in common")
    at(name, name)

  /** By an object that has the type: it equals itself only. */
  def named(name: GroupName[?]): Group[?] = at(name, name.text)

  private def at(key: AnyRef, name: String): Group[?] =
    forgetGone()
    var found: Group[?] | Null = null
    val _ = entries.compute(
      key,
      (_, entry) =>
        found = if entry == null then null else entry.get
        if found != null then entry
        else
          val group = new Group[Any](name, held)
          found = group
          new Entry(key, group, gone)
    )
    found.nn

  /** Members of all groups. */
  def members: Set[ActorRef[?]] =
    held.asScala.iterator.flatMap(_.members.iterator: Iterator[ActorRef[?]]).toSet

  /** Names that are remembered, of groups that have gone too. */
  def size: Int = entries.size

  private def forgetGone(): Unit =
    var entry = gone.poll()
    while entry != null do
      entry match
        case known: Entry => entries.remove(known.key, known): Unit
        case _ => ()
      entry = gone.poll()
end Groups

private object Groups:
  private final class Entry(val key: AnyRef, group: Group[?], gone: ReferenceQueue[Group[?]])
      extends WeakReference[Group[?]](group, gone)
