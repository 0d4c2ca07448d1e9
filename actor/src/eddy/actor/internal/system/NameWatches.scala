package eddy.actor.internal.system

import eddy.actor.internal.signal.OwnWatch

import java.util.concurrent.ConcurrentHashMap

/** Watches of names. A change is recorded inside a computation of the map of names, where it is made.
  *
  * @tparam N names
  * @tparam A holders of names
  */
private[actor] final class NameWatches[N <: AnyRef, A]:
  import NameWatches.*

  // in the order in which they came
  private val byName = new ConcurrentHashMap[N, Vector[Watch[N, A]]]()
  private val notices = new OrderedNotices

  /** For tests. */
  private[actor] def isEmpty: Boolean = byName.isEmpty

  /** From now on it receives changes; first the present holder. */
  def add(watch: Watch[N, A], holder: Option[A]): Unit =
    notices.add(() => watch.notify(holder))
    val _ = byName.compute(watch.name, (_, known) => if known == null then Vector(watch) else known :+ watch)

  def remove(watch: Watch[N, A]): Unit =
    val _ = byName.computeIfPresent(
      watch.name,
      (_, known) =>
        val left = known.filter(_ ne watch)
        if left.isEmpty then null else left
    )

  def record(name: N, holder: Option[A]): Unit =
    val watching = byName.get(name)
    if watching != null then watching.foreach(watch => notices.add(() => watch.notify(holder)))

  /** Passes the recorded changes on; see [[OrderedNotices.flush]]. */
  def flush(): Unit = notices.flush()
end NameWatches

private[actor] object NameWatches:
  /** @param act makes a message of the present holder
    * @param in where it is found until it is closed
    */
  final class Watch[N <: AnyRef, A](val name: N, act: Option[A] => Unit, in: NameWatches[N, A])
      extends AutoCloseable,
        OwnWatch:
    @volatile private var open = true
    private[eddy] def isOpen: Boolean = open
    def cancel(): Boolean =
      val first = open
      open = false
      in.remove(this)
      first
    def close(): Unit = cancel(): Unit
    def notify(holder: Option[A]): Unit = if open then act(holder)
