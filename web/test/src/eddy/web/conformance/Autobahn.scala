package eddy.web.conformance

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{FileSystemException, Files, Path, StandardCopyOption}
import java.security.MessageDigest
import java.util.{Comparator, HexFormat}

import com.github.plokhotnyuk.jsoniter_scala.core.readFromString

/** The Autobahn test suite's WebSocket cases, installed and converted to Python 3.
  *
  * @param home where they are, as [[Autobahn.prepare]] gives it
  */
final class Autobahn(home: Path):
  /** Runs cases against an echo server; `wanted` are sections (`7`, `7.9`) or cases (`7.9.3`). */
  def run(url: String, wanted: Seq[String]): Seq[CaseResult] =
    val script = Autobahn.script("drive.py")
    val lines = Python(home.resolve("venv/bin/python")).run(Seq(script, home.toString, url) ++ wanted*)
    lines.filter(_.startsWith("{")).map(readFromString[CaseResult](_))

object Autobahn:
  /** Installs and converts, once: the result stays in the user's cache folder until the scripts here change.
    * @return `None`, after saying why, when that failed: the network may be away
    */
  def prepare(python: Path): Option[Path] =
    val sources = Seq("requirements.txt", "convert.py").map(name => Files.readString(Path.of(script(name))))
    val digest =
      MessageDigest.getInstance("SHA-256").digest((python.toString +: sources).mkString.getBytes(UTF_8))
    val home = cache.resolve(s"autobahn-${HexFormat.of.formatHex(digest).take(12)}")
    if Files.exists(home) then Some(home)
    else
      println("autobahn: installing the suite and converting its cases (once) ...")
      try
        make(Python(python), home)
        Some(home)
      catch
        case e: RuntimeException =>
          println(s"autobahn: ${e.getMessage}")
          None

  private def make(python: Python, home: Path): Unit =
    Files.createDirectories(home.getParent): Unit
    val fresh = Files.createTempDirectory(home.getParent, "autobahn-making-")
    try
      python.run("-m", "venv", fresh.resolve("venv").toString): Unit
      val inside = Python(fresh.resolve("venv/bin/python"))
      val install = "-m pip install --quiet --disable-pip-version-check --no-deps -r".split(" ").toSeq
      inside.run(install :+ script("requirements.txt")*): Unit
      inside.run(script("convert.py"), fresh.toString): Unit
      // All or nothing, also when two test runs prepare at once: then the other's is as good.
      try Files.move(fresh, home, StandardCopyOption.ATOMIC_MOVE): Unit
      catch case e: FileSystemException => if !Files.exists(home) then throw e
    finally delete(fresh)

  /** A folder that may be there, with what is in it. */
  private def delete(folder: Path): Unit =
    if Files.exists(folder) then
      val contents = Files.walk(folder)
      try contents.sorted(Comparator.reverseOrder).forEach(Files.delete(_))
      finally contents.close()

  private def cache: Path =
    val base = Option(System.getenv("XDG_CACHE_HOME")).filter(_.nonEmpty).map(Path.of(_))
    base.getOrElse(Path.of(System.getProperty("user.home"), ".cache")).resolve("eddy")

  private def script(name: String): String = scripts.resolve(name).toString

  /** In the checkout that this test runs in: Mill starts tests in a folder below its `out/`. */
  private lazy val scripts: Path =
    val here = Path.of("").toAbsolutePath
    Iterator
      .iterate[Path | Null](here)(folder => if folder == null then null else folder.getParent)
      .takeWhile(_ != null)
      .collect { case folder: Path => folder.resolve("web/conformance") }
      .find(Files.isDirectory(_))
      .getOrElse(throw IllegalStateException(s"$here is not inside a checkout of this project"))
end Autobahn
