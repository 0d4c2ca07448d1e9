package eddy.actor.internal

import java.lang.System.Logger.Level

/** What an actor goes on with when it says `done`: a loop, or what follows a sequence, and outside of it the next one.
  * Immutable.
  */
private[actor] final class Pending private (val step: Special, val outer: Pending | Null):
  val depth: Int = if outer == null then 1 else outer.depth + 1

private[actor] object Pending:
  /** So many are no program's plan. */
  final val Suspicious = 10_000

  /** `step` goes before what the actor has put aside already. An endless loop never comes to what is outside of it, which
    * is let go: so a loop whose rounds begin the loop anew does not grow.
    */
  def putAside(step: Special, by: Cell[?]): Unit =
    val here = by.more
    val added = step match
      case loop: Special.Loop if loop.isEndless => new Pending(step, null)
      case _ => new Pending(step, here.pending)
    here.pending = added
    if added.depth >= Suspicious && !here.toldOfDepth then
      here.toldOfDepth = true
      by.system.log(
        Level.WARNING,
        s"$Suspicious loops and sequences of $by wait for each other to be done: a round of loopWhile that begins the " +
          "loop anew puts one more aside, as recursion before andThen does; end the round with done"
      )
end Pending
