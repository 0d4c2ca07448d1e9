package eddy.inference.internal.classpath

import java.io.FileInputStream
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.attribute.{BasicFileAttributes, FileTime}
import java.nio.file.{FileVisitResult, Files, Path as FilePath, SimpleFileVisitor}
import java.util.zip.{CRC32, CRC32C}

/** Tells the content of a folder from any other: how many files an analysis may read in it, how many bytes
  * they have, and a checksum of 64 bits for names and contents, whatever the order in which the system lists
  * them. Each start of a program in development reads all its class files for this, so it takes one look at
  * each file, and no functions, which would be classes that the JVM has to make.
  */
private[inference] object FolderStamp:
  def of(folder: FilePath): String =
    val reading = Reading(folder)
    Files.walkFileTree(folder, reading): Unit
    reading.result

  /** A file that counts was written after this time. Others are written while the program runs: its log, or
    * the index itself, where the class path has the folder in which it runs.
    */
  def isChanged(folder: FilePath, since: FileTime): Boolean =
    val looking = Looking(folder, since)
    Files.walkFileTree(folder, looking): Unit
    looking.found

  /** An analysis may read it. */
  private def counts(path: String, prefix: Int) =
    path.endsWith(".class") || path.startsWith("META-INF", prefix)

  private final class Reading(folder: FilePath) extends SimpleFileVisitor[FilePath]:
    private val prefix = folder.toString.length + 1
    private val one = CRC32()
    private val other = CRC32C()
    private var buffer = new Array[Byte](64 << 10)
    private var files = 0
    private var bytes = 0L
    private var sum = 0L

    override def visitFile(file: FilePath, about: BasicFileAttributes): FileVisitResult =
      val path = file.toString
      if counts(path, prefix) then add(path.substring(prefix).getBytes(UTF_8), path)
      FileVisitResult.CONTINUE

    private def add(name: Array[Byte], file: String): Unit =
      one.reset()
      other.reset()
      update(name, name.length)
      val length = read(file)
      update(buffer, length)
      files += 1
      bytes += length
      sum += one.getValue << 32 | other.getValue

    private def update(content: Array[Byte], length: Int): Unit =
      one.update(content, 0, length)
      other.update(content, 0, length)

    /** Into the buffer. */
    private def read(file: String): Int =
      val in = FileInputStream(file)
      try
        var length = 0
        var more = in.read(buffer, 0, buffer.length)
        while more > 0 do
          length += more
          if length == buffer.length then buffer = java.util.Arrays.copyOf(buffer, 2 * length)
          more = in.read(buffer, length, buffer.length - length)
        length
      finally in.close()

    def result: String = s"$files $bytes $sum"
  end Reading

  private final class Looking(folder: FilePath, since: FileTime) extends SimpleFileVisitor[FilePath]:
    private val prefix = folder.toString.length + 1
    var found = false

    override def visitFile(file: FilePath, about: BasicFileAttributes): FileVisitResult =
      found = about.lastModifiedTime.compareTo(since) > 0 && counts(file.toString, prefix)
      if found then FileVisitResult.TERMINATE else FileVisitResult.CONTINUE
end FolderStamp
