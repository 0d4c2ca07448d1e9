package eddy.inference.internal.classpath

import java.nio.file.attribute.FileTime
import java.nio.file.{Files, Path as FilePath}
import java.util.Comparator
import scala.util.Using

class FolderStampSuite extends eddy.testing.PatientSuite:
  private val inFolder = FunFixture[FilePath](
    _ => Files.createTempDirectory("stamp"),
    folder =>
      Using.resource(Files.walk(folder))(_.sorted(Comparator.reverseOrder[FilePath]).forEach(Files.delete(_)))
  )

  private def write(file: FilePath, content: Byte*): Unit =
    val _ = Files.createDirectories(file.getParent)
    Files.write(file, content.toArray): Unit

  inFolder.test("a folder is another one after each change of a class file or of what META-INF holds"):
    folder =>
      val (one, two) = (folder.resolve("a/One.class"), folder.resolve("b/Two.class"))
      write(one, 1)
      write(two, 2)
      var before = FolderStamp.of(folder)
      def isAnother(what: String): Unit =
        val now = FolderStamp.of(folder)
        assertNotEquals(now, before, what)
        before = now
      assertEquals(FolderStamp.of(folder), before)
      write(one, 3)
      isAnother("other content")
      write(one, 2)
      write(two, 3)
      isAnother("contents changed places")
      val _ = Files.move(one, folder.resolve("a/Three.class"))
      isAnother("another name")
      write(folder.resolve("META-INF/eddy/library.txt"), 1)
      isAnother("a file of facts")
      Files.delete(two)
      isAnother("one less")
      write(folder.resolve("application.conf"), 1)
      assertEquals(FolderStamp.of(folder), before)

  inFolder.test("a file that is larger than what is read at once counts as a whole"): folder =>
    val file = folder.resolve("A.class")
    val content = new Array[Byte](300_000)
    val _ = Files.write(file, content)
    val before = FolderStamp.of(folder)
    content(299_999) = 1
    val _ = Files.write(file, content)
    assertNotEquals(FolderStamp.of(folder), before)

  inFolder.test("a class file that is written since a moment is seen, and a log is not"): folder =>
    val (file, log) = (folder.resolve("a/One.class"), folder.resolve("a/program.log"))
    def write(place: FilePath, millis: Long) =
      this.write(place, 1)
      val _ = Files.setLastModifiedTime(place, FileTime.fromMillis(millis))
    write(file, 1000)
    write(log, 1001)
    def isChanged = FolderStamp.isChanged(folder, FileTime.fromMillis(1000))
    assert(!isChanged)
    write(file, 1001)
    assert(isChanged)
end FolderStampSuite
