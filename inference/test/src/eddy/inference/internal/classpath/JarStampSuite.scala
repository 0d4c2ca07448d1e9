package eddy.inference.internal.classpath

import java.nio.file.attribute.FileTime
import java.nio.file.{Files, Path as FilePath}
import java.util.zip.{ZipEntry, ZipOutputStream}
import scala.util.Using

class JarStampSuite extends eddy.testing.PatientSuite:
  private val file = FunFixture[FilePath](_ => Files.createTempFile("stamp", ".jar"), Files.delete(_))
  private val time = FileTime.fromMillis(1_000_000_000_000L)

  /** With one time for all files, as builds that can be repeated give it, and nothing compressed. */
  private def write(jar: FilePath, content: String, comment: String = ""): Unit =
    Using.resource(ZipOutputStream(Files.newOutputStream(jar))): out =>
      out.setLevel(0)
      out.setComment(comment)
      for name <- List("a/One.class", "a/Two.class") do
        out.putNextEntry(ZipEntry(name).setLastModifiedTime(time))
        out.write(content.getBytes)
    Files.setLastModifiedTime(jar, time): Unit

  private def stamp(jar: FilePath) = ClassPlace(jar).stamp

  file.test("a jar with other content of the same size and time is another one"): jar =>
    for comment <- List("", "a comment", "a comment of some length. " * 100) do
      write(jar, "one", comment)
      val (size, before) = (Files.size(jar), stamp(jar))
      write(jar, "two", comment)
      assertEquals(Files.size(jar), size)
      assertNotEquals(stamp(jar), before, comment)

  file.test("a jar stays the same when it gets another time"): jar =>
    write(jar, "one")
    val before = stamp(jar)
    val _ = Files.setLastModifiedTime(jar, FileTime.fromMillis(0))
    assertEquals(stamp(jar), before)

  file.test("a file that is no jar counts with its whole content"): jar =>
    def of(text: String) =
      val _ = Files.writeString(jar, text)
      stamp(jar)
    assertNotEquals(of("x" * 5000), of("y" + "x" * 4999))
    assertNotEquals(of(""), of("x"))
end JarStampSuite
