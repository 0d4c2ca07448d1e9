package eddy.inference.internal.library

import eddy.inference.internal.bytecode.Instruction.Op
import eddy.inference.internal.bytecode.{ClassReader, Descriptors, Instruction, LambdaSite, MethodName}

import scala.jdk.CollectionConverters.*

/** Functions of the application that objects of the JDK keep where nobody can look: they are known by the
  * calls that hand them over. Any thread.
  */
private[inference] final class KeptFunctions(index: ClassIndex, library: LibraryModel):
  import KeptFunctions.*

  /** Closures that the application passes to a method of these; none if it passes one that is made elsewhere.
    * Each method is named as `Owner.name`, a trailing * stands for all.
    */
  val handedTo: List[String] => Option[List[LambdaSite]] = index.answers: methods =>
    val found = for m <- methods; c <- users(m.takeWhile(_ != '.')); site <- ofClass(c, m) yield site
    Option.when(!found.contains(None))(found.flatten.distinct)

  /** Some code of the application names the class. */
  def isNamed(cls: String): Boolean = named(cls)
  private val named = index.answers[String, Boolean](users(_).nonEmpty)

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
    if method.endsWith("*") then name.startsWith(method.dropRight(1)) && !called.name.endsWith("Async")
    else name == method

  /** Compilers write the closure, and then what is loaded for the parameters behind it. */
  private def ofCall(instructions: Array[Instruction], at: Int): Option[Option[LambdaSite]] =
    val parameters = Descriptors.parameters(instructions(at).descriptor)
    val last = parameters.lastIndexWhere(p => Descriptors.className(p).exists(library.isFunction))
    Option.when(last >= 0):
      val behind = parameters.size - 1 - last
      val before = instructions.slice(at - 1 - behind, at)
      if before.isEmpty || !before.tail.forall(i => loading(i.op)) then None else Option(before.head.lambda)
end KeptFunctions

private[inference] object KeptFunctions:
  private val loading = Set(Op.LOAD, Op.CONSTANT, Op.GET_STATIC)
