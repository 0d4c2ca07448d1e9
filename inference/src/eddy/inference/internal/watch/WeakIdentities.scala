package eddy.inference.internal.watch

import java.lang.ref.{ReferenceQueue, WeakReference}
import java.util.concurrent.ConcurrentHashMap

/** Values by objects, which are compared by identity and not kept alive. The first value of an object stays.
  * Any thread.
  */
private[watch] final class WeakIdentities[A <: AnyRef]:
  private val dead = ReferenceQueue[AnyRef]()
  private val values = ConcurrentHashMap[AnyRef, A]()

  private final class Entry(o: AnyRef) extends WeakReference[AnyRef](o, dead):
    private val hash = System.identityHashCode(o)
    override def hashCode: Int = hash
    override def equals(other: Any): Boolean = other match
      case that: Entry => (that eq this) || (this.get != null && (this.get eq that.get))
      case _ => false

  def put(o: AnyRef, value: A): Unit =
    var gone = dead.poll()
    while gone != null do
      val _ = values.remove(gone)
      gone = dead.poll()
    val _ = values.putIfAbsent(Entry(o), value)

  def get(o: AnyRef): A | Null = values.get(Entry(o))
end WeakIdentities
