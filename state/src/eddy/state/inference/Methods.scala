package eddy.state.inference

import scala.collection.mutable

/** Method bodies, each analysed once a round for each combination of abstract arguments. Rounds go on until nothing
  * changes, so that recursion ends with a fixed point; a method with too many combinations is analysed for their union.
  */
private[inference] final class Methods(run: Analysis):
  import run.world.{keyed, repository}
  import run.{findings, heap, interpreter, types}

  /** Accesses of detached code are protected by nothing, and those of a registered callback are its own, so that the same
    * call may count several times: once in each manner.
    */
  private final case class Context(
      method: MethodName,
      arguments: Vector[Value],
      detached: Boolean,
      part: Findings.Part
  )
  private val results = mutable.HashMap[Context, Value]()
  private val begun = mutable.HashSet[Context]()
  private val combinations = mutable.HashMap[MethodName, Int]()
  private val unions = mutable.HashMap[MethodName, Vector[Value]]()
  private val keysOf = mutable.HashMap[MethodName, mutable.HashSet[Vector[Value]]]()
  private var grown = false

  /** Keys could be followed further than they were: another analysis would find more entries. */
  def foundKeyed: Boolean = grown

  /** Here an entry of a shared object is accessed. */
  def followsKeys(): Unit = for m <- run.findings.callers do if keyed.add(m) then grown = true

  def newRound(): Unit = begun.clear()

  /** What calling exactly this body returns. */
  def result(method: MethodName, arguments: Vector[Value]): Value = repository.info(method.owner) match
    case None => unknown(method, s"no class file for ${Descriptors.display(method.owner)}")
    case Some(info) =>
      run.lazyValues.field(info, method, arguments) match
        case Some(field) => run.lazyValues.read(info, field, method, arguments.head)
        case None =>
          info.code(method.inClass) match
            case Some(code) => analysed(method, code, arguments)
            case None => unknown(method, s"$method is native or abstract")

  /** What comes back from code of which nothing is known. */
  def unknown(method: MethodName, why: String): Value =
    findings.everything(why)
    types.ofDescriptor(Descriptors.result(method.descriptor))

  private def analysed(method: MethodName, code: MethodCode, arguments: Vector[Value]): Value =
    if keyed.contains(method) then followsKeys()
    val passed = bounded(method, ofInterest(method, arguments))
    val context = Context(method, passed, findings.inDetached, findings.inPart)
    if !begun.add(context) then results.getOrElse(context, Value.none)
    else
      if results.size > Methods.MaxContexts then
        throw TooLarge(s"more than ${Methods.MaxContexts} method contexts")
      if findings.depth > Methods.MaxDepth then
        throw TooLarge(s"calls nested deeper than ${Methods.MaxDepth}")
      val position = Findings.Position(method, code)
      val returned = findings.within(position)(interpreter.result(method, code, context.arguments, position))
      val before = results.get(context)
      val after = before.fold(returned)(_ | returned)
      if !before.contains(after) then
        results(context) = after
        if before.isDefined || !after.isEmpty then heap.change()
      after

  private def ofInterest(method: MethodName, arguments: Vector[Value]): Vector[Value] =
    def without = arguments.map(_.withoutKeys)
    if findings.depth == 0 then arguments
    else if !keyed.contains(method) then without
    else
      val variants = keysOf.getOrElseUpdate(method, mutable.HashSet())
      if variants.contains(arguments) then arguments
      else if variants.sizeIs >= Methods.MaxKeys then without
      else
        variants += arguments
        arguments

  private def bounded(method: MethodName, arguments: Vector[Value]): Vector[Value] = unions.get(method) match
    case Some(union) =>
      val grown = union.lazyZip(arguments).map(_ | _).toVector
      if grown != union then
        unions(method) = grown
        heap.change()
      grown
    case None =>
      if !results.contains(Context(method, arguments, findings.inDetached, findings.inPart)) then
        val n = combinations.getOrElse(method, 0) + 1
        combinations(method) = n
        if n > Methods.MaxCombinations then
          unions(method) = arguments
          heap.change()
      arguments
end Methods

private[inference] object Methods:
  private val MaxCombinations = 24
  private val MaxContexts = 4000

  /** With more, keys are not told apart. */
  private val MaxKeys = 8
  private val MaxDepth = 150
