package eddy.house

import java.lang.classfile.ClassFile
import java.lang.constant.ClassDesc
import java.nio.file.Path

/** Small examples that break the rules. */
object Planted:
  /** A class file whose class has a field of each type in `uses`. */
  def classFile(
      name: String,
      uses: Seq[String] = Nil,
      parent: String = "java.lang.Object",
      flags: Int = 0
  ): ClassFacts =
    ClassFacts.of(ClassFile.of().build(
      ClassDesc.of(name),
      builder =>
        val _ = builder.withFlags(ClassFile.ACC_PUBLIC | flags).withSuperclass(ClassDesc.of(parent))
        for (use, i) <- uses.zipWithIndex do
          val _ = builder.withField(s"field$i", ClassDesc.of(use), ClassFile.ACC_PUBLIC)
    ))

  /** Classes that need each other in a circle. */
  def circle(names: Seq[String]): Seq[ClassFacts] =
    names.zip(names.tail :+ names.head).map((name, next) => classFile(name, Seq(next)))

  def file(path: String, text: String): TextFile = TextFile(path, path.takeWhile(_ != '/'), text, 0)

  def source(path: String, text: String): Source = Source(file(path, text))

  def module(name: String, kind: ModuleKind = ModuleKind.Library): Module =
    Module(name, kind, Path.of("unused"))
end Planted
