package eddy.inference.internal.analysis

import eddy.inference.internal.bytecode.Instruction.Op
import eddy.inference.internal.bytecode.{
  Conventions,
  Descriptors,
  Instruction,
  MethodCode,
  MethodName,
  Unsupported
}
import eddy.inference.internal.code.{Blocks, Frame}
import eddy.inference.internal.context.{AnalysisState, Effects}
import eddy.inference.internal.heap.{AbstractObject, AbstractValue, Key}
import eddy.inference.internal.librarycalls.LibraryReentry
import eddy.inference.internal.values.{Closures, FieldAccesses, Keys, Semantics}

/** Runs one method body on abstract values. Effects are collected whatever the order, as all locks are taken
  * before the handler starts; values follow the flow of control.
  */
private[inference] final class Interpreter(
    state: AnalysisState,
    keys: Keys,
    fields: FieldAccesses,
    closures: Closures,
    reentry: LibraryReentry,
    semantics: Semantics
):
  import state.{effects, heap, snapshot, types}

  /** All that the method may return. */
  def result(
      method: MethodName,
      code: MethodCode,
      arguments: Vector[AbstractValue],
      at: Effects.Position
  ): AbstractValue =
    val instructions = code.instructions
    val returned = Blocks.run(code, entry(method, code, arguments)): (i, frame, blocks) =>
      at.instruction = i
      throwing(code, i, frame, blocks)
      val instruction = instructions(i)
      instruction.op match
        case Op.RETURN_VALUE =>
          blocks.returns(i, frame.returning(frame.pop()))
          false
        case Op.RETURN_VOID | Op.GOTO => false
        case Op.THROW =>
          reentry.throws(frame.pop())
          false
        case Op.SWITCH =>
          val _ = frame.pop()
          false
        case Op.INSTANCE_OF if instruction.owner == Conventions.Some =>
          frame.push(AbstractValue.none.known(frame.pop().key.map(Key.isDefined)))
          true
        case Op.IF_ONE =>
          for key <- frame.pop().key; c <- Frame.Condition.of(instruction, key) do frame.jumpsIf(c)
          true
        case _ =>
          if !frame.perform(instruction) then step(method, i, instruction, frame)
          true
      end match
    if returned == null then AbstractValue.none else returned.pop()
  end result

  /** Whatever an instruction throws goes to the handlers around it. */
  private def throwing(code: MethodCode, at: Int, frame: Frame, blocks: Blocks): Unit =
    val handlers = code.handlers
    var h = 0
    while h < handlers.length do
      val handler = handlers(h)
      if at >= handler.start && at < handler.end then
        blocks.flow(at, handler.target, frame.thrown(types.unknown(handler.`type`)))
      h += 1

  private def entry(method: MethodName, code: MethodCode, arguments: Vector[AbstractValue]): Frame =
    val locals = Array.fill(code.maxLocals)(AbstractValue.none)
    val parameters = Descriptors.parameters(method.descriptor)
    val receivers = if code.isStatic then 0 else 1
    var slot = 0
    var i = 0
    while i < receivers + parameters.length do
      val parameter = if i < receivers then Interpreter.receiver else parameters(i - receivers)
      val isWide = Descriptors.isWide(parameter)
      locals(slot) =
        if i >= arguments.length then types.ofDescriptor(parameter)
        else if isWide then AbstractValue.wide.known(arguments(i).key)
        else arguments(i)
      slot += (if isWide then 2 else 1)
      i += 1
    Frame(locals)
  end entry

  private def step(method: MethodName, at: Int, i: Instruction, f: Frame): Unit =
    i.op match
      case Op.CAST => f.push(types.narrow(f.pop(), i.owner, snapshot))
      case Op.NEW => f.push(AbstractValue.of(AbstractObject.Made(i.owner, heap.site(method, at))))
      case Op.NEW_ARRAY =>
        f.drop(1)
        f.push(AbstractValue.of(AbstractObject.Made(i.owner, heap.site(method, at))))
      case Op.NEW_MULTI_ARRAY =>
        f.drop(i.number)
        // the inner arrays are made at the same place
        val made = new AbstractObject.Made("[[", heap.site(method, at))
        heap.add(made.site, AbstractValue.of(made))
        f.push(AbstractValue.of(made))
      case Op.ARRAY_LOAD =>
        f.drop(1)
        val loaded = fields.loadElement(f.pop(), i.reference)
        f.push(if i.wide then AbstractValue.wide else loaded)
      case Op.ARRAY_STORE =>
        val v = f.pop()
        f.drop(1)
        fields.storeElement(f.pop(), v)
      case Op.GET_STATIC => f.push(fields.getStatic(i.owner, i.name, i.descriptor))
      case Op.PUT_STATIC =>
        f.drop(1)
        fields.putStatic(method, i.owner, i.name)
      case Op.GET_FIELD => f.push(fields.get(f.pop(), i.owner, i.name, i.descriptor))
      case Op.PUT_FIELD =>
        val v = f.pop()
        fields.put(method, f.pop(), i.owner, i.name, v)
      case Op.INVOKE_STATIC | Op.INVOKE_SPECIAL | Op.INVOKE_VIRTUAL => invoke(i, f)
      case Op.INVOKE_DYNAMIC =>
        val arguments = f.pop(Descriptors.parameters(i.descriptor).size)
        pushResult(i.descriptor, closures.dynamic(i, arguments).lostLikeOne(arguments), f)
      case Op.MONITOR_EXIT => f.drop(1)
      case Op.MONITOR_ENTER =>
        f.drop(1)
        // of a local lazy val or given it is the compiler's
        if !method.name.contains("$lzyINIT") then
          effects.note("a synchronized block in a handler may hold up its loop")
      case _ => throw Unsupported(s"the instruction ${i.name}")
    end match
  end step

  private def invoke(i: Instruction, f: Frame): Unit =
    val called = i.called
    val receivers = if i.op == Op.INVOKE_STATIC then 0 else 1
    val arguments = f.pop(Descriptors.parameters(i.descriptor).size + receivers)
    val returned = i.op match
      case Op.INVOKE_STATIC => semantics.static(called, arguments)
      case Op.INVOKE_SPECIAL => semantics.exact(called, arguments)
      case _ => semantics.virtual(called, arguments)
    if called.name == "<init>" && isOfClass(arguments.head, called.owner) then
      val key = keys.ofNew(called, arguments.tail)
      if key.nonEmpty then f.replaceCopies(arguments.head, arguments.head.known(key))
    val key = keys.ofCall(i.op, called, arguments)
    pushResult(
      i.descriptor,
      if key.isEmpty then keys.without(called, arguments, returned) else returned.known(key),
      f
    )

  /** One object that is made here: a constructor calls that of its superclass for an object of another class.
    */
  private def isOfClass(made: AbstractValue, c: String): Boolean = made.isPlain && (made.objects.head match
    case AbstractObject.Made(of, _) => of == c
    case _ => false)

  private def pushResult(descriptor: String, v: AbstractValue, f: Frame): Unit =
    val result = Descriptors.result(descriptor)
    if result != "V" then
      val pushed =
        if Descriptors.className(result).isEmpty then types.blank(result).known(v.key)
        else v.copy(wide = false)
      f.push(pushed.lostLike(v))
end Interpreter

private[inference] object Interpreter:
  private val receiver = Descriptors.ofClass(Descriptors.AnyObject)
