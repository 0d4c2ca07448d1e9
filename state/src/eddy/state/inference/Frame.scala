package eddy.state.inference

import scala.collection.mutable

/** Local variables and operand stack at one instruction (JVMS 2.6). */
private[inference] final class Frame(val locals: Array[Value], val stack: mutable.ArrayBuffer[Value]):
  def copy(): Frame = Frame(locals.clone, stack.clone)

  def push(v: Value): Unit = stack += v: Unit
  def pop(): Value = stack.remove(stack.length - 1)
  def pop(n: Int): Vector[Value] =
    val popped = stack.takeRight(n).toVector
    stack.dropRightInPlace(n)
    popped

  /** Adds what another way to the same instruction brings; whether that was anything new. */
  def merge(other: Frame): Boolean =
    var grown = false
    for i <- locals.indices do
      val joined = locals(i) | other.locals(i)
      if joined != locals(i) then
        locals(i) = joined
        grown = true
    for i <- 0 until math.min(stack.length, other.stack.length) do
      val joined = stack(i) | other.stack(i)
      if joined != stack(i) then
        stack(i) = joined
        grown = true
    grown

  /** The stack instructions (JVMS 6.5 dup to swap): what they move depends on which values are wide. */
  def rearrange(operation: String): Unit = operation match
    case "POP" => val _ = pop()
    case "POP2" => if !pop().wide then
        val _ = pop()
    case "DUP" => push(stack.last)
    case "DUP_X1" => insertBelow(take1(), 1)
    case "DUP_X2" => insertBelow(take1(), 2)
    case "DUP2" => insertBelow(take2(), 0)
    case "DUP2_X1" => insertBelow(take2(), 1)
    case "DUP2_X2" => insertBelow(take2(), 2)
    case "SWAP" =>
      val (a, b) = (pop(), pop())
      push(a)
      push(b)
    case other => throw Unsupported(s"the stack instruction $other")

  private def take1(): List[Value] = List(pop())
  private def take2(): List[Value] =
    val top = pop()
    if top.wide then List(top) else List(pop(), top)

  /** Puts the values back on top, and once more below as many slots. */
  private def insertBelow(values: List[Value], slots: Int): Unit =
    val above =
      if slots == 0 then Nil
      else
        val top = pop()
        if slots == 1 || top.wide then List(top) else List(pop(), top)
    stack ++= values ++= above ++= values: Unit
end Frame

/** The analysis met something that it does not handle. */
private[inference] final class Unsupported(what: String) extends RuntimeException(what)

/** The analysis would take too long. */
private[inference] final class TooLarge(what: String) extends RuntimeException(what)
