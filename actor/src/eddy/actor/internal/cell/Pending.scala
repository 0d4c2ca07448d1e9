package eddy.actor.internal.cell

/** A pending step: a loop or the second part of a sequence, with which an actor continues after `done`, and
  * the next outer pending step. Immutable.
  */
private[actor] final class Pending(val step: Directive, val outer: Pending | Null):
  val depth: Int = if outer == null then 1 else outer.depth + 1

private[actor] object Pending:
  /** So many are no program's plan. */
  final val Suspicious = 10_000
