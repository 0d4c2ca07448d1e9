package eddy.state.inference

import eddy.state.Mode
import eddy.state.inference.Instruction.Op

/** Follows values that are known before the callback runs, so that entries of maps can be locked one by one. */
private[inference] final class Keys(run: Analysis):
  import run.findings
  import run.world.{declaredEffects, library}

  /** None if the value is not known before. What it may refer to does not tell: texts, numbers and nulls that it may be are no atoms. */
  def of(v: Value): Option[Key] = v.key

  /** What a call gives, if that is known before. */
  def ofCall(op: Op, called: MethodName, arguments: Vector[Value]): Option[Key] =
    if Keys.isBoxing(called) then arguments.lastOption.flatMap(of)
    else if library.isStable(called.owner, called.name) ||
      // nobody annotates a library's
      !library.isLibrary(called.owner) && declaredEffects.isStable(called)
    then
      val keys = arguments.flatMap(of)
      Option.when(keys.sizeIs == arguments.size && keys.nonEmpty)(Key.Call(
        called,
        op == Op.INVOKE_STATIC,
        keys
      ))
        .filter(_.depth <= Keys.MaxDepth)
    else None

  /** Notes what the method uses of a shared object: all of it, or an entry. */
  def access(path: Path, called: MethodName, arguments: Vector[Value], mode: Mode): Unit =
    if arguments.nonEmpty && declaredEffects.isByKey(called) then
      run.methods.followsKeys()
      of(arguments.head) match
        case Some(key) => findings.effect(Place.Entry(path, called.owner, key), mode)
        case None => findings.effect(Place.At(path, called.owner), mode, Some(Keys.Unknown))
    else findings.effect(Place.At(path, called.owner), mode)
end Keys

private[inference] object Keys:
  private val MaxDepth = 4

  /** Why a whole map is locked. */
  val Unknown = "which entry it is is not known before the call"

  def at(path: Path): Option[Key] = Option.when(path.isStable && path.isSingle)(Key.At(path))

  /** Texts and numbers count alike however they are passed, as they do for equality. But a Boolean is a number only in
    * bytecode.
    */
  private def isBoxing(m: MethodName): Boolean = m.owner match
    case "scala/runtime/BoxesRunTime" =>
      (m.name.startsWith("boxTo") || m.name.startsWith("unboxTo")) && !m.name.endsWith("Boolean")
    case "java/lang/Integer" | "java/lang/Long" | "java/lang/Short" | "java/lang/Byte" | "java/lang/Character" =>
      m.name == "valueOf" && m.descriptor.charAt(2) == ')' || unboxing(m.owner).contains(m.name)
    case "scala/Predef$" => m.name == "augmentString" || m.name == "Integer2int" || m.name == "int2Integer"
    case _ => false

  private val unboxing = Map(
    "java/lang/Integer" -> "intValue",
    "java/lang/Long" -> "longValue",
    "java/lang/Short" -> "shortValue",
    "java/lang/Byte" -> "byteValue",
    "java/lang/Character" -> "charValue"
  )
end Keys
