package eddy.actor.internal.cell

/** What an actor goes on with when it says `done`: a loop, or what follows a sequence, and outside of it the next one.
  * Immutable.
  */
private[actor] final class Pending(val step: Special, val outer: Pending | Null):
  val depth: Int = if outer == null then 1 else outer.depth + 1

private[actor] object Pending:
  /** So many are no program's plan. */
  final val Suspicious = 10_000
