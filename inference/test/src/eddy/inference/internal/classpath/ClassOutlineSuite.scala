package eddy.inference.internal.classpath

import eddy.inference.internal.bytecode.Unsupported
import eddy.inference.internal.bytecode.{ClassOutline, ClassReader}

import java.nio.file.{Files, Path as FilePath}
import scala.jdk.CollectionConverters.*
import scala.util.Using

class ClassOutlineSuite extends eddy.testing.PatientSuite:
  private def classFiles(of: Class[?]): List[Array[Byte]] =
    val root = FilePath.of(of.getProtectionDomain.getCodeSource.getLocation.toURI)
    Using.resource(Files.walk(root)): files =>
      files.iterator.asScala.filter(_.toString.endsWith(".class")).map(Files.readAllBytes(_)).toList

  test("it says of every class what the whole reader says"):
    val all = classFiles(classOf[subjects.App]) ++ classFiles(getClass)
    assert(all.sizeIs > 100)
    for bytes <- all do
      val (outline, whole) = (ClassOutline(bytes), ClassReader(bytes))
      assertEquals(
        (outline.name, outline.superName, outline.interfaces),
        (whole.name, whole.superName, whole.interfaces.asScala.toList)
      )
      val closures = whole.lambdaSites.asScala.map(s => s"L${s.interfaceName};").toSet
      assertEquals(closures -- outline.dynamicResults, Set.empty[String], outline.name)
      assertEquals(outline.markers, whole.lambdaSites.asScala.toList.flatMap(_.markers.asScala), outline.name)

  test("who makes maps in the order of use is known"):
    val makers = classFiles(classOf[subjects.App]).map(ClassOutline(_)).filter(_.reorders).map(_.name)
    assertEquals(
      makers.toSet,
      Set("subjects/LRU", "subjects/LibraryCases$", "subjects/StandingCases$")
    )

  test("a class file that it does not understand is refused"):
    val bytes = classFiles(classOf[subjects.App]).head
    bytes(10) = 99
    assert(clue(intercept[Unsupported](ClassOutline(bytes)).getMessage.nn).contains("kind 99"))
end ClassOutlineSuite
