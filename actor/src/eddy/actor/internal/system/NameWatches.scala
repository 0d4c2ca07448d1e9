package eddy.actor.internal.system

import eddy.actor.internal.signal.OwnWatch

import java.util.concurrent.atomic.AtomicInteger
import java.util.concurrent.{ConcurrentHashMap, ConcurrentLinkedQueue}

/** Watches of names. A change is recorded inside a computation of the map of names, where it is made. The
  * watchers receive it outside of that, so that their code may use names.
  *
  * @tparam N names
  * @tparam A holders of names
  */
private[actor] final class NameWatches[N <: AnyRef, A]:
  import NameWatches.*

  // in the order in which they came
  private val byName = new ConcurrentHashMap[N, Vector[Watch[N, A]]]()
  private val pending = new ConcurrentLinkedQueue[Change[N, A]]()
  // calls of flush in progress; the first one does the work of all
  private val calls = new AtomicInteger

  /** For tests. */
  private[actor] def isEmpty: Boolean = byName.isEmpty

  /** From now on it receives changes; first the present holder. */
  def add(watch: Watch[N, A], holder: Option[A]): Unit =
    pending.add(Change(watch, holder)): Unit
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
    if watching != null then watching.foreach(watch => pending.add(Change(watch, holder)): Unit)

  /** Passes changes on in the order in which they were made. With no lock held: another may go first at each
    * send.
    */
  def flush(): Unit =
    if !pending.isEmpty && calls.getAndIncrement() == 0 then
      var answered = 1
      while answered > 0 do
        var change = pending.poll()
        while change != null do
          change.watch.notify(change.holder)
          change = pending.poll()
        answered = calls.addAndGet(-answered)
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

  private final case class Change[N <: AnyRef, A](watch: Watch[N, A], holder: Option[A])
