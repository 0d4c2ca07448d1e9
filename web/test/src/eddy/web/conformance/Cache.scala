package eddy.web.conformance

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{FileSystemException, Files, Path, StandardCopyOption}
import java.security.MessageDigest
import java.util.{Comparator, HexFormat}

/** Files that are made once for all test runs, in the user's cache folder, and again when their sources
  * change.
  */
object Cache:
  /** @param sources the texts it depends on
    * @param make fills an empty folder
    */
  def folder(name: String, sources: Seq[String])(make: Path => Unit): Path =
    val digest = MessageDigest.getInstance("SHA-256").digest(sources.mkString.getBytes(UTF_8))
    val home = root.resolve(s"$name-${HexFormat.of.formatHex(digest).take(12)}")
    if !Files.exists(home) then
      println(s"$name: getting it ready (once) ...")
      Files.createDirectories(root): Unit
      val fresh = Files.createTempDirectory(root, s"$name-making-")
      try
        make(fresh)
        // All or nothing, also when two test runs prepare at once: then the other's is as good.
        try Files.move(fresh, home, StandardCopyOption.ATOMIC_MOVE): Unit
        catch case e: FileSystemException => if !Files.exists(home) then throw e
      finally delete(fresh)
    home

  /** A file of this checkout's `web/conformance`: Mill starts tests in a folder below its `out/`. */
  def script(name: String): Path = scripts.resolve(name)

  private lazy val scripts: Path =
    val here = Path.of("").toAbsolutePath
    Iterator
      .iterate[Path | Null](here)(folder => if folder == null then null else folder.getParent)
      .takeWhile(_ != null)
      .collect { case folder: Path => folder.resolve("web/conformance") }
      .find(Files.isDirectory(_))
      .getOrElse(throw IllegalStateException(s"$here is not inside a checkout of this project"))

  private def root: Path =
    val base = Option(System.getenv("XDG_CACHE_HOME")).filter(_.nonEmpty).map(Path.of(_))
    base.getOrElse(Path.of(System.getProperty("user.home"), ".cache")).resolve("eddy")

  /** A folder that may exist, with its contents. */
  private def delete(folder: Path): Unit =
    if Files.exists(folder) then
      val contents = Files.walk(folder)
      try contents.sorted(Comparator.reverseOrder).forEach(Files.delete(_))
      finally contents.close()
end Cache
