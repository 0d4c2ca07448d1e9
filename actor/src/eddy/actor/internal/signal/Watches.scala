package eddy.actor.internal.signal

import eddy.actor.Monitor

import java.util.{ArrayDeque, LinkedHashSet}

/** The monitors of an actor: those that others set on it, and its own watches. Confined to the thread that
  * runs the actor.
  */
private[actor] final class Watches:
  // a server may be watched by very many; notified in the order in which they were added
  private val ofOthers = new LinkedHashSet[Monitor]()
  // watches that are over are removed now and then
  private val own = new ArrayDeque[OwnWatch](1)
  private var limit = 16

  def add(monitor: Monitor): Unit = ofOthers.add(monitor): Unit
  def remove(monitor: Monitor): Unit = ofOthers.remove(monitor): Unit

  /** How many others want to hear. */
  def size: Int = ofOthers.size
  def each(tell: Monitor => Unit): Unit = ofOthers.forEach(monitor => tell(monitor))

  /** For tests. */
  private[actor] def ownCount: Int = own.size

  /** A watch of the actor's own. */
  def addOwn(watch: OwnWatch): Unit =
    if own.size >= limit then
      val _ = own.removeIf(!_.isOpen)
      limit = math.max(16, own.size * 2)
    own.add(watch): Unit

  def endOwn(): Unit =
    own.forEach(watch => watch.cancel(): Unit)
    own.clear()
end Watches
