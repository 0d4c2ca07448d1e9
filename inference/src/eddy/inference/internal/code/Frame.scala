package eddy.inference.internal.code

import eddy.inference.internal.Limits
import eddy.inference.internal.bytecode.Instruction.Op
import eddy.inference.internal.bytecode.{Instruction, Unsupported}
import eddy.inference.internal.heap.{AbstractValue, Key}

/** Local variables and operand stack at one instruction (JVMS 2.6).
  *
  * @param reached
  *   when the method comes there
  */
private[inference] final class Frame private (
    val locals: Array[AbstractValue],
    private var stack: Array[AbstractValue],
    private var height: Int,
    private var reached: Reach
):
  def copy(): Frame = new Frame(locals.clone, stack.clone, height, reached)

  /** As a handler of exceptions finds it. */
  def thrown(exception: AbstractValue): Frame =
    new Frame(locals.clone, Array(exception), 1, Reach.Always)

  /** As the caller finds it. */
  def returning(result: AbstractValue): Frame = new Frame(Array(), Array(result), 1, reached)

  def reach: Reach = reached

  // of the jump that was performed last
  private var condition: Frame.Condition | Null = null

  /** What decides whether the instruction jumps. */
  def jumpsIf(c: Frame.Condition): Unit = condition = c
  def takeCondition(): Frame.Condition | Null =
    val taken = condition
    condition = null
    taken

  /** The frame on one of the two ways behind a jump. */
  def decided(at: Int, c: Frame.Condition, jumps: Boolean): Frame =
    val way = copy()
    way.reached = reached.and(at, c.key, c.holds == jumps)
    way

  def push(v: AbstractValue): Unit =
    if height == stack.length then
      val larger = new Array[AbstractValue](2 * height + 4)
      System.arraycopy(stack, 0, larger, 0, height)
      stack = larger
    stack(height) = v
    height += 1
  def pop(): AbstractValue =
    height -= 1
    stack(height)
  def pop(n: Int): Vector[AbstractValue] =
    height -= n
    var popped = Vector.empty[AbstractValue]
    var i = height
    while i < height + n do
      popped = popped :+ stack(i)
      i += 1
    popped

  def drop(n: Int): Unit = height -= n

  /** Puts a value in place of every copy of another. Copies are `eq`: equal values may stand for older
    * objects of the same place in the code.
    */
  def replaceCopies(of: AbstractValue, by: AbstractValue): Unit =
    def in(values: Array[AbstractValue], count: Int) =
      for i <- 0 until count if values(i) eq of do values(i) = by
    in(locals, locals.length)
    in(stack, height)

  /** Does what only moves values, computes with them or asks what they are; whether the instruction is one of
    * these.
    */
  def perform(i: Instruction): Boolean = i.op match
    case Op.LOAD => did(push(locals(i.number)))
    case Op.STORE => did(locals(i.number) = pop())
    case Op.INCREMENT => did(locals(i.number) = AbstractValue.none)
    case Op.CONSTANT =>
      val blank = Frame.blank(i.wide)
      did(push(if i.constant == null then blank else blank.known(Some(Key.Constant(i.constant)))))
    case Op.NOTHING => true
    case Op.CONVERT | Op.UNARY | Op.INSTANCE_OF => replace(1, i.wide)
    case Op.BINARY => replace(2, i.wide)
    case Op.STACK => did(rearrange(i.name))
    case Op.IF_ONE => did(drop(1))
    case Op.IF_TWO => did(drop(2))
    case _ => false

  private def did(action: Unit): Boolean = true
  private def replace(n: Int, wide: Boolean) =
    drop(n)
    did(push(Frame.blank(wide)))

  /** Adds what another way to the same instruction brings; whether that was anything new. */
  def merge(other: Frame): Boolean =
    val grownLocals = Frame.merge(locals, other.locals, locals.length)
    val grownStack = Frame.merge(stack, other.stack, math.min(height, other.height))
    val before = reached
    reached = reached | other.reached
    grownLocals || grownStack || reached != before

  /** Adds what the same way brings now, with its keys of now. */
  def renew(now: Frame): Unit =
    combine(now, (before, v) => (before.known(None) | v.known(None)).known(v.key))
    reached = now.reached

  /** Adds another way to the same instruction, which is never gone when this one is. */
  def orElse(other: Frame): Unit =
    val all = reached | other.reached
    val condition = reached.within(all).key
    combine(
      other,
      (a, b) => (a | b).known(Key.either(condition, a.key, b.key).filter(_.size <= Limits.KeySize))
    )
    reached = all

  private def combine(other: Frame, values: (AbstractValue, AbstractValue) => AbstractValue): Unit =
    def in(into: Array[AbstractValue], from: Array[AbstractValue], count: Int) =
      for i <- 0 until count if into(i) != from(i) do into(i) = values(into(i), from(i))
    in(locals, other.locals, locals.length)
    in(stack, other.stack, math.min(height, other.height))

  override def equals(other: Any): Boolean = other match
    case f: Frame =>
      java.util.Arrays.equals(locals.asInstanceOf[Array[Object]], f.locals.asInstanceOf[Array[Object]]) &&
      height == f.height && (0 until height).forall(i => stack(i) == f.stack(i)) && reached == f.reached
    case _ => false
  override def hashCode: Int = height

  /** The stack instructions (JVMS 6.5 dup to swap): the moved values depend on which are wide. */
  def rearrange(operation: String): Unit = operation match
    case "POP" => val _ = pop()
    case "POP2" => if !pop().wide then
        val _ = pop()
    case "DUP" => push(stack(height - 1))
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

  private def take1(): List[AbstractValue] = List(pop())
  private def take2(): List[AbstractValue] =
    val top = pop()
    if top.wide then List(top) else List(pop(), top)

  /** Puts the values back on top, and once more below as many slots. */
  private def insertBelow(values: List[AbstractValue], slots: Int): Unit =
    val above =
      if slots == 0 then Nil
      else
        val top = pop()
        if slots == 1 || top.wide then List(top) else List(pop(), top)
    values.foreach(push)
    above.foreach(push)
    values.foreach(push)
end Frame

private[inference] object Frame:
  def apply(locals: Array[AbstractValue]): Frame =
    new Frame(locals, new Array[AbstractValue](4), 0, Reach.Always)

  /** @param holds whether the jump needs that the key is true, rather than false */
  final case class Condition(key: Key, holds: Boolean)
  object Condition:
    /** Of a jump on one operand, if that decides it. */
    def of(jump: Instruction, operand: Key): Option[Condition] =
      val found = jump.name match
        case "IFNE" => Some(Condition(operand, holds = true))
        case "IFEQ" => Some(Condition(operand, holds = false))
        case "IFNULL" => Some(Condition(Key.isSomething(operand), holds = false))
        case "IFNONNULL" => Some(Condition(Key.isSomething(operand), holds = true))
        case _ => None
      found.filter(_.key.isComplete)

  private def blank(wide: Boolean) = if wide then AbstractValue.wide else AbstractValue.none

  private def merge(into: Array[AbstractValue], from: Array[AbstractValue], count: Int): Boolean =
    var grown = false
    var i = 0
    while i < count do
      val before = into(i)
      val joined = before | from(i)
      if (joined ne before) && joined != before then
        into(i) = joined
        grown = true
      i += 1
    grown
end Frame
