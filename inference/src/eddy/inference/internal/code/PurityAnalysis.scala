package eddy.inference.internal.code

import eddy.inference.internal.bytecode.Instruction.Op
import eddy.inference.internal.bytecode.{Conventions, Descriptors, Instruction, Memo, MethodCode, MethodName}
import eddy.inference.internal.classpath.{ClassRepository, DeclaredEffects}
import eddy.inference.internal.heap.{AbstractObject, AbstractValue, Key}
import eddy.inference.internal.library.LibraryModel

import java.lang.reflect.Modifier
import java.util.concurrent.ConcurrentHashMap

/** Methods that touch nothing, whatever they are given: they look at fields that nobody assigns, compute with
  * numbers and texts, and call only others of the kind, where it is certain which. That is found out once for
  * each method, instead of once for each combination of arguments. Any thread.
  */
private[inference] final class PurityAnalysis(
    repository: ClassRepository,
    library: LibraryModel,
    declaredEffects: DeclaredEffects
):
  private val known = ConcurrentHashMap[MethodName, Option[AbstractValue]]()

  /** The result of the method: some object, or nothing that matters. None if it may touch something. */
  def result(method: MethodName): Option[AbstractValue] = result(method, Nil)

  /** The same, if it does not depend on what the method is given. */
  def constant(method: MethodName): Option[AbstractValue] =
    result(method).filter(v => v.isEmpty && v.key != PurityAnalysis.fromOutside)

  /** The field of its receiver that an accessor returns, or a `_1` by way of one, if nobody assigns that. */
  def accessed(method: MethodName): Option[Instruction] = fields(method)
  private val fields = Memo[MethodName, Option[Instruction]](m =>
    ofReceiver(m).flatMap(i => if i.op == Op.INVOKE_VIRTUAL then followed(i).flatMap(ofReceiver) else Some(i))
      .filter(isFinal)
  )

  /** What a method asks its receiver, if that is all that it does. */
  private def ofReceiver(method: MethodName): Option[Instruction] =
    repository.body(method).flatMap(_.code).map(c => (c.isStatic, c.instructions)).collect:
      case (false, Array(self, asked, back))
          if self.op == Op.LOAD && self.number == 0 && back.op == Op.RETURN_VALUE =>
        asked

  private def isFinal(i: Instruction) =
    i.op == Op.GET_FIELD && repository.isStable(repository.declaringClass(i.owner, i.name), i.name)

  /** Those that call each other in a circle count as touching something. */
  private def result(method: MethodName, callers: List[MethodName]): Option[AbstractValue] =
    val before = known.get(method)
    if before != null then before
    else if callers.contains(method) then None
    else
      val found =
        for
          body <- repository.body(method) if body.lazyField.isEmpty
          code <- body.code
          if code.handlers.isEmpty && code.instructions.forall(i => PurityAnalysis.operations(i.op))
          result <- run(method, code, method :: callers)
        yield result
      val _ = known.put(method, found)
      found

  private def run(method: MethodName, code: MethodCode, callers: List[MethodName]): Option[AbstractValue] =
    val instructions = code.instructions
    var touches = false
    var returned: AbstractValue | Null = null

    def push(v: Option[AbstractValue], descriptor: String, frame: Frame): Boolean =
      if descriptor != "V" then v.foreach(frame.push)
      touches = v.isEmpty
      !touches

    val _ = Blocks.run(code, entry(method, code)): (at, frame, _) =>
      val i = instructions(at)
      i.op match
        case _ if touches => false
        case Op.RETURN_VALUE =>
          val v = frame.pop()
          val before = returned
          returned = if before == null then v else before | v
          false
        case Op.RETURN_VOID =>
          returned = AbstractValue.none
          false
        case Op.GOTO => false
        case Op.SWITCH =>
          frame.drop(1)
          false
        case Op.THROW =>
          touches = frame.pop() != PurityAnalysis.failure
          false
        case Op.NEW => push(Option.when(isFailure(i.owner))(PurityAnalysis.failure), "", frame)
        case Op.CAST =>
          val v = frame.pop()
          val d = Descriptors.ofClass(i.owner)
          push(Some(if v.isEmpty then v else ofType(d)), d, frame)
        case Op.GET_FIELD =>
          frame.drop(1)
          push(Option.when(isFinal(i))(ofType(i.descriptor)), i.descriptor, frame)
        case Op.INVOKE_STATIC | Op.INVOKE_SPECIAL | Op.INVOKE_VIRTUAL =>
          val receivers = if i.op == Op.INVOKE_STATIC then 0 else 1
          val arguments = frame.pop(Descriptors.parameters(i.descriptor).size + receivers)
          push(called(i, arguments, callers), Descriptors.result(i.descriptor), frame)
        case _ => frame.perform(i)
      end match
    val all = returned
    Option.when(!touches && all != null)(all.nn)
  end run

  private def entry(method: MethodName, code: MethodCode): Frame =
    val locals = Array.fill(code.maxLocals)(AbstractValue.none)
    var slot = 0
    if !code.isStatic then
      locals(0) = PurityAnalysis.something
      slot = 1
    for p <- Descriptors.parameters(method.descriptor) do
      locals(slot) = ofType(p)
      slot += (if Descriptors.isWide(p) then 2 else 1)
    Frame(locals)

  private def ofType(descriptor: String): AbstractValue =
    if Descriptors.isWide(descriptor) then AbstractValue.wide.known(PurityAnalysis.fromOutside)
    else if Descriptors.className(descriptor).forall(isPlain) then
      AbstractValue.none.known(PurityAnalysis.fromOutside)
    else PurityAnalysis.something

  /** A text or the like, and nothing that a class of the application's may be. */
  private def isPlain(c: String) = library.isImmutable(c) &&
    repository.runtime(c).exists(k => Modifier.isFinal(k.getModifiers))

  /** An exception of the library's: with a text in it a handler of exceptions finds nothing in it. */
  private def isFailure(c: String) =
    library.isLibrary(c) && library.isInert(c, "<init>") && repository.isSubtype(c, Conventions.Thrown)

  private def called(
      i: Instruction,
      arguments: Vector[AbstractValue],
      callers: List[MethodName]
  ): Option[AbstractValue] =
    val m = i.called
    if m.name == "<init>" then
      // a constructor of the application's passes its object, which may override what this one calls
      val isMade = arguments.head == PurityAnalysis.failure
      Option.when(isMade && isFailure(m.owner) && arguments.tail.forall(_.isEmpty))(AbstractValue.none)
    else if library.isLibrary(m.owner) then
      val gives = ofType(Descriptors.result(m.descriptor))
      Option.when(arguments.forall(_.isEmpty) && gives.isEmpty && library.isInert(m.owner, m.name))(gives)
    else followed(i).flatMap(result(_, callers))

  /** The method of the application's that is called, if that is certain and its code is what counts. */
  private def followed(i: Instruction): Option[MethodName] =
    if declaredEffects.of(i.called).nonEmpty || declaredEffects.isStable(i.called) then None
    else target(i.op, i.called).filterNot(t => library.isLibrary(t.owner))

  private def target(op: Op, m: MethodName): Option[MethodName] =
    if op == Op.INVOKE_STATIC then Some(repository.inherited(m))
    else if op == Op.INVOKE_SPECIAL || repository.info(m.owner).exists(_.isFinal(m.inClass)) then
      repository.resolve(m)
    else None
end PurityAnalysis

private[inference] object PurityAnalysis:
  private val something = AbstractValue.of(AbstractValue.anything)

  /** Made here, so that nothing else is in it than a text. */
  private val failure = AbstractValue.of(AbstractObject.Made(Conventions.Thrown, -1))

  /** Stands for whatever is known of an argument or a field before the handler runs. */
  private val fromOutside: Option[Key] = Some(Key.Argument(-1))

  private val operations = Set(
    Op.LOAD,
    Op.STORE,
    Op.INCREMENT,
    Op.CONSTANT,
    Op.NOTHING,
    Op.CONVERT,
    Op.UNARY,
    Op.BINARY,
    Op.STACK,
    Op.CAST,
    Op.INSTANCE_OF,
    Op.NEW,
    Op.GET_FIELD,
    Op.INVOKE_STATIC,
    Op.INVOKE_SPECIAL,
    Op.INVOKE_VIRTUAL,
    Op.RETURN_VALUE,
    Op.RETURN_VOID,
    Op.THROW,
    Op.GOTO,
    Op.IF_ONE,
    Op.IF_TWO,
    Op.SWITCH
  )
end PurityAnalysis
