package eddy.house

import java.lang.classfile.constantpool.{ClassEntry, MethodTypeEntry, NameAndTypeEntry}
import java.lang.classfile.{AttributedElement, Attributes, ClassFile, ClassModel}
import java.nio.file.{Files, Path}
import java.util.regex.Pattern
import scala.collection.mutable
import scala.jdk.CollectionConverters.*

/** The facts of a class file that the checks need, with names as in source: `eddy.web.Server`.
  *
  * @param parents the superclass and the interfaces
  * @param isConcrete whether it is a class that can have instances
  * @param source the name of the source file
  * @param references the top-level types that it names
  */
final case class ClassFacts(
    name: String,
    parents: Seq[String],
    isConcrete: Boolean,
    source: String,
    references: Set[String]
):
  def top: String = ClassFacts.topLevel(name)
  def packageName: String = ClassFacts.packageOf(name)

object ClassFacts:
  def in(folder: Path): Seq[ClassFacts] =
    if !Files.isDirectory(folder) then Nil
    else
      val walk = Files.walk(folder)
      try walk.filter(_.toString.endsWith(".class")).map(f => of(Files.readAllBytes(f))).toList.asScala.toSeq
      finally walk.close()

  def of(bytes: Array[Byte]): ClassFacts =
    val model = ClassFile.of().parse(bytes)
    val parents = (model.superclass.map(_.asInternalName).stream.toList.asScala ++
      model.interfaces.asScala.map(_.asInternalName)).map(_.replace('/', '.'))
    val sourceFile = model.findAttribute(Attributes.sourceFile())
    ClassFacts(
      model.thisClass.asInternalName.replace('/', '.'),
      parents.toSeq,
      (model.flags.flagsMask & (ClassFile.ACC_ABSTRACT | ClassFile.ACC_INTERFACE)) == 0,
      if sourceFile.isPresent then sourceFile.get.sourceFile.stringValue else "",
      references(model)
    )

  /** The type before the first `$`: nested classes, companions and the functions of a file belong to it. */
  def topLevel(name: String): String =
    name.indexOf('$', name.lastIndexOf('.') + 2) match
      case -1 => name
      case dollar => name.substring(0, dollar)

  def packageOf(name: String): String = name.substring(0, name.lastIndexOf('.').max(0))

  // The same as jdeps: classes, types and method types in the constant pool; descriptors, generic signatures
  // and annotations of the members.
  private def references(model: ClassModel): Set[String] =
    val found = mutable.Set.empty[String]
    def add(descriptor: String): Unit =
      val names = inDescriptor.matcher(descriptor)
      while names.find() do found += named(names.group(1))
    for entry <- model.constantPool.asScala do
      entry match
        case e: ClassEntry =>
          if e.asInternalName.startsWith("[") then add(e.asInternalName)
          else found += named(e.asInternalName)
        case e: NameAndTypeEntry => add(e.`type`.stringValue)
        case e: MethodTypeEntry => add(e.descriptor.stringValue)
        case _ => ()
    addAttributes(model, add)
    for field <- model.fields.asScala do
      add(field.fieldType.stringValue)
      addAttributes(field, add)
    for method <- model.methods.asScala do
      add(method.methodType.stringValue)
      addAttributes(method, add)
    found.toSet
  end references

  private def addAttributes(element: AttributedElement, add: String => Unit): Unit =
    element.findAttribute(Attributes.signature()).ifPresent(a => add(a.signature.stringValue))
    element.findAttribute(Attributes.runtimeVisibleAnnotations()).ifPresent: a =>
      a.annotations.forEach(annotation => add(annotation.className.stringValue))

  // a name within a descriptor or a signature, `Leddy/web/Server;` or `Leddy/web/Result<...`
  private val inDescriptor = Pattern.compile("L([\\w$/]+)[;<.]")

  private def named(internal: String) = topLevel(internal.replace('/', '.'))
end ClassFacts
