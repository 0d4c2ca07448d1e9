package eddy.inference.internal.code

import eddy.inference.internal.Limits
import eddy.inference.internal.heap.Key

/** Under which conditions a method comes to an instruction, as far as they are known before it runs: a
  * decision tree, with the first decision in the code on top. It may come less often than it says.
  */
private[inference] enum Reach derives CanEqual:
  case Always, Never

  /** @param at
    *   the instruction that jumps, or does not
    * @param condition
    *   a truth value, the same whenever the method comes by
    */
  case If(at: Int, condition: Key, yes: Reach, no: Reach)

  /** And only if the jump at an instruction is decided so. */
  def and(at: Int, condition: Key, holds: Boolean): Reach = condition match
    case Key.Constant(value) => if (value == java.lang.Boolean.TRUE) == holds then this else Never
    case _ =>
      val decision = if holds then If(at, condition, Always, Never) else If(at, condition, Never, Always)
      val both = this & decision
      if both.size <= Limits.Decisions then both else this

  def |(other: Reach): Reach = (this, other) match
    case (Never, o) => o
    case (r, Never) => r
    case (Always, _) | (_, Always) => Always
    case (a: If, b: If) =>
      val either = Reach.both(a, b)(_ | _)
      if either.size <= Limits.Decisions then either else Always

  /** Not both at once. */
  def isApart(other: Reach): Boolean = (this & other) == Never

  private def &(other: Reach): Reach = (this, other) match
    case (Never, _) | (_, Never) => Never
    case (Always, o) => o
    case (r, Always) => r
    case (a: If, b: If) => Reach.both(a, b)(_ & _)

  /** The same where `known` holds, and simpler. */
  def within(known: Reach): Reach = (this, known) match
    case (If(at, c, yes, no), k: If) if k.at <= at =>
      val (whenYes, whenNo) =
        if k.at == at then (yes.within(k.yes), no.within(k.no)) else (within(k.yes), within(k.no))
      if k.yes == Never then whenNo
      else if k.no == Never then whenYes
      else if k.at == at then Reach.of(at, c, whenYes, whenNo)
      else if whenYes == whenNo then whenYes
      else this
    case _ => this

  /** As a truth value. */
  def key: Key = this match
    case Always => Key.Constant(java.lang.Boolean.TRUE)
    case Never => Key.Constant(java.lang.Boolean.FALSE)
    case If(_, condition, Always, Never) => condition
    case If(_, condition, yes, no) => Key.Either(condition, yes.key, no.key)

  private def size: Int = this match
    case If(_, _, yes, no) => 1 + yes.size + no.size
    case _ => 0
end Reach

private[inference] object Reach:
  private def of(at: Int, condition: Key, yes: Reach, no: Reach) =
    if yes == no then yes else If(at, condition, yes, no)

  private def both(a: If, b: If)(op: (Reach, Reach) => Reach): Reach =
    if a.at < b.at then of(a.at, a.condition, op(a.yes, b), op(a.no, b))
    else if a.at > b.at then of(b.at, b.condition, op(a, b.yes), op(a, b.no))
    else if a.condition == b.condition then of(a.at, a.condition, op(a.yes, b.yes), op(a.no, b.no))
    // one of them is out of date
    else Always
