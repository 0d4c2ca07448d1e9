package eddy.web.conformance

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*

/** A Python interpreter. */
final class Python(val path: Path):
  /** Runs it to its end.
    * @return the lines of its output
    * @throws RuntimeException with the output, when its exit code is not 0
    */
  def run(arguments: String*): Seq[String] =
    val builder = ProcessBuilder((path.toString +: arguments).asJava).redirectErrorStream(true)
    // Nothing is written beside the scripts, which are in the checkout.
    builder.environment.put("PYTHONPYCACHEPREFIX", System.getProperty("java.io.tmpdir") + "/eddy-pyc"): Unit
    val process = builder.start()
    val output = String(process.getInputStream.readAllBytes(), UTF_8)
    val code = process.waitFor()
    if code != 0 then
      throw RuntimeException(s"$path ${arguments.mkString(" ")} failed with exit code $code:\n$output")
    output.linesIterator.toSeq

object Python:
  /** The first that can convert the cases: from 3.9 to 3.12, with its modules `venv` and `lib2to3`.
    * `EDDY_PYTHON3` goes before those on PATH.
    */
  def find: Option[Path] =
    val names = Seq("python3", "python3.12", "python3.11", "python3.10", "python3.9")
    val folders =
      Option(System.getenv("PATH")).fold(Seq.empty)(_.split(java.io.File.pathSeparatorChar).toSeq)
    val named = Option(System.getenv("EDDY_PYTHON3")).map(Path.of(_))
    val onPath = for name <- names; folder <- folders yield Path.of(folder, name)
    (named.iterator ++ onPath).find(p => Files.isExecutable(p) && suits(p))

  private def suits(python: Path): Boolean =
    ProcessBuilder(python.toString, "-W", "ignore", "-c", "import lib2to3, venv, ensurepip")
      .redirectErrorStream(true)
      .redirectOutput(ProcessBuilder.Redirect.DISCARD)
      .start()
      .waitFor() == 0
end Python
