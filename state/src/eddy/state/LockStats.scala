package eddy.state

import eddy.state.internal.lock.{Contention, Lock}

import scala.concurrent.duration.{FiniteDuration, NANOSECONDS}

/** How often a lock was waited for since the start. Locks that nobody ever waited for have no figures, and
  * cost none.
  *
  * @param lock the shared object, by its name if it has one, or what else the lock stands for
  * @param waits how often a handler was parked at it, or a thread waited, and then had it
  * @param waited for how long, in total; `longest` is the longest of them
  * @param failedTries under [[LockPolicy.Requeue]]: how often a handler was requeued because of it
  * @param waitingNow handlers and threads that wait for it at this moment
  * @param handlers the known handlers that waited, the longest total first
  */
final case class LockStats(
    lock: String,
    waits: Long,
    waited: FiniteDuration,
    longest: FiniteDuration,
    failedTries: Long,
    waitingNow: Int,
    handlers: Vector[HandlerWaits] = Vector.empty
)

/** How long a handler waited for one lock.
  *
  * @param handler as the server names it, such as `POST /buy`; its registered handlers count for it
  */
final case class HandlerWaits(handler: String, waits: Long, waited: FiniteDuration, longest: FiniteDuration)

object LockStats:
  /** Those waited for longest come first. Any thread; made when asked for. */
  def all: Vector[LockStats] = Contention.all.map(of).sortBy(stats => (-stats.waited.toNanos, stats.lock))

  /** A table for people, of at most so many locks. */
  def text(atMost: Int = 20): String =
    val heading =
      f"${"lock"}%-40s ${"waits"}%10s ${"total ms"}%12s ${"longest ms"}%12s ${"retries"}%10s ${"waiting"}%8s"
    val lines = all.take(atMost).map: s =>
      f"${s.lock}%-40s ${s.waits}%10d ${millis(s.waited)}%12.3f ${millis(s.longest)}%12.3f ${s.failedTries}%10d ${s.waitingNow}%8d"
    (heading +: lines).mkString("\n")

  private[state] def of(lock: Lock): LockStats =
    val figures = lock.figures
    LockStats(
      lock.toString,
      figures.waits,
      nanos(figures.waitedNanos),
      nanos(figures.longestNanos),
      figures.failedTries,
      lock.waiting,
      figures.parties.map((party, f) =>
        HandlerWaits(party.toString, f.waits, nanos(f.waitedNanos), nanos(f.longestNanos))
      ).sortBy(h => (-h.waited.toNanos, h.handler)).toVector
    )

  private def nanos(n: Long) = FiniteDuration(n, NANOSECONDS)
  private def millis(d: FiniteDuration): Double = d.toNanos / 1e6
end LockStats
