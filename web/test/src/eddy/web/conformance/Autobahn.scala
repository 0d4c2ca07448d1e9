package eddy.web.conformance

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path, StandardCopyOption}
import java.security.MessageDigest
import java.util.HexFormat
import scala.jdk.CollectionConverters.*

import com.github.plokhotnyuk.jsoniter_scala.core.{JsonValueCodec, readFromString}
import com.github.plokhotnyuk.jsoniter_scala.macros.JsonCodecMaker

/** What became of one case, as `web/conformance/drive.py` tells it.
  *
  * @param verdict of what was received: OK, NON-STRICT (allowed, but not the best), INFORMATIONAL or a failure
  * @param close of how the connection ended, in the same words
  */
final case class CaseResult(
    id: String,
    verdict: String,
    result: String,
    close: String,
    closeResult: String,
    closeCode: Option[Int],
    millis: Long
):
  def passed: Boolean = CaseResult.Fine(verdict) && CaseResult.Fine(close)

  def reason: String =
    s"case $id: $verdict ($result), close $close with code ${closeCode.getOrElse("none")} ($closeResult)"

object CaseResult:
  private val Fine = Set("OK", "NON-STRICT", "INFORMATIONAL")
  given JsonValueCodec[CaseResult] = JsonCodecMaker.make

/** The Autobahn test suite's WebSocket cases, installed and converted to Python 3 once and kept in the user's cache.
  *
  * @param python an interpreter that has `venv` and `lib2to3`
  */
final class Autobahn(python: Path):
  private val scripts = Autobahn.repository.resolve("web/conformance").nn
  private lazy val home: Path = prepared()

  /** Runs cases against an echo server; `wanted` are sections (`7`, `7.9`) or cases (`7.9.3`). */
  def run(url: String, wanted: Seq[String]): Seq[CaseResult] =
    val script = scripts.resolve("drive.py").toString
    val lines = call(home.resolve("venv/bin/python").nn, Seq(script, home.toString, url) ++ wanted)
    lines.filter(_.startsWith("{")).map(readFromString[CaseResult](_))

  private def prepared(): Path =
    val sources =
      Seq("requirements.txt", "convert.py", "compat.py").map(n => Files.readString(scripts.resolve(n)).nn)
    val digest =
      MessageDigest.getInstance("SHA-256").nn.digest((python.toString +: sources).mkString.getBytes(UTF_8)).nn
    val home = Autobahn.cache.resolve(s"autobahn-${HexFormat.of.nn.formatHex(digest).nn.take(12)}").nn
    if !Files.exists(home) then
      println("autobahn: installing the suite and converting its cases (once) ...")
      Files.createDirectories(Autobahn.cache)
      val fresh = Files.createTempDirectory(Autobahn.cache, "autobahn-making-").nn
      val venv = fresh.resolve("venv").nn
      call(python, Seq("-m", "venv", venv.toString)): Unit
      val pip = Seq("-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps")
      call(
        venv.resolve("bin/python").nn,
        pip ++ Seq("-r", scripts.resolve("requirements.txt").toString)
      ): Unit
      call(venv.resolve("bin/python").nn, Seq(scripts.resolve("convert.py").toString, fresh.toString)): Unit
      // All or nothing, also when two test runs prepare at once.
      try Files.move(fresh, home, StandardCopyOption.ATOMIC_MOVE): Unit
      catch case e: java.nio.file.FileSystemException => if !Files.exists(home) then throw e
    home
  end prepared

  private def call(program: Path, arguments: Seq[String]): Seq[String] =
    val builder = ProcessBuilder((program.toString +: arguments).asJava).redirectErrorStream(true)
    val _ = builder.environment.nn.put("PYTHONDONTWRITEBYTECODE", "1")
    val process = builder.start().nn
    val output = String(process.getInputStream.nn.readAllBytes(), UTF_8)
    val code = process.waitFor()
    if code != 0 then
      throw RuntimeException(s"$program ${arguments.mkString(" ")} failed with exit code $code:\n$output")
    output.linesIterator.toSeq
end Autobahn

object Autobahn:
  /** The first Python that can run the cases: from 3.9 to 3.12, with its module `venv`. */
  def findPython: Option[Path] =
    val names = Seq("python3", "python3.12", "python3.11", "python3.10", "python3.9")
    val folders =
      Option(System.getenv("PATH")).fold(Seq.empty)(_.nn.split(java.io.File.pathSeparatorChar).toSeq)
    val named = Option(System.getenv("EDDY_PYTHON3")).map(p => Path.of(p.nn).nn)
    val onPath = for name <- names; folder <- folders yield Path.of(folder, name).nn
    (named.iterator ++ onPath).find(p => Files.isExecutable(p) && suits(p))

  private def suits(python: Path): Boolean =
    val probe = ProcessBuilder(python.toString, "-W", "ignore", "-c", "import lib2to3, venv, ensurepip")
      .redirectErrorStream(true)
      .redirectOutput(ProcessBuilder.Redirect.DISCARD)
    probe.start().nn.waitFor() == 0

  private def cache: Path =
    val base = Option(System.getenv("XDG_CACHE_HOME")).filter(_.nn.nonEmpty).map(p => Path.of(p.nn).nn)
    base.getOrElse(Path.of(System.getProperty("user.home"), ".cache")).resolve("eddy").nn

  /** The checkout that this test runs in: Mill starts tests in a folder below its `out/`. */
  private def repository: Path =
    Iterator
      .iterate(Path.of("").nn.toAbsolutePath)(_.nn.getParent)
      .takeWhile(_ != null)
      .map(_.nn)
      .find(folder => Files.exists(folder.resolve("web/conformance/drive.py")))
      .getOrElse(throw RuntimeException(
        s"${Path.of("").nn.toAbsolutePath} is not inside a checkout of this project"
      ))
end Autobahn
