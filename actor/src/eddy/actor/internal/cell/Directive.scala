package eddy.actor.internal.cell

import eddy.actor.ExitReason

import scala.runtime.AbstractPartialFunction

/** A behavior, or the result of a reaction, that is not just the next reaction. One class to test for, so
  * that the common case, a partial function, costs one quick check.
  */
private[actor] abstract class Directive

private[actor] object Directive:
  /** How an actor begins.
    *
    * @param body of the actor, its first behavior
    */
  final class Start(val body: AnyRef => AnyRef) extends Directive

  /** `reactWithin`: the reaction and when its time is over, by `Engine.nanoTime`. */
  final class Timed(val reaction: AnyRef, val deadlineNanos: Long) extends Directive:
    def isOver(nanos: Long): Boolean = deadlineNanos - nanos <= 0

  /** `stop` and `exit`. */
  final class Stop(val reason: ExitReason) extends Directive
  val StopNormally = new Stop(ExitReason.Normal)

  /** `done`: continue with the pending steps, the innermost first. */
  object Done extends Directive

  /** `loop` and `loopWhile`: what `body` says, again and again.
    *
    * @param condition null: it always holds
    */
  final class Loop(val condition: (() => Boolean) | Null, val body: () => AnyRef) extends Directive:
    def isEndless: Boolean = condition == null

  /** `andThen`. */
  final class Sequence(val first: AnyRef, val next: () => AnyRef) extends Directive

  /** Has come to an end, and waits for its supervisor to say whether for good. */
  object Suspended extends Directive

  /** A step threw. */
  final class Failure(val cause: Throwable) extends Directive

  /** The reaction is not defined for the message. */
  object Unmatched extends Directive
  val NoMatch: AnyRef => AnyRef = _ => Unmatched

  /** The reaction of an actor between two rounds that wait for nothing: messages wait, signals are handled.
    */
  object Underway extends AbstractPartialFunction[AnyRef, AnyRef]:
    def isDefinedAt(message: AnyRef): Boolean = false
end Directive
