package eddy.testing

import java.io.IOException
import java.nio.file.attribute.BasicFileAttributes
import java.nio.file.{FileVisitResult, Files, Path, SimpleFileVisitor}

/** Folders for temporary files, deleted with all that they hold when the test's process ends. */
object TestFolder:
  /** @param name what its name begins with */
  def make(name: String): Path =
    val folder = Files.createTempDirectory(name).nn
    Runtime.getRuntime.nn.addShutdownHook(new Thread(() => delete(folder)))
    folder

  /** A file that is made at the same time may stay. */
  def delete(folder: Path): Unit = if Files.exists(folder) then
    val deleting = new SimpleFileVisitor[Path]:
      override def visitFile(file: Path, attributes: BasicFileAttributes): FileVisitResult =
        Files.deleteIfExists(file): Unit
        FileVisitResult.CONTINUE
      override def visitFileFailed(file: Path, why: IOException): FileVisitResult = FileVisitResult.CONTINUE
      override def postVisitDirectory(each: Path, why: IOException): FileVisitResult =
        try Files.deleteIfExists(each): Unit
        catch case _: IOException => ()
        FileVisitResult.CONTINUE
    Files.walkFileTree(folder, deleting): Unit
end TestFolder
