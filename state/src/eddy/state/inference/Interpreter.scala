package eddy.state.inference

import eddy.state.inference.Instruction.Op

/** Runs one method body on abstract values: each basic block as often as what comes in grows. Effects are collected
  * whatever the order, as all locks are taken before the callback starts; values follow the flow of control.
  */
private[inference] final class Interpreter(run: Analysis):
  import run.{calls, closures, concrete, fields, findings, heap, keys, types}

  /** All that the method may return. */
  def result(method: MethodName, code: MethodCode, arguments: Vector[Value], at: Findings.Position): Value =
    val instructions = code.instructions
    val leaders = code.leaders
    val blocks = Blocks(instructions.length + 1)
    var returned: Value | Null = null
    blocks.flow(0, entry(method, code, arguments))
    while blocks.areWaiting do
      var i = blocks.next()
      val frame = blocks.frame(i).copy()
      var inBlock = true
      while inBlock do
        at.instruction = i
        throwing(code, i, frame, blocks)
        val instruction = instructions(i)
        val goesOn = instruction.op match
          case Op.RETURN_VALUE =>
            val before = returned
            val v = frame.pop()
            returned = if before == null then v else before | v
            false
          case Op.RETURN_VOID | Op.GOTO => false
          case Op.THROW =>
            run.callbacks.throws(frame.pop())
            false
          case Op.SWITCH =>
            val _ = frame.pop()
            false
          case _ =>
            step(method, i, instruction, frame)
            true
        val targets = instruction.targets
        var t = 0
        while t < targets.length do
          blocks.flow(targets(t), frame)
          t += 1
        i += 1
        if !goesOn || i >= instructions.length then inBlock = false
        else if leaders(i) then
          blocks.flow(i, frame)
          inBlock = false
      end while
    end while
    val all = returned
    if all == null then Value.none else all
  end result

  /** Whatever an instruction throws goes to the handlers around it. */
  private def throwing(code: MethodCode, at: Int, frame: Frame, blocks: Blocks): Unit =
    val handlers = code.handlers
    var h = 0
    while h < handlers.length do
      val handler = handlers(h)
      if at >= handler.start && at < handler.end then
        blocks.flow(handler.target, frame.thrown(types.unknown(handler.`type`)))
      h += 1

  private def entry(method: MethodName, code: MethodCode, arguments: Vector[Value]): Frame =
    val locals = Array.fill(code.maxLocals)(Value.none)
    val parameters = Descriptors.parameters(method.descriptor)
    val receivers = if code.isStatic then 0 else 1
    var slot = 0
    var i = 0
    while i < receivers + parameters.length do
      val parameter = if i < receivers then Interpreter.receiver else parameters(i - receivers)
      val isWide = Descriptors.isWide(parameter)
      locals(slot) =
        if i >= arguments.length then types.ofDescriptor(parameter)
        else if isWide then Value.wide.known(arguments(i).key)
        else arguments(i)
      slot += (if isWide then 2 else 1)
      i += 1
    Frame(locals)
  end entry

  private def step(method: MethodName, at: Int, i: Instruction, f: Frame): Unit =
    def push(wide: Boolean) = f.push(if wide then Value.wide else Value.none)
    def drop(n: Int): Unit = if n > 0 then
      val _ = f.pop()
      drop(n - 1)
    i.op match
      case Op.LOAD => f.push(f.locals(i.number))
      case Op.STORE => f.locals(i.number) = f.pop()
      case Op.INCREMENT => f.locals(i.number) = Value.none
      case Op.CONSTANT =>
        val blank = if i.wide then Value.wide else Value.none
        f.push(if i.constant == null then blank else blank.known(Some(Key.Constant(i.constant))))
      case Op.NOTHING => ()
      case Op.CONVERT | Op.UNARY =>
        drop(1)
        push(i.wide)
      case Op.BINARY =>
        drop(2)
        push(i.wide)
      case Op.STACK => f.rearrange(i.name)
      case Op.CAST => f.push(types.narrow(f.pop(), i.owner, concrete))
      case Op.INSTANCE_OF =>
        drop(1)
        push(false)
      case Op.NEW => f.push(Value.of(Atom.Made(i.owner, heap.site(method, at))))
      case Op.NEW_ARRAY =>
        drop(1)
        f.push(Value.of(Atom.Made(i.owner, heap.site(method, at))))
      case Op.NEW_MULTI_ARRAY =>
        drop(i.number)
        // the inner arrays are made at the same place
        val made = new Atom.Made("[[", heap.site(method, at))
        heap.add(made.site, Value.of(made))
        f.push(Value.of(made))
      case Op.ARRAY_LOAD =>
        drop(1)
        val loaded = fields.loadElement(f.pop(), i.reference)
        f.push(if i.wide then Value.wide else loaded)
      case Op.ARRAY_STORE =>
        val v = f.pop()
        drop(1)
        fields.storeElement(f.pop(), v)
      case Op.GET_STATIC => f.push(fields.getStatic(i.owner, i.name, i.descriptor))
      case Op.PUT_STATIC =>
        drop(1)
        fields.putStatic(method, i.owner, i.name)
      case Op.GET_FIELD => f.push(fields.get(f.pop(), i.owner, i.name, i.descriptor))
      case Op.PUT_FIELD =>
        val v = f.pop()
        fields.put(method, f.pop(), i.owner, i.name, v)
      case Op.INVOKE_STATIC | Op.INVOKE_SPECIAL | Op.INVOKE_VIRTUAL => invoke(i, f)
      case Op.INVOKE_DYNAMIC =>
        val arguments = f.pop(Descriptors.parameters(i.descriptor).size)
        pushResult(i.descriptor, closures.dynamic(i, arguments), f)
      case Op.IF_ONE | Op.MONITOR_EXIT => drop(1)
      case Op.IF_TWO => drop(2)
      case Op.MONITOR_ENTER =>
        drop(1)
        findings.note("a synchronized block in a callback may hold up its loop")
      case _ => throw Unsupported(s"the instruction ${i.name}")
    end match
  end step

  private def invoke(i: Instruction, f: Frame): Unit =
    val called = i.called
    val receivers = if i.op == Op.INVOKE_STATIC then 0 else 1
    val arguments = f.pop(Descriptors.parameters(i.descriptor).size + receivers)
    val returned = i.op match
      case Op.INVOKE_STATIC => calls.static(called, arguments)
      case Op.INVOKE_SPECIAL => calls.exact(called, arguments)
      case _ => calls.virtual(called, arguments)
    val key = keys.ofCall(i.op, called, arguments)
    pushResult(i.descriptor, if key.isEmpty then returned else returned.known(key), f)

  private def pushResult(descriptor: String, v: Value, f: Frame): Unit =
    val result = Descriptors.result(descriptor)
    if result != "V" then
      f.push(if Descriptors.className(result).isEmpty then types.blank(result).known(v.key)
      else v.copy(wide = false))
end Interpreter

private[inference] object Interpreter:
  private val receiver = Descriptors.ofClass(Descriptors.AnyObject)
