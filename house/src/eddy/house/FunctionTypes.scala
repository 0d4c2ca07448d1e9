package eddy.house

import java.lang.classfile.ClassFile
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*

/** Finds the public types of a module that a function literal can implement: interfaces with one abstract
  * method. Closures of such a type tell their code only if it is `Serializable`; otherwise those that one
  * class makes of the same captured types cannot be distinguished, and the inference takes each for all.
  *
  * @param name as in source
  */
final case class FunctionType(name: String, isSerializable: Boolean)

object FunctionTypes:
  def in(folder: Path): Seq[FunctionType] =
    if !Files.isDirectory(folder) then Nil
    else
      val walk = Files.walk(folder)
      try
        walk.filter(_.toString.endsWith(".class")).map(f =>
          Files.readAllBytes(f)
        ).toList.asScala.toSeq.flatMap(of)
      finally walk.close()

  /** None for any other type. */
  def of(bytes: Array[Byte]): Option[FunctionType] =
    val model = ClassFile.of().parse(bytes)
    val parents = model.interfaces.asScala.map(_.asInternalName).toSet
    def has(flag: Int, mask: Int) = (mask & flag) != 0
    val abstracts = model.methods.asScala.count(m => has(ClassFile.ACC_ABSTRACT, m.flags.flagsMask))
    val mask = model.flags.flagsMask
    Option.when(
      has(ClassFile.ACC_INTERFACE, mask) && has(ClassFile.ACC_PUBLIC, mask) && abstracts == 1 &&
        parents.subsetOf(Set(Serializable))
    ):
      FunctionType(model.thisClass.asInternalName.replace('/', '.').replace('$', '.'), parents.nonEmpty)

  private val Serializable = "java/io/Serializable"
end FunctionTypes
