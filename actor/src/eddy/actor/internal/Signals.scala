package eddy.actor.internal

import eddy.actor.{Behavior, Monitor}

/** Messages of the system to an actor: they never meet its reactions, and do not wait behind unmatched messages. */
private[actor] sealed trait Signal

private[actor] object Signal:
  /** The time of the `turn`-th behaviour is over. */
  final class TimeOver(val behavior: AnyRef) extends Signal
  final class AddMonitor(val monitor: Monitor) extends Signal
  final class RemoveMonitor(val monitor: Monitor) extends Signal

/** Behaviour of `stop`. */
private[actor] object Stop

/** Behaviour of `reactWithin`: the reaction and when its time is over, in `System.nanoTime`. */
private[actor] final class Timed(
    val reaction: PartialFunction[Nothing, Behavior[Nothing]],
    val deadlineNanos: Long
)
