package eddy.state.inference

import java.lang.constant.{ConstantDescs, MethodTypeDesc}
import java.util.concurrent.ConcurrentHashMap
import scala.jdk.CollectionConverters.*

/** A method by the internal name of its class, its name and its descriptor (JVMS 4.3). */
private[inference] final case class MethodName(owner: String, name: String, descriptor: String):
  /** As [[ClassReader]] names it within its class. */
  def inClass: String = name + descriptor
  def in(other: String): MethodName = copy(owner = other)
  override def toString: String = s"${Descriptors.display(owner)}.$name"

private[inference] object MethodName:
  /** From the name that [[ClassReader]] uses. */
  def parse(owner: String, inClass: String): MethodName =
    val at = inClass.indexOf('(')
    MethodName(owner, inClass.substring(0, at), inClass.substring(at))

/** What field and method descriptors (JVMS 4.3) say. */
private[inference] object Descriptors:
  // on JDK 25 MethodTypeDesc fails in its initialiser unless this class is initialised before it
  private val _ = ConstantDescs.CD_Object
  private val parsed = ConcurrentHashMap[String, Vector[String]]()

  val AnyObject = "java/lang/Object"

  /** The class that a field descriptor names, arrays as they are; none for a primitive. */
  def className(field: String): Option[String] =
    if field.startsWith("L") then Some(field.substring(1, field.length - 1))
    else Option.when(field.startsWith("["))(field)

  def result(method: String): String = method.substring(method.indexOf(')') + 1)

  def parameters(method: String): Vector[String] =
    val known = parsed.get(method)
    if known != null then known else parsed.computeIfAbsent(method, parse)

  private def parse(method: String) =
    MethodTypeDesc.ofDescriptor(method).parameterList().asScala.iterator.map(_.descriptorString()).toVector

  /** Takes two slots of a frame. */
  def isWide(field: String): Boolean = field == "J" || field == "D"

  def ofClass(name: String): String = if name.startsWith("[") then name else s"L$name;"
  def internalName(cls: Class[?]): String = cls.getName.replace('.', '/')

  /** As a reader of Scala writes it. */
  def display(internalName: String): String =
    internalName.replace('/', '.').stripSuffix("$").replace("$package", "")
end Descriptors
