package eddy.actor.internal.system

import java.lang.ref.{PhantomReference, ReferenceQueue}
import java.util.concurrent.atomic.{AtomicInteger, LongAdder}

/** Counts the actors of a system that were collected before they terminated.
  *
  * A reference for each actor would take more memory than the actor. So there is one for each cohort. The
  * size of a cohort grows with the number of actors: from one to some hundreds when there are a million. A
  * collected actor counts when the last of its cohort is collected.
  */
private[actor] final class Cohorts[S](system: S):
  import Cohorts.*

  private val gone = new ReferenceQueue[Cohort[S]]()
  private val collectedCount = new LongAdder
  // a chain of all counts; it and their number are guarded by the lock of its head
  private val head = new Count[S](null, gone)
  @volatile private var watched = 0
  // the cohorts that are not full, for some threads each; racy
  private val open = new Array[Cohort[S] | Null](Stripes)

  /** The cohort that terminated actors refer to. */
  val ofEnded: Cohort[S] = new Cohort(system, this, 0)

  /** For a new actor. */
  def next(): Cohort[S] =
    val stripe = Thread.currentThread.threadId.toInt & (Stripes - 1)
    val present = open(stripe)
    if present != null && present.left > 0 then
      present.left -= 1
      present
    else begin(stripe)

  private def begin(stripe: Int): Cohort[S] =
    drain()
    val size = if watched < Single then 1 else 2 + (watched - Single) / Growth
    val cohort = new Cohort(system, this, size - 1)
    val count = new Count[S](cohort, gone)
    head.synchronized:
      watched += 1
      count.insertAfter(head)
    cohort.count = count
    open(stripe) = if size == 1 then null else cohort
    cohort

  /** Actors that were collected before they terminated, as far as it is known. */
  def collected: Long =
    // so that none is reachable from here at the next look
    java.util.Arrays.fill(open.asInstanceOf[Array[AnyRef]], null)
    drain()
    collectedCount.sum

  private def drain(): Unit =
    var reference = gone.poll()
    while reference != null do
      reference match
        case count: Count[?] =>
          head.synchronized:
            watched -= 1
            count.unlink()
          collectedCount.add(count.unended)
        case _ => ()
      reference = gone.poll()
end Cohorts

private[actor] object Cohorts:
  private inline val Stripes = 16

  /** Up to so many, each actor is a cohort. */
  private inline val Single = 256

  /** How many more there are when they become larger by one. */
  private inline val Growth = 16

  /** Lives longer than its cohort. */
  final class Count[S](cohort: Cohort[S] | Null, gone: ReferenceQueue[Cohort[S]])
      extends PhantomReference[Cohort[S]](cohort, gone):
    private val living = new AtomicInteger
    private var before: Count[S] | Null = null
    private var after: Count[S] | Null = null

    def started(): Unit = living.incrementAndGet(): Unit
    def ended(): Unit = living.decrementAndGet(): Unit
    def unended: Int = living.get

    def insertAfter(other: Count[S]): Unit =
      before = other
      after = other.after
      val following = after
      if following != null then following.before = this
      other.after = this

    def unlink(): Unit =
      val (previous, following) = (before, after)
      if previous != null then previous.after = following
      if following != null then following.before = previous
  end Count
end Cohorts
