package eddy.web.conformance

import java.nio.file.{Files, Path}

import com.github.plokhotnyuk.jsoniter_scala.core.readFromString

/** The Autobahn test suite's WebSocket cases, installed and converted to Python 3.
  *
  * @param home where they are, as [[Autobahn.prepare]] returns it
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
    try Some(Cache.folder("autobahn", python.toString +: sources)(make(Python(python), _)))
    catch
      case e: RuntimeException =>
        println(s"autobahn: ${e.getMessage}")
        None

  private def make(python: Python, fresh: Path): Unit =
    python.run("-m", "venv", fresh.resolve("venv").toString): Unit
    val inside = Python(fresh.resolve("venv/bin/python"))
    val install = "-m pip install --quiet --disable-pip-version-check --no-deps -r".split(" ").toSeq
    inside.run(install :+ script("requirements.txt")*): Unit
    inside.run(script("convert.py"), fresh.toString): Unit

  private def script(name: String): String = Cache.script(name).toString
end Autobahn
