package eddy.inference.internal.library

import eddy.inference.internal.bytecode.Instruction.Op
import eddy.inference.internal.bytecode.{ClassReader, Descriptors, Instruction, LambdaSite, MethodName}

import scala.jdk.CollectionConverters.*

/** Functions of the application that objects of the JDK keep where nobody can look: they are known by the
  * calls that hand them over. Any thread.
  */
private[inference] final class KeptFunctions(
    index: ClassIndex,
    library: LibraryModel,
    callerRuns: CallerRunsExecutors
):

  /** Closures that the application passes to a method of these; none if it passes one that is made elsewhere.
    * Each method is named as `Owner.name`, a trailing * stands for all.
    */
  val handedTo: List[String] => Option[List[LambdaSite]] = index.answers: methods =>
    val found = for m <- methods; c <- users(m.takeWhile(_ != '.')); site <- ofClass(c, m) yield site
    Option.when(!found.contains(None))(found.flatten.distinct)

  private def users(owner: String) = index.users(owner).filter(c => library.isApplications(c.name))

  private def ofClass(c: ClassReader, method: String): List[Option[LambdaSite]] =
    for
      m <- c.methods.asScala.toList
      code <- Option(c.code(m)).toList
      (i, at) <- code.instructions.zipWithIndex
      if i.invokes && i.called != null && isMeant(i.called, method)
      site <- ofCall(code.instructions, at)
    yield site

  private def isMeant(called: MethodName, method: String) =
    val name = s"${called.owner}.${called.name}"
    if method.endsWith("*") then name.startsWith(method.dropRight(1)) && !runsElsewhere(called)
    else name == method

  /** On threads of the default executor, or of one that runs nothing on the spot. */
  private def runsElsewhere(called: MethodName) = called.name.endsWith("Async") &&
    !(Descriptors.parameters(
      called.descriptor
    ).lastOption.flatMap(Descriptors.className).exists(callerRuns.isExecutor) && callerRuns.any)

  /** Compilers write the closure, and then what is loaded for the parameters behind it. */
  private def ofCall(instructions: Array[Instruction], at: Int): Option[Option[LambdaSite]] =
    val parameters = Descriptors.parameters(instructions(at).descriptor)
    val last = parameters.lastIndexWhere(p => Descriptors.className(p).exists(library.isFunction))
    Option.when(last >= 0):
      val behind = parameters.size - 1 - last
      beginning(instructions, at, behind).filter(_ > 0).flatMap(i => Option(instructions(i - 1).lambda))

  /** The first of the instructions that load so many values, the last of them right before `end`. */
  private def beginning(instructions: Array[Instruction], end: Int, values: Int): Option[Int] =
    var (i, wanted, isPlain) = (end, values, true)
    while isPlain && wanted > 0 && i > 0 do
      i -= 1
      taken(instructions(i)) match
        case Some(n) => wanted += n - 1
        case None => isPlain = false
    Option.when(isPlain && wanted == 0)(i)

  /** The number of values that it takes from the stack to put one there. */
  private def taken(i: Instruction): Option[Int] =
    def parameters = Descriptors.parameters(i.descriptor).size
    def givesOne = Descriptors.result(i.descriptor) != "V"
    i.op match
      case Op.LOAD | Op.CONSTANT | Op.GET_STATIC => Some(0)
      case Op.GET_FIELD | Op.CAST => Some(1)
      case Op.INVOKE_STATIC | Op.INVOKE_DYNAMIC if givesOne => Some(parameters)
      case Op.INVOKE_VIRTUAL if givesOne => Some(parameters + 1)
      case _ => None
end KeptFunctions
