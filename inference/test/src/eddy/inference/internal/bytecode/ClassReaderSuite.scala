package eddy.inference.internal.bytecode

import java.nio.file.{Files, Path as FilePath}
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** Class files as the JDK's own reader of them reads them, which is too slow for a JVM that has just started.
  */
class ClassReaderSuite extends eddy.testing.PatientSuite:
  private def classFiles(of: Class[?]): List[Array[Byte]] =
    val root = FilePath.of(of.getProtectionDomain.getCodeSource.getLocation.toURI)
    Using.resource(Files.walk(root)): files =>
      files.iterator.asScala.filter(_.toString.endsWith(".class")).map(Files.readAllBytes(_)).toList

  private def show(i: Instruction) =
    // some constants are no numbers, and equal nothing
    val constant = Option(i.constant).map(c => (c.toString, c.getClass))
    (i.op, i.number, i.wide, i.reference, i.owner, i.name, i.descriptor, i.targets.toList, i.lambda, constant)

  private def showCode(code: MethodCode | Null) = Option(code).map: c =>
    (
      c.isStatic,
      c.maxLocals,
      c.instructions.toList.map(show),
      c.lines.toList,
      c.leaders.toList,
      c.handlers.toList
    )

  /** Library classes of which some have code that no compiler of ours writes. */
  private val ofJdk =
    List(
      "java/lang/String",
      "java/util/HashMap",
      "java/lang/Math",
      "java/util/stream/Collectors",
      "java/time/Duration"
    )

  test("it says of every class what the JDK says"):
    val all = classFiles(classOf[subjects.App]) ++ classFiles(getClass) ++ classFiles(classOf[ClassReader]) ++
      ofJdk.map(c =>
        Using.resource(ClassLoader.getSystemResourceAsStream(s"$c.class").nn)(_.readAllBytes.nn)
      )
    assert(all.sizeIs > 300)
    for bytes <- all do
      val (ours, jdks) = (ClassReader(bytes), JdkClassReader(bytes))
      def same[A](ask: ClassReader => A, askJdk: JdkClassReader => A): Unit =
        assertEquals(ask(ours), askJdk(jdks), jdks.name)
      same(_.name, _.name)
      same(_.superName, _.superName)
      same(_.interfaces, _.interfaces)
      same(_.flags, _.flags)
      same(_.fields, _.fields)
      same(_.methods, _.methods)
      same(_.annotations, _.annotations)
      same(_.stableFields, _.stableFields)
      same(_.lambdaSites, _.lambdaSites)
      for m <- jdks.methods.asScala do
        same(_.methodFlags(m), _.methodFlags(m))
        same(_.annotations(m), _.annotations(m))
        same(r => showCode(r.code(m)), r => showCode(r.code(m)))
end ClassReaderSuite
