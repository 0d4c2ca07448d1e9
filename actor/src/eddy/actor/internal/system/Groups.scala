package eddy.actor.internal.system

import eddy.actor.{ActorRef, Group}

import java.lang.ref.{ReferenceQueue, WeakReference}
import java.util.concurrent.ConcurrentHashMap
import scala.jdk.CollectionConverters.*

/** The groups of a system. A group without members and references is collected: it equals a new one. */
private[actor] final class Groups:
  import Groups.Place

  private val places = new ConcurrentHashMap[String, Place]()
  private val gone = new ReferenceQueue[Group[?]]()
  private val held = ConcurrentHashMap.newKeySet[Group[?]]().nn

  def named(name: String): Group[?] =
    require(name.nonEmpty, "the group's name is \"\": give one that says what its members have in common")
    forgetGone()
    var found: Group[?] | Null = null
    val _ = places.compute(
      name,
      (_, place) =>
        found = if place == null then null else place.get
        if found != null then place
        else
          val group = new Group[Any](name, held)
          found = group
          new Place(name, group, gone)
    )
    found.nn

  /** Members of all groups. */
  def members: Set[ActorRef[?]] =
    held.asScala.iterator.flatMap(_.members.iterator: Iterator[ActorRef[?]]).toSet

  /** Names that are remembered, of groups that have gone too. */
  def size: Int = places.size

  private def forgetGone(): Unit =
    var place = gone.poll()
    while place != null do
      place match
        case known: Place => places.remove(known.name, known): Unit
        case _ => ()
      place = gone.poll()
end Groups

private object Groups:
  private final class Place(val name: String, group: Group[?], gone: ReferenceQueue[Group[?]])
      extends WeakReference[Group[?]](group, gone)
