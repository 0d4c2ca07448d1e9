package eddy.state.inference

import java.lang.reflect.Modifier

/** What the index wants of a class file, read without the rest (JVMS 4.1, 4.4): it reads all classes of an application, and
  * few of them are analysed later.
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

  /** Descriptors of what its invokedynamic instructions give: the interfaces of the closures that it makes are among them. */
  def dynamicResults: List[String] =
    var found: List[String] = Nil
    var i = 1
    while i < constants.size do
      if constants.tag(i) == ConstantPool.INVOKE_DYNAMIC then
        val descriptor = constants.descriptor(i)
        found = descriptor.substring(descriptor.indexOf(')') + 1) :: found
      i += 1
    found
end ClassOutline
