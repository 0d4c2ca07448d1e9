package eddy.push.internal.wire

import eddy.push.{PushLimits, Rate}

/** How often one connection has done what: for each kind one number, the time at which its bucket is full
  * again (the generic cell rate algorithm, ITU-T I.371). Owned by the connection's actor.
  */
private[push] final class Rates(plan: Rates.Plan):
  private val fullAt = new Array[Long](Rates.Kind.values.length)

  /** Whether it may be done once more; then it counts. */
  def allows(kind: Rates.Kind, now: Long): Boolean =
    val interval = plan.interval(kind.ordinal)
    if interval == 0 then true
    else
      val at = fullAt(kind.ordinal)
      // the clock's zero is anywhere; 0 is a bucket that was never used
      val from = if at == 0 || at - now < 0 then now else at
      val allowed = from - now <= plan.most(kind.ordinal)
      if allowed then fullAt(kind.ordinal) = from + interval
      allowed
end Rates

private[push] object Rates:
  enum Kind derives CanEqual:
    case Command, Publish, Subscribe, Read, Call, Open

  /** What holds for all connections. */
  final class Plan(limits: PushLimits):
    private val rates: Array[Option[Rate]] =
      Array(limits.commands, limits.publishes, limits.subscribes, limits.reads, limits.calls, limits.opens)

    /** Nanoseconds between two, in the long run; 0 without a limit. */
    val interval: Array[Long] = rates.map(_.fold(0L)(_.intervalNanos))

    /** How far ahead of itself a bucket may be. */
    val most: Array[Long] = rates.map(_.fold(0L)(r => r.intervalNanos * (r.times - 1)))
end Rates
