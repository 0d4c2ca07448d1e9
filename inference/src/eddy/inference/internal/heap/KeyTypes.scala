package eddy.inference.internal.heap

import eddy.inference.internal.Limits
import eddy.inference.internal.bytecode.Instruction.Op
import eddy.inference.internal.bytecode.{Conventions, Descriptors, MethodCode}
import eddy.inference.internal.classpath.ClassRepository
import eddy.inference.internal.library.LibraryModel

import java.lang.reflect.{Field, Modifier}

/** Which objects can be distinguished before a handler runs: those whose `equals` and `hashCode` depend on
  * nothing that can change, and run no code but the compiler's. Texts, numbers, tuples, enums, and case
  * classes and records of those.
  */
private[inference] final class KeyTypes(repository: ClassRepository):
  private enum Kind derives CanEqual:
    case AbstractValue, Unknown
    case Tuple
    case Record(fields: List[Field])

  private val kinds = new ClassValue[Kind]:
    override def computeValue(c: Class[?]): Kind = kindOf(c)

  def isSafe(o: Any): Boolean = isSafe(o, Limits.KeyDepth)

  /** Whether objects of exactly this class can be distinguished, if those can that they refer to. */
  def mayFit(c: String): Boolean = repository.runtime(c).forall(kinds.get(_) != Kind.Unknown)

  /** A text or a number: it is always shown the same. The name of an address may be looked up meanwhile. */
  def isPlain(o: AnyRef | Null): Boolean = o match
    case null => false
    case _: java.lang.Enum[?] | _: java.net.InetAddress | _: java.net.SocketAddress => false
    case other => kinds.get(other.getClass) == Kind.AbstractValue

  private def isSafe(o: Any, depth: Int): Boolean = o match
    case null => true
    case ref: AnyRef =>
      kinds.get(ref.getClass) match
        case Kind.AbstractValue => true
        case Kind.Unknown => false
        case Kind.Tuple => depth > 0 && ref.asInstanceOf[Product].productIterator.forall(isSafe(_, depth - 1))
        case Kind.Record(fields) => depth > 0 && fields.forall(f => isSafe(f.get(ref), depth - 1))

  private def kindOf(c: Class[?]): Kind =
    val name = Descriptors.internalName(c)
    if LibraryModel.standard.isValue(name) || classOf[java.lang.Enum[?]].isAssignableFrom(c) then
      Kind.AbstractValue
    else if LibraryModel.standard.isTuple(name) then Kind.Tuple
    else if !LibraryModel.standard.isUser(name) || c.isArray || c.isHidden || !repository.isHome(c) then
      Kind.Unknown
    else
      val fields = fieldsOf(c)
      val isFixed =
        fields.forall(f =>
          Modifier.isFinal(f.getModifiers) && (f.getType.isPrimitive || f.trySetAccessible())
        )
      if isFixed && KeyTypes.compared.forall(isPlain(name, _)) then
        Kind.Record(fields.filterNot(_.getType.isPrimitive))
      else Kind.Unknown

  private def fieldsOf(c: Class[?]): List[Field] =
    Iterator.iterate[Class[?] | Null](
      c
    )(k => if k == null then null else k.getSuperclass).takeWhile(_ != null)
      .flatMap(k => k.nn.getDeclaredFields).filterNot(f => Modifier.isStatic(f.getModifiers)).toList

  /** Does no more than what the compiler writes for a case class, an enum or a record: looks at the fields,
    * and compares them or mixes their hash codes.
    */
  private def isPlain(c: String, method: String): Boolean =
    repository.superClasses(c).flatMap(repository.info).find(_.declares(method)).exists: info =>
      info.name == Descriptors.AnyObject || info.code(method).exists(isPlain(c, _))

  private def isPlain(c: String, code: MethodCode): Boolean = code.instructions.forall: i =>
    i.op match
      case Op.GET_STATIC => Conventions.ofEquality(i.owner) || i.owner == s"$c$$" && i.name == "MODULE$"
      case _ if i.invokes =>
        Conventions.ofEquality(i.owner) || KeyTypes.ofFields(i.name) ||
        repository.isSubtype(c, i.owner) && isAccessor(c, i.name + i.descriptor) ||
        i.owner == s"$c$$" && isOfValueClass(c, i.name, i.descriptor)
      case _ => true

  /** What the compiler moves out of a value class's method, into the companion. */
  private def isOfValueClass(c: String, name: String, descriptor: String): Boolean =
    KeyTypes.ofValueClasses(name) &&
      repository.info(s"$c$$").flatMap(_.code(name + descriptor)).exists(isPlain(c, _))

  private def isAccessor(c: String, method: String): Boolean =
    repository.superClasses(
      c
    ).flatMap(repository.info).find(_.declares(method)).flatMap(_.code(method)).exists: code =>
      !code.instructions.exists(i => i.invokes || i.op == Op.GET_STATIC)
end KeyTypes

private[inference] object KeyTypes:
  private val compared = List("hashCode()I", "equals(Ljava/lang/Object;)Z")
  // of what is in the fields, which is looked at for itself
  private val ofFields = Set("hashCode", "equals")
  private val ofValueClasses = Set("hashCode$extension", "equals$extension")
end KeyTypes
