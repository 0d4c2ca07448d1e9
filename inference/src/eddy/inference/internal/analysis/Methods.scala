package eddy.inference.internal.analysis

import eddy.inference.internal.Limits
import eddy.inference.internal.bytecode.{Descriptors, Instruction, MethodCode, MethodName, Names}
import eddy.inference.internal.classpath.ClassRepository
import eddy.inference.internal.context.{AnalysisState, Effects, SolverCell}
import eddy.inference.internal.heap.AbstractValue
import eddy.inference.internal.values.{FieldAccesses, LazyValues}

import scala.collection.mutable

/** Method bodies, each analysed once a round for each combination of abstract arguments. Rounds are repeated
  * until nothing changes, so that recursion ends with a fixed point; a method with too many combinations is
  * analysed for their union.
  */
private[inference] final class Methods(
    state: AnalysisState,
    fields: FieldAccesses,
    lazyValues: LazyValues,
    interpreter: Interpreter
):
  import state.context.{inert, keyed, repository}
  import state.{effects, followsKeys, tasks, types, unknown}

  /** Accesses of detached code are protected by nothing, and those of a registered handler are its own, so
    * that the same call may count several times: once in each manner.
    */
  private final case class Context(
      method: MethodName,
      arguments: Vector[AbstractValue],
      on: Effects.Thread,
      part: Effects.HandlerEffects
  ):
    override def hashCode: Int = method.hashCode * 31 + arguments.hashCode

  private final class Seen:
    var combinations = 0
    val union: SolverCell[Vector[AbstractValue] | Null] = SolverCell(null)
    val withKeys = mutable.HashSet[Vector[AbstractValue]]()
  private val seen = mutable.HashMap[MethodName, Seen]()
  private var contexts = 0

  /** What calling exactly this body returns. */
  def result(method: MethodName, arguments: Vector[AbstractValue]): AbstractValue =
    repository.body(method) match
      case None => unknown(method, s"no class file for ${Names.ofClass(method.owner)}")
      case Some(body) =>
        val known = atOnce(method, body, arguments)
        if known != null then known
        else
          body.code match
            case Some(code) => analysed(method, code, arguments)
            case None => unknown(method, s"$method is native or abstract")

  /** Without a look at the body for these arguments; null if it needs one. */
  private def atOnce(
      method: MethodName,
      body: ClassRepository.Body,
      arguments: Vector[AbstractValue]
  ): AbstractValue | Null =
    if body.lazyField.nonEmpty && arguments.sizeIs == 1 then
      lazyValues.read(body.info, body.lazyField.get, method, arguments.head)
    else
      def read(f: Instruction) = fields.get(arguments.head, f.owner, f.name, f.descriptor)
      inert.constant(method).orElse(inert.accessed(method).map(read)).orNull

  private def analysed(
      method: MethodName,
      code: MethodCode,
      arguments: Vector[AbstractValue]
  ): AbstractValue =
    if keyed.contains(method) then followsKeys()
    val before = seen.getOrElseUpdate(method, Seen())
    val context = bounded(method, before, ofInterest(method, before, arguments))
    tasks.result(context):
      if contexts > (if effects.inDetached then Limits.ContextsOnThreads else Limits.Contexts) then
        tooMuch(method, s"more than ${Limits.Contexts} method contexts")
      else if effects.depth > Limits.Calls then
        tooMuch(method, s"calls nested deeper than ${Limits.Calls}")
      else
        val position = Effects.Position(method, code)
        val found = effects.within(position)(interpreter.result(method, code, context.arguments, position))
        if !tasks.isKnown(context) then contexts += 1
        found

  private def tooMuch(method: MethodName, why: String): AbstractValue =
    state.giveUp(why)
    types.ofDescriptor(Descriptors.result(method.descriptor))

  private def ofInterest(
      method: MethodName,
      before: Seen,
      arguments: Vector[AbstractValue]
  ): Vector[AbstractValue] =
    if effects.depth == 0 then arguments
    else if !keyed.contains(
        method
      ) || before.withKeys.sizeIs >= Limits.KeyContexts && !before.withKeys(arguments)
    then Methods.withoutKeys(arguments)
    else
      before.withKeys += arguments
      arguments

  private def bounded(method: MethodName, before: Seen, arguments: Vector[AbstractValue]): Context =
    val union = before.union.value
    if union != null then
      val grown = union.lazyZip(arguments).map(_ | _).toVector
      if grown != union then tasks.write(before.union, grown)
      contextOf(method, tasks.read(before.union).nn)
    else
      val context = contextOf(method, arguments)
      if !tasks.isKnown(context) then
        before.combinations += 1
        if before.combinations > Limits.Combinations then tasks.write(before.union, arguments)
      val _ = tasks.read(before.union)
      context

  private def contextOf(method: MethodName, arguments: Vector[AbstractValue]) =
    Context(method, arguments, effects.thread, effects.inPart)
end Methods

private[inference] object Methods:

  private def withoutKeys(arguments: Vector[AbstractValue]): Vector[AbstractValue] =
    if arguments.forall(v => v.withoutKeys eq v) then arguments else arguments.map(_.withoutKeys)
