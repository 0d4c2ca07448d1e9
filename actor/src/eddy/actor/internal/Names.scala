package eddy.actor.internal

import eddy.actor.{ActorRef, Monitor, NameTakenException}

import java.util.concurrent.ConcurrentHashMap
import scala.jdk.CollectionConverters.*

/** Registered names. An entry goes when its actor ends. */
private[actor] final class Names:
  private final class Entry(val ref: ActorRef[?], val monitor: Monitor)
  private val entries = new ConcurrentHashMap[String, Entry]()

  def register(name: String, ref: ActorRef[?]): Unit =
    val _ = Names.checked(name)
    val monitor = new Monitor(ref, _ => forget(name, ref))
    val entry = entries
      .compute(
        name,
        (_, present) =>
          if present == null || !present.ref.isAlive then new Entry(ref, monitor)
          else if present.ref eq ref then present
          else throw NameTakenException(name, present.ref)
      )
      .nn
    // outside: it calls back at once when the actor has ended
    if entry.monitor eq monitor then ref.addMonitor(monitor)

  def unregister(name: String): Boolean =
    val entry = entries.remove(name)
    if entry == null then false
    else
      val _ = entry.monitor.cancel()
      true

  def whereIs(name: String): Option[ActorRef[?]] = entries.get(name) match
    case entry: Entry if entry.ref.isAlive => Some(entry.ref)
    case _ => None

  def all: Set[String] = entries.asScala.collect { case (name, entry) if entry.ref.isAlive => name }.toSet

  def refs: List[ActorRef[?]] = entries.values.nn.asScala.map(_.ref).toList

  private def forget(name: String, ref: ActorRef[?]): Unit =
    val _ = entries.computeIfPresent(name, (_, entry) => if entry.ref eq ref then null else entry)
end Names

private[actor] object Names:
  def checked(name: String): String =
    if name.isEmpty then
      throw IllegalArgumentException("name = \"\": it is empty; give one that says what the actor is")
    name
