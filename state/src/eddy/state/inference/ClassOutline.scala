package eddy.state.inference

import java.io.{ByteArrayInputStream, DataInputStream}
import java.nio.ByteBuffer

/** What the index wants of a class file, read without the rest (JVMS 4.1, 4.4): it reads all classes of an application, and
  * few of them are analysed later.
  */
private[inference] final class ClassOutline(classFile: Array[Byte]):
  import ClassOutline.*
  private val data = ByteBuffer.wrap(classFile)

  // where each constant begins
  private val constants = new Array[Int](unsigned(8))
  private val afterConstants = findConstants()

  val name: String = className(unsigned(afterConstants + 2))

  /** Empty for java.lang.Object. */
  val superName: String = className(unsigned(afterConstants + 4))
  val interfaces: List[String] =
    List.tabulate(unsigned(afterConstants + 6))(i => className(unsigned(afterConstants + 8 + 2 * i)))

  /** Descriptors of what its invokedynamic instructions give: the interfaces of the closures that it makes are among them. */
  def dynamicResults: Iterator[String] =
    constants.iterator.filter(at => at > 0 && data.get(at) == InvokeDynamic)
      .map(at => Descriptors.result(text(unsigned(constants(unsigned(at + 3)) + 3))))

  private def findConstants(): Int =
    var (i, at) = (1, 10)
    while i < constants.length do
      constants(i) = at
      val tag = data.get(at)
      i += (if tag == LongNumber || tag == DoubleNumber then 2 else 1)
      at += length(tag, at)
    at

  private def length(tag: Byte, at: Int): Int = tag match
    case Text => 3 + unsigned(at + 1)
    case 7 | 8 | 16 | 19 | 20 => 3
    case 15 => 4
    case 3 | 4 | 9 | 10 | 11 | 12 | 17 | InvokeDynamic => 5
    case LongNumber | DoubleNumber => 9
    case other => throw Unsupported(s"a constant of the kind $other in a class file")

  private def className(constant: Int): String =
    if constant == 0 then "" else text(unsigned(constants(constant) + 1))

  private def text(constant: Int): String =
    val at = constants(constant) + 1
    DataInputStream(ByteArrayInputStream(classFile, at, classFile.length - at)).readUTF()

  private def unsigned(at: Int): Int = data.getShort(at) & 0xffff
end ClassOutline

private[inference] object ClassOutline:
  private inline val Text = 1
  private inline val LongNumber = 5
  private inline val DoubleNumber = 6
  private inline val InvokeDynamic = 18
