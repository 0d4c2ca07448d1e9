package eddy.inference

import eddy.inference.internal.verdict.{Conflicts, Uses}
import eddy.inference.report.HandlerReport.Extent
import eddy.inference.report.{Access, HandlerReport}
import eddy.state.{AccessKind, ContendedLock, HandlerWaits, LockStats, Target}

import scala.concurrent.duration.{DurationLong, FiniteDuration}

/** A lock that handlers waited for, with the code that holds it and what would make them wait less.
  *
  * @param stats how often and how long it was waited for, and by whom
  * @param uses the uses that lock it, each with its handler; writes come first
  */
final case class LockAdvice(stats: LockStats, uses: List[(String, HandlerReport.Use)]):
  /** How to wait less, where no use has a remedy of its own. */
  def remedy: Option[String] =
    Option.when(uses.forall((_, u) => u.remedy.isEmpty))(
      "hold it for less time: do what blocks or computes for long in a handler of its own (nextTick), before or " +
        "after the use; or divide the object into several"
    )

  /** The lock of a plain object has only a number; the objects that the uses lock have names. */
  private def name: String =
    val objects = uses.collect { case (_, u) if u.extent == Extent.Variable => u.stableName }.distinct
    if objects.isEmpty then stats.lock else s"${objects.mkString(", ")} (${stats.lock})"

  def text: String =
    val s = stats
    val head = s"$name: ${LockAdvice.waits(s.waits, s.waited, s.longest)}; ${s.waitingNow} waiting now"
    val byWhom = s.handlers.take(LockAdvice.Most).map(h => s"  ${h.handler} waited: ${LockAdvice.waits(h)}")
    val code = uses.take(LockAdvice.Most).map((name, u) => s"  $name ${u.detailedText}")
    val more = Option.when(uses.sizeIs > LockAdvice.Most)(s"  … and ${uses.size - LockAdvice.Most} more")
    (head +: (byWhom ++ code ++ more ++ remedy.map("  remedy: " + _))).mkString("\n")
end LockAdvice

/** Joins what was waited for ([[LockStats]]) with the code that locks it. */
object LockAdvice:
  /** Handlers, and uses, that a text names of one lock. */
  private val Most = 10

  /** The locks that were waited for since the start of the process, the longest total first, and which of the
    * handlers and of their registered handlers lock them. Locks of single entries of maps count as one. Any
    * thread.
    */
  def of(handlers: (String, AnyRef)*): List[LockAdvice] =
    val all = handlers.toList.flatMap: (name, h) =>
      (name -> Inference.summary(h)) :: Inference.registered(h).map((how, s) => s"$name, $how" -> s)
    val accesses = for (name, s) <- all; a <- s.accesses yield (name, a)
    val (ofEntries, others) = ContendedLock.all.partition(_.isOfEntries)
    val single = others.map: lock =>
      LockAdvice(lock.stats, uses(accesses.filter((_, a) => lock.isTakenFor(a.target))))
    val entries = Option.when(ofEntries.nonEmpty):
      val held = accesses.filter: (_, a) =>
        a.target match
          case Target.Entry(_, key) => Conflicts.isOpen(key) || ofEntries.exists(_.isTakenFor(a.target))
          case _ => false
      LockAdvice(sum(ofEntries.map(_.stats)), uses(held))
    (single ++ entries).toList.sortBy(a => (-a.stats.waited.toNanos, a.stats.lock))

  /** For people: of at most so many locks. */
  def text(advice: List[LockAdvice], atMost: Int = 20): String =
    if advice.isEmpty then "No handler has waited for a lock."
    else advice.take(atMost).map(_.text).mkString("\n\n")

  private def uses(held: List[(String, Access)]): List[(String, HandlerReport.Use)] =
    held.sortBy((_, a) => if a.mode == AccessKind.Writes then 0 else 1).map((name, a) => name -> Uses.one(a))

  private def sum(all: Vector[LockStats]): LockStats =
    val handlers = all.flatMap(_.handlers).groupBy(_.handler).map: (name, of) =>
      HandlerWaits(name, of.map(_.waits).sum, total(of.map(_.waited)), of.map(_.longest).max)
    LockStats(
      "entries of shared maps",
      all.map(_.waits).sum,
      total(all.map(_.waited)),
      all.map(_.longest).max,
      all.map(_.failedTries).sum,
      all.map(_.waitingNow).sum,
      handlers.toVector.sortBy(h => (-h.waited.toNanos, h.handler))
    )

  private def total(all: Vector[FiniteDuration]) = all.map(_.toNanos).sum.nanos

  private def waits(h: HandlerWaits): String = waits(h.waits, h.waited, h.longest)
  private def waits(times: Long, total: FiniteDuration, longest: FiniteDuration): String =
    f"$times waits of ${total.toNanos / 1e6}%.1f ms together, the longest ${longest.toNanos / 1e6}%.1f ms"
end LockAdvice
