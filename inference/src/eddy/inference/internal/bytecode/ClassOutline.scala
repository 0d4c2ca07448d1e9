package eddy.inference.internal.bytecode

import java.lang.invoke.LambdaMetafactory
import java.lang.reflect.Modifier
import scala.jdk.CollectionConverters.*

/** What the index wants of a class file, read without the rest (JVMS 4.1, 4.4): it reads all classes of an
  * application, and few of them are analysed later.
  */
private[inference] final class ClassOutline(classFile: Array[Byte]):
  private val constants = ConstantPool(classFile)
  private def classAt(offset: Int) = constants.className(constants.u2(constants.end + offset))

  /** An abstract class or an interface. */
  val isAbstract: Boolean = Modifier.isAbstract(constants.u2(constants.end))
  val name: String = classAt(2)

  /** Empty for java.lang.Object. */
  val superName: String = classAt(4)
  val interfaces: List[String] = List.tabulate(constants.u2(constants.end + 6))(i => classAt(8 + 2 * i))

  /** Descriptors of what its invokedynamic instructions give: the interfaces of the closures that it makes
    * are among them.
    */
  def dynamicResults: List[String] =
    var found: List[String] = Nil
    var i = 1
    while i < constants.size do
      if constants.tag(i) == ConstantPool.INVOKE_DYNAMIC then
        val descriptor = constants.descriptor(i)
        found = descriptor.substring(descriptor.indexOf(')') + 1) :: found
      i += 1
    found

  /** Those of the classes that it names. */
  def names(classes: List[String]): List[String] =
    classes.filter(c => constants.has(c) && namesClass(_ == c))

  def namesClass(isWanted: String => Boolean): Boolean = (1 until constants.size).exists: i =>
    constants.tag(i) == ConstantPool.CLASS && isWanted(constants.className(i))

  /** It may make maps that keep the order in which they are used: it names that constructor of
    * `java.util.LinkedHashMap`.
    */
  def reorders: Boolean = constants.has(ClassOutline.OfOrder) && (1 until constants.size).exists: i =>
    constants.tag(i) == ConstantPool.METHOD && constants.owner(i) == "java/util/LinkedHashMap" &&
      constants.name(i) == "<init>" && constants.descriptor(i) == ClassOutline.OfOrder

  /** What closures are made for beside their functional interfaces. Few classes make such: only these are
    * read whole.
    */
  def markers: List[String] =
    if (1 until constants.size).exists(mayMark) then
      ClassReader(classFile).lambdaSites.asScala.toList.flatMap(_.markers.asScala)
    else Nil

  /** The flags of LambdaMetafactory are seldom among the constants otherwise. */
  private def mayMark(constant: Int) = constants.tag(constant) == ConstantPool.INTEGER &&
    (constants.loaded(constant) match
      case flags: Integer =>
        flags >= LambdaMetafactory.FLAG_MARKERS && flags < 2 * LambdaMetafactory.FLAG_BRIDGES &&
        (flags & LambdaMetafactory.FLAG_MARKERS) != 0
      case _ => false)
end ClassOutline

private[inference] object ClassOutline:
  private val OfOrder = "(IFZ)V"
