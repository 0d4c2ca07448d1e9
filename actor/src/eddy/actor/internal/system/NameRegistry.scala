package eddy.actor.internal.system

import eddy.actor.{ActorName, ActorRef, Monitor, NameTakenException}

import java.util.concurrent.ConcurrentHashMap
import scala.jdk.CollectionConverters.*

/** Registered names. An entry goes when its actor ends. */
private[actor] final class NameRegistry:
  /** @param key what it was registered by, if that has a type */
  private final class RegisteredName(val ref: ActorRef[?], val key: ActorName[?] | Null, val monitor: Monitor)
  private val entries = new ConcurrentHashMap[String, RegisteredName]()
  private[actor] val watches = new NameWatches[ActorName[?], ActorRef[?]]

  def register(name: String, ref: ActorRef[?], key: ActorName[?] | Null): Unit =
    val _ = NameRegistry.checked(name)
    val monitor = new Monitor(ref, _ => forget(name, ref))
    val entry = entries
      .compute(
        name,
        (_, present) =>
          if present == null || present.ref.isOver then
            if present != null then note(present, None)
            val fresh = new RegisteredName(ref, key, monitor)
            note(fresh, Some(ref))
            fresh
          else if present.ref == ref && (present.key eq key) then present
          else throw NameTakenException(name, present.ref)
      )
      .nn
    // outside the lock: a terminated actor calls the monitor back at once
    if entry.monitor eq monitor then ref.addMonitor(monitor)
    watches.flush()

  def unregister(name: String): Boolean = remove(name, _ => true)
  def unregister(name: String, key: ActorName[?]): Boolean = remove(name, _.key eq key)

  private def remove(name: String, holds: RegisteredName => Boolean): Boolean =
    var removed: RegisteredName | Null = null
    val _ = entries.computeIfPresent(
      name,
      (_, entry) =>
        if !holds(entry) then entry
        else
          removed = entry
          note(entry, None)
          null
    )
    watches.flush()
    val entry = removed
    if entry == null then false
    else
      val _ = entry.monitor.cancel()
      true

  def whereIs(name: String): Option[ActorRef[?]] = entries.get(name) match
    case entry: RegisteredName if !entry.ref.isOver => Some(entry.ref)
    case _ => None

  /** By an object that has a type. */
  def whereIs(name: String, key: ActorName[?]): Option[ActorRef[?]] = entries.get(name) match
    case entry: RegisteredName if (entry.key eq key) && !entry.ref.isOver => Some(entry.ref)
    case _ => None

  def all: Set[String] = entries.asScala.collect { case (name, entry) if !entry.ref.isOver => name }.toSet

  def refs: List[ActorRef[?]] = entries.values.nn.asScala.map(_.ref).toList

  /** Calls `act` for the present holder, and for each change from then on, until it is closed. */
  def watch(key: ActorName[?])(
      act: Option[ActorRef[?]] => Unit
  ): NameWatches.Watch[ActorName[?], ActorRef[?]] =
    val watch = new NameWatches.Watch(key, act, watches)
    val _ = entries.compute(
      key.text,
      (_, entry) =>
        val held = entry != null && (entry.key eq key)
        watches.add(watch, if held then Some(entry.nn.ref) else None)
        entry
    )
    watches.flush()
    watch

  private def forget(name: String, ref: ActorRef[?]): Unit =
    val _ = remove(name, _.ref == ref)

  // inside a computation of the entries, so that the order is theirs
  private def note(entry: RegisteredName, holder: Option[ActorRef[?]]): Unit =
    val key = entry.key
    if key != null then watches.record(key, holder)
end NameRegistry

private[actor] object NameRegistry:
  def checked(name: String): String =
    if name.isEmpty then
      throw IllegalArgumentException("name = \"\": it is empty; give one that says what the actor is")
    name
