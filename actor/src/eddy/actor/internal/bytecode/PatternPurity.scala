package eddy.actor.internal.bytecode

import java.lang.classfile.constantpool.{ClassEntry, MemberRefEntry}
import java.lang.classfile.instruction.*
import java.lang.classfile.{ClassModel, Instruction, MethodModel, Opcode}
import java.lang.reflect.AccessFlag
import scala.jdk.CollectionConverters.*
import scala.jdk.OptionConverters.*
import scala.util.control.NonFatal

/** Whether what a reaction is defined for is decided by the message alone, and by nothing that can change.
  *
  * Then every closure of that class answers alike, today and tomorrow, and a message that one of them has not
  * matched need not be tried by the next: selective receive past many unmatched messages costs no longer what
  * they are many. It is read off the bytecode of the closure's `isDefinedAt`, once for each class. A guard
  * that looks at a captured value loads `this`; one that calls anything not known to be a function of final
  * fields is not trusted. In doubt the answer is no, and each behavior tries each message.
  */
private[actor] object PatternPurity:
  private val known: ClassValue[java.lang.Boolean] = new ClassValue[java.lang.Boolean]:
    override protected def computeValue(of: Class[?] | Null): java.lang.Boolean =
      java.lang.Boolean.valueOf(read(of.nn)).nn

  def isOfMessageAlone(reaction: AnyRef): Boolean = known.get(reaction.getClass).nn.booleanValue

  private def read(reaction: Class[?]): Boolean =
    // other partial functions, such as those of orElse, keep their patterns elsewhere
    reaction.getSuperclass.nn.getName == "scala.runtime.AbstractPartialFunction" &&
      ClassFiles.of(reaction).exists: file =>
        val loader = Option(reaction.getClassLoader)
        val patterns =
          file.methods.nn.asScala.filter: method =>
            method.methodName.nn.stringValue == "isDefinedAt" && !method.flags.nn.has(AccessFlag.BRIDGE)
        patterns.size == 1 && new Reader(loader).isPure(patterns.head, ofClosure = true)

  private final class Reader(loader: Option[ClassLoader]):
    /** @param ofClosure `this` is the reaction, whose fields are captured values; otherwise it is (part of) a
      *   message
      */
    def isPure(method: MethodModel, ofClosure: Boolean, depth: Int = 0): Boolean =
      val code = method.code.nn.toScala
      depth < 4 && code.exists: body =>
        val steps = body.elementList.nn.asScala.collect { case step: Instruction => step }.toVector
        steps.indices.forall(at => isPure(steps, at, ofClosure, depth))

    private def isPure(steps: Vector[Instruction], at: Int, ofClosure: Boolean, depth: Int): Boolean =
      steps(at) match
        case load: LoadInstruction => !ofClosure || load.slot != 0
        case field: FieldInstruction =>
          if field.opcode == Opcode.GETSTATIC then isFinal(field.owner.nn, nameOf(field.field.nn))
          else
            field.opcode == Opcode.GETFIELD && !ofClosure && isFinal(field.owner.nn, nameOf(field.field.nn))
        case call: InvokeInstruction =>
          val owner = call.owner.nn.asInternalName.nn
          val name = nameOf(call.method.nn)
          if name == "equals" then comparesConstant(steps, at)
          else
            owner == "java/lang/String" || owner.startsWith("scala/Tuple") && name.startsWith("_") ||
            owner == "scala/runtime/BoxesRunTime" && (name.startsWith("unboxTo") || name.startsWith(
              "boxTo"
            )) ||
            isAccessor(call, depth)
        case _: InvokeDynamicInstruction => false
        case _: (ArrayLoadInstruction | ArrayStoreInstruction | MonitorInstruction | ThrowInstruction) =>
          false
        case _ => true

    /** A pattern that is a literal or an object: the constant, what loads a part of the message, then the
      * call. Anything else might ask an `equals` that looks at what can change.
      */
    private def comparesConstant(steps: Vector[Instruction], at: Int): Boolean =
      val before = steps.take(at).reverseIterator.dropWhile:
        case _: (InvokeInstruction | TypeCheckInstruction) => true
        case _ => false
      before.nextOption().exists(_.isInstanceOf[LoadInstruction]) && (before.nextOption() match
        case Some(_: ConstantInstruction) => true
        case Some(field: FieldInstruction) => hasPlainEquals(field)
        case Some(box: InvokeInstruction) =>
          nameOf(box.method.nn).startsWith("boxTo") &&
          before.nextOption().exists(_.isInstanceOf[ConstantInstruction])
        case _ => false)

    /** Case objects and cases of an enum: their equality is identity, unless the program defines another. */
    private def hasPlainEquals(field: FieldInstruction): Boolean =
      val declared = field.typeSymbol.nn.descriptorString.nn
      declared.startsWith("L") && fileOf(declared.substring(1, declared.length - 1).nn).exists: file =>
        (isFinal(file) || implements(file, "scala/reflect/Enum") || file.flags.nn.has(AccessFlag.ENUM)) &&
          lineage(file).forall(!_.methods.nn.asScala.exists(m => nameOf(m) == "equals"))

    /** The class and those it extends, but for the JDK's. */
    private def lineage(file: ClassModel): List[ClassModel] =
      val above = file.superclass.nn.toScala.map(_.asInternalName.nn).filter(!_.startsWith("java/"))
      file :: above.flatMap(fileOf).fold(Nil)(lineage)

    /** A method that returns a final field or its argument, or calls only such methods. */
    private def isAccessor(call: InvokeInstruction, depth: Int): Boolean =
      fileOf(call.owner.nn.asInternalName.nn).exists: file =>
        file.methods.nn.asScala.exists: method =>
          nameOf(method) == nameOf(call.method.nn) &&
            method.methodType.nn.stringValue == call.`type`.nn.stringValue &&
            (isFinal(file) || method.flags.nn.has(AccessFlag.FINAL) || isParameter(file, nameOf(method))) &&
            isPure(method, ofClosure = false, depth + 1)

    private def isFinal(file: ClassModel): Boolean = file.flags.nn.has(AccessFlag.FINAL)

    /** The accessor of a parameter of a case class. The class may be extended, but only another val can
      * override the accessor.
      */
    private def isParameter(file: ClassModel, method: String): Boolean =
      implements(file, "scala/Product") &&
        (method.startsWith("_") || file.fields.nn.asScala.exists(_.fieldName.nn.stringValue == method))

    private def implements(file: ClassModel, name: String): Boolean =
      file.interfaces.nn.asScala.exists(_.asInternalName == name)

    private def isFinal(owner: ClassEntry, field: String): Boolean =
      fileOf(owner.asInternalName.nn).exists:
        _.fields.nn.asScala.exists(f =>
          f.fieldName.nn.stringValue == field && f.flags.nn.has(AccessFlag.FINAL)
        )

    private def fileOf(name: String): Option[ClassModel] =
      try ClassFiles.of(name, loader)
      catch case NonFatal(_) => None

    private def nameOf(member: MemberRefEntry | MethodModel): String = member match
      case method: MethodModel => method.methodName.nn.stringValue.nn
      case reference: MemberRefEntry => reference.name.nn.stringValue.nn
  end Reader
end PatternPurity
