package eddy.inference.internal.classpath

import eddy.inference.internal.bytecode.{ClassReader, LambdaSite, MethodCode}

import java.lang.reflect.Modifier
import scala.collection.mutable
import scala.jdk.CollectionConverters.*

/** What the analysis asks about one class. Any thread may ask; answers are kept. */
private[inference] final class ClassInfo(reader: ClassReader):
  val name: String = reader.name

  /** Empty for java.lang.Object. */
  val superName: String = reader.superName
  val interfaces: List[String] = reader.interfaces.asScala.toList
  val isInterface: Boolean = Modifier.isInterface(reader.flags)
  val isFinal: Boolean = Modifier.isFinal(reader.flags)
  val isConcrete: Boolean = !isInterface && !Modifier.isAbstract(reader.flags)
  val methods: collection.Set[String] = reader.methods.asScala
  val fields: collection.Map[String, String] = reader.fields.asScala

  // the reader parses on demand and is for one thread
  private val codes = mutable.HashMap[String, Option[MethodCode]]()
  private val annotated = mutable.HashMap[String, Set[String]]()

  /** The storage of each lazy val by the name of its accessor. */
  val lazyFields: Map[String, String] =
    // without an initialiser it is made in the accessor, and for one thread
    val initialisers = methods.filter(_.contains("$lzyINIT")).map(_.takeWhile(_ != '('))
    val found = fields.keysIterator.filter(f => initialisers(f.replace("$lzy", "$lzyINIT")))
    found.map(f => (f.substring(0, f.indexOf("$lzy")), f)).toMap

  lazy val annotations: Set[String] = synchronized(reader.annotations.asScala.toSet)
  lazy val stableFields: Set[String] = synchronized(reader.stableFields.asScala.toSet)
  lazy val lambdaSites: List[LambdaSite] = synchronized(reader.lambdaSites.asScala.toList)

  def declares(method: String): Boolean = methods(method)
  def isStatic(method: String): Boolean = methods(method) && Modifier.isStatic(flags(method))
  def isPrivate(method: String): Boolean = methods(method) && Modifier.isPrivate(flags(method))

  /** No class below has another. */
  def isFinal(method: String): Boolean =
    isFinal || methods(method) && (flags(method) & (Modifier.FINAL | Modifier.PRIVATE)) != 0
  def isAbstract(method: String): Boolean = Modifier.isAbstract(flags(method))
  private def flags(method: String) = synchronized(reader.methodFlags(method))

  def annotations(method: String): Set[String] = synchronized:
    annotated.getOrElseUpdate(
      method,
      if methods(method) then reader.annotations(method).asScala.toSet else Set.empty
    )

  /** Names of its parameters by slot, the receiver's among them, as far as the compiler wrote them down. */
  def variables(method: String): Map[Int, String] = synchronized:
    reader.variables(method).asScala.map((slot, name) => (slot.toInt, name)).toMap

  /** None if the method is not declared here, abstract or native. */
  def code(method: String): Option[MethodCode] = synchronized:
    codes.getOrElseUpdate(method, Option(reader.code(method)))
end ClassInfo
