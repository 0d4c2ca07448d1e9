package eddy.inference.internal.classpath

import java.nio.file.attribute.PosixFilePermissions.fromString
import java.nio.file.attribute.{FileTime, PosixFilePermissions}
import java.nio.file.{Files, Path as FilePath}
import java.util.Comparator
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** Locks follow from the files of the folder. */
class IndexFolderSuite extends eddy.testing.PatientSuite:
  private val inFolder = FunFixture[FilePath](
    _ => Files.createTempDirectory("index"),
    folder =>
      Using.resource(Files.walk(folder))(_.sorted(Comparator.reverseOrder[FilePath]).forEach(Files.delete(_)))
  )

  private val key = "key\n".getBytes
  private def write(file: FilePath) = IndexFolder.write(file, key, "kept".getBytes)
  private def read(file: FilePath) = IndexFolder.read(file, key).map(String(_))
  private def permit(file: FilePath, permissions: String): Unit =
    Files.setPosixFilePermissions(file, fromString(permissions)): Unit

  /** A folder as a process with umask 002 makes it. */
  private def shared(folder: FilePath) =
    val made = Files.createDirectory(folder.resolve("index"))
    permit(made, "rwxrwxr-x")
    made

  private def names(folder: FilePath) =
    Using.resource(Files.list(folder))(_.iterator.asScala.map(_.getFileName.toString).toSet)

  inFolder.test("a file and its lines are read back, and only this user may write them"): folder =>
    val index = folder.resolve("not/yet")
    val (file, lines) = (index.resolve("file"), index.resolve("lines"))
    IndexFolder.append(lines, "one")
    write(file)
    IndexFolder.append(lines, "two")
    assertEquals(read(file), Some("kept"))
    assertEquals(IndexFolder.lines(lines), List("one", "two"))
    for made <- List(index, file, lines) do
      val text = PosixFilePermissions.toString(Files.getPosixFilePermissions(made))
      assertEquals(text.substring(3), "------", made)

  inFolder.test("nothing is read from or written to a folder that others may write"): folder =>
    val index = shared(folder)
    val (file, lines) = (index.resolve("file"), index.resolve("lines"))
    write(file)
    IndexFolder.append(lines, "one")
    assertEquals(names(index), Set())
    permit(index, "rwx------")
    write(file)
    IndexFolder.append(lines, "one")
    permit(index, "rwxrwxr-x")
    assertEquals(read(file), None)
    assertEquals(IndexFolder.lines(lines), Nil)

  inFolder.test("lines that others may have written are not read, and those after them are"): folder =>
    val lines = folder.resolve("lines")
    IndexFolder.append(lines, "one")
    permit(lines, "rw-rw-rw-")
    assertEquals(IndexFolder.lines(lines), Nil)
    IndexFolder.append(lines, "two")
    assertEquals(IndexFolder.lines(lines), List("two"))

  inFolder.test("a file or folder of another user is not read; one of root is"): folder =>
    val root = folder.getFileSystem.getUserPrincipalLookupService.lookupPrincipalByName("root")
    assume(Files.getOwner(folder) == root, "only root gives files to others")
    val nobody = folder.getFileSystem.getUserPrincipalLookupService.lookupPrincipalByName("nobody")
    val file = folder.resolve("file")
    write(file)
    for part <- List(file, folder) do
      val _ = Files.setOwner(part, nobody)
      assertEquals(read(file), None, part)
      val _ = Files.setOwner(part, root)
    assertEquals(read(file), Some("kept"))

  inFolder.test("bytes that are no text spoil their own line only"): folder =>
    val lines = folder.resolve("lines")
    IndexFolder.append(lines, "one")
    val _ = Files.write(lines, Files.readAllBytes(lines) ++ Array[Byte](-1, '\n'))
    IndexFolder.append(lines, "two")
    assertEquals(IndexFolder.lines(lines).filter(_.forall(_ < 128)), List("one", "two"))

  inFolder.test("of the files of earlier versions those beyond a size are deleted, the oldest first"):
    folder =>
      for (name, days) <-
          List("summaries-00000001" -> 3, "00000002" -> 2, "summaries-00000003" -> 1, "of others" -> 9)
      do
        val file = Files.write(folder.resolve(name), new Array[Byte](10))
        Files.setLastModifiedTime(
          file,
          FileTime.fromMillis(System.currentTimeMillis - days * 86_400_000L)
        ): Unit
      IndexFolder.deleteOld(folder, maxBytes = 25)
      assertEquals(names(folder), Set("00000002", "summaries-00000003", "of others"))
end IndexFolderSuite
