package eddy.house

import java.nio.file.FileVisitResult.{CONTINUE, SKIP_SUBTREE}
import java.nio.file.attribute.BasicFileAttributes
import java.nio.file.{FileVisitResult, Files, Path, SimpleFileVisitor}
import scala.collection.mutable

/** A text file of the repository.
  *
  * @param path relative to the checkout, with slashes
  * @param module the module whose folder holds it, also for tests; `root` for files outside any folder
  * @param changed time of the last change
  */
final case class TextFile(path: String, module: String, text: String, changed: Long):
  val isTest: Boolean = path.split('/').contains("test")

  /** The part of the name behind the last dot; `sh` for a name without a dot. */
  def extension: String =
    val name = path.substring(path.lastIndexOf('/') + 1)
    if name.contains('.') then name.substring(name.lastIndexOf('.') + 1) else "sh"

  private lazy val lineStarts = 0 +: text.indices.filter(text.charAt(_) == '\n').map(_ + 1).toArray

  /** The line of an offset, from 1. */
  def lineOf(offset: Int): Int =
    val found = java.util.Arrays.binarySearch(lineStarts, offset)
    if found >= 0 then found + 1 else -found - 1

/** The documents, sources, scripts and texts of a checkout.
  *
  * The walk does not depend on git: it works without `.git`, and files that are not added yet count. It skips
  * folders that git ignores: build results, npm packages, a server's data, hidden folders.
  */
final class Repository(root: Path, modules: Seq[String]):
  lazy val files: Seq[TextFile] =
    val found = mutable.Buffer.empty[Path]
    val _ = Files.walkFileTree(
      root,
      new SimpleFileVisitor[Path]:
        override def preVisitDirectory(folder: Path, attributes: BasicFileAttributes): FileVisitResult =
          if folder != root && isSkipped(folder.getFileName.toString) then SKIP_SUBTREE else CONTINUE
        override def visitFile(file: Path, attributes: BasicFileAttributes): FileVisitResult =
          if attributes.isRegularFile && Repository.isText(file) then found += file
          CONTINUE
    )
    found.toSeq.sorted.map: file =>
      val path = root.relativize(file).toString.replace('\\', '/')
      TextFile(path, moduleOf(path), Files.readString(file), Files.getLastModifiedTime(file).toMillis)

  /** The module with the innermost folder around `path`. */
  def moduleOf(path: String): String =
    byLength.find(m => path.startsWith(m.replace('.', '/') + "/")).getOrElse:
      if path.contains('/') then path.takeWhile(_ != '/') else "root"

  /** Findings in files that changed last come first: after a growth these are the likely ones. */
  def newestFirst(findings: Seq[Finding]): Seq[Finding] =
    val changed = files.map(f => f.path -> f.changed).toMap
    findings.sortBy(f => (-changed.getOrElse(f.file, 0L), f.file, f.line))

  private val byLength = modules.distinct.sortBy(-_.length)

  private def isSkipped(folder: String) =
    folder.startsWith(".") && folder != ".ci" || Repository.skipped(folder)
end Repository

object Repository:
  private val skipped = Set("out", "node_modules", "eddy-data", "__pycache__")

  private val extensions = Seq(".md", ".scala", ".java", ".mill", ".js", ".mjs", ".sh", ".conf", ".txt")

  private def isText(file: Path) =
    val name = file.getFileName.toString
    extensions.exists(name.endsWith) || !name.contains('.') && startsWithComment(file)

  /** A shell script, also one that other scripts read and that has no `#!`. */
  private def startsWithComment(file: Path) =
    val in = Files.newInputStream(file)
    try in.read() == '#'
    finally in.close()
