package eddy.remote

import eddy.testing.PatientSuite

import java.lang.classfile.ClassFile
import java.lang.classfile.constantpool.{ClassEntry, MemberRefEntry}
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*

class NoReflectionSuite extends PatientSuite:
  private val forbidden =
    Set("java/io/ObjectInputStream", "java/io/ObjectOutputStream", "java/lang/reflect/Array")

  /** Names of reflection and of Java serialization that a class file uses. */
  private def uses(bytes: Array[Byte]): Seq[String] =
    val pool = ClassFile.of().parse(bytes).constantPool.asScala.toSeq
    pool.collect:
      case c: ClassEntry
          if forbidden(c.asInternalName) || c.asInternalName.startsWith("java/lang/reflect/") =>
        c.asInternalName
      case m: MemberRefEntry
          if m.owner.asInternalName == "java/lang/Class" && m.name.stringValue == "forName" =>
        "Class.forName"

  private def classesIn(folder: Path) =
    val walk = Files.walk(folder)
    try walk.filter(_.toString.endsWith(".class")).toList.asScala.toSeq
    finally walk.close()

  test("no class of the module uses reflection or Java serialization"):
    val folder = Path.of(sys.env("EDDY_REMOTE_CLASSES"))
    // macros run in the compiler
    val files = classesIn(folder).filterNot(f =>
      Seq("PicklerMacro", "Derivation").exists(f.getFileName.toString.startsWith)
    )
    assert(clue(files.size) > 20)
    val found = files.flatMap(f => uses(Files.readAllBytes(f)).map(u => s"${folder.relativize(f)} uses $u"))
    assertEquals(found, Nil)

  test("methods name only types that exist"):
    val folder = Path.of(sys.env("EDDY_REMOTE_CLASSES"))
    val own = "L(eddy/remote/[^;]+);".r
    val missing =
      for
        file <- classesIn(folder)
        method <- ClassFile.of().parse(Files.readAllBytes(file)).methods.asScala
        name <- own.findAllMatchIn(method.methodType.stringValue).map(_.group(1))
        if !Files.exists(folder.resolve(s"$name.class"))
      yield s"${folder.relativize(file)}: ${method.methodName.stringValue} names $name"
    assertEquals(missing, Nil)

  test("a class that uses them is found"):
    val own = Path.of(getClass.getProtectionDomain.getCodeSource.getLocation.toURI)
    val found = classesIn(own).filter(_.getFileName.toString.startsWith("Reflecting")).flatMap(f =>
      uses(Files.readAllBytes(f))
    )
    assertEquals(found.toSet, Set("Class.forName", "java/io/ObjectOutputStream", "java/lang/reflect/Method"))
end NoReflectionSuite

private final class Reflecting:
  def byName: Class[?] = Class.forName("x")
  def write(out: java.io.ObjectOutputStream): Unit = out.writeInt(1)
  def methods(of: Class[?]): String = of.getMethods.head.getName
