package eddy.state.internal

import eddy.inference.Inference
import eddy.state.Checked
import eddy.testing.{ChildJvm, Waits}

import java.io.File
import java.nio.file.{Files, Path as FilePath}
import java.util.concurrent.TimeUnit
import java.util.zip.{ZipEntry, ZipOutputStream}
import scala.util.Using

/** Whether operations are checked in a program that says nothing of it, and in one that does. */
class CheckedByDefaultSuite extends eddy.testing.PatientSuite:

  /** After a handler out of a jar, and after one out of a folder. */
  private def checked(flags: String*): List[String] =
    val jar = Files.createTempFile("packed", ".jar")
    try
      pack(classOf[Packed], jar)
      val classPath = s"$jar${File.pathSeparator}${System.getProperty("java.class.path")}"
      val command = ChildJvm.command((flags ++ Seq("-cp", classPath, "eddy.state.internal.Develop"))*)
      val process = ProcessBuilder(command*).redirectErrorStream(true).start()
      val said = String(process.getInputStream.readAllBytes())
      assert(process.waitFor(Waits.LimitSeconds, TimeUnit.SECONDS))
      said.linesIterator.toList
    finally Files.delete(jar)

  private def pack(cls: Class[?], jar: FilePath): Unit =
    val file = s"${cls.getName.replace('.', '/')}.class"
    Using.Manager: use =>
      val out = use(ZipOutputStream(Files.newOutputStream(jar)))
      out.putNextEntry(ZipEntry(file))
      out.write(use(cls.getClassLoader.getResourceAsStream(file)).readAllBytes())
      out.closeEntry()
    .get

  test("handlers that come from a folder are checked, those out of jars alone are not"):
    assertEquals(checked(), List("false", "true"))

  test("the system property has the last word"):
    assertEquals(checked("-Deddy.state.checked=false"), List("false", "false"))
    assertEquals(checked("-Deddy.state.checked=true"), List("true", "true"))
end CheckedByDefaultSuite

/** Comes from a jar that stands before its folder on the class path. */
class Packed extends Runnable:
  def run(): Unit = ()

class Unpacked extends Runnable:
  def run(): Unit = ()

object Develop:
  def main(arguments: Array[String]): Unit =
    for callback <- List(Packed(), Unpacked()) do
      val _ = Inference.summary(callback)
      println(Checked.on)
