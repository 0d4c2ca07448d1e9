package eddy.launcher

import eddy.testing.{ChildJvm, PatientSuite, TestFolder, TestLength}

import java.io.BufferedReader
import java.net.URI
import java.net.http.HttpRequest.BodyPublishers
import java.net.http.HttpResponse.BodyHandlers
import java.net.http.{HttpClient, HttpRequest}
import java.nio.file.{Files, Path}
import java.time.Duration
import scala.jdk.CollectionConverters.*
import scala.jdk.OptionConverters.RichOptional

/** Keeps starts from getting slower unseen: the CPU time of `./eddy serve`, built and trained as for a user,
  * until its first answer.
  *
  * The figure is a ratio to the CPU time of a JVM that compiles and runs `Yardstick.java`, since machines
  * differ. CPU time instead of elapsed time, since other processes may run beside it.
  */
class StartCostSuite extends PatientSuite:
  test("a start costs at most a quarter more CPU time than recorded"):
    // As few as needed: the best of three counts.
    val measured = LazyList.fill(3):
      val yardstick = StartCostSuite.run(ChildJvm.command(StartCostSuite.yardstick))
      val start = serve()
      println(f"start: ${start.toMillis} ms of CPU time, yardstick: ${yardstick.toMillis} ms")
      start.toMillis.toDouble / yardstick.toMillis
    val limit = StartCostSuite.recorded * 1.25
    assert(
      measured.exists(_ <= limit),
      f"A start costs ${measured.min}%.2f times the yardstick; recorded are ${StartCostSuite.recorded}%.2f, and a quarter more is " +
        "allowed. Find out what made it slower; if the cost is justified, say why where you raise the figure in start-cost.txt."
    )

  test("the first start of a build analyses no handler of Eddy's own: the training has met them all"):
    val index = TestFolder.make("eddy-index")
    for kept <- Trained.index.toFile.listFiles do
      Files.copy(kept.toPath, index.resolve(kept.getName)): Unit
    analysesNothing(index)

  test("the training has met them all on a machine, too, that is slow".tag(TestLength.LongTest)):
    val index = TestFolder.make("eddy-index")
    // an interpreter in place of a slow processor
    val command = started(index, "-Xint")("train")
    val process = new ProcessBuilder(command*).redirectErrorStream(true).start()
    val output = String(process.getInputStream.readAllBytes)
    assert(process.waitFor() == 0, output)
    analysesNothing(index)

  private def started(index: Path, flags: String*)(words: String*): Seq[String] =
    val all = flags ++
      Seq("--add-opens=java.base/java.nio=ALL-UNNAMED", s"-Deddy.index=$index", "-cp", Trained.classPath)
    ChildJvm.command(all ++ ("eddy.launcher.Main" +: words)*)

  private def analysesNothing(index: Path): Unit =
    serving(started(index)("serve", "--port", "0")): (_, url) =>
      def ask(path: String) = request(s"$url$path", _.GET)
      for page <- Seq("", "chat/", "trading/") do assertEquals(ask(page).statusCode, 200, page)
      // handlers that are registered by others
      for running <- Seq(true, false) do
        val body = BodyPublishers.ofString(s"""{"running":$running}""")
        assertEquals(
          request(
            s"${url}trading/api/simulation",
            _.PUT(body).header("Content-Type", "application/json")
          ).statusCode,
          200
        )
      val analyses = ask("metrics").body.linesIterator.find(_.startsWith("eddy_analyses_total "))
      assertEquals(analyses, Some("eddy_analyses_total 0.0"))

  private def request(url: String, how: HttpRequest.Builder => HttpRequest.Builder) =
    HttpClient.newHttpClient.send(how(HttpRequest.newBuilder(URI.create(url))).build, BodyHandlers.ofString)

  private def serve(): Duration = serving(Seq(Trained.eddy, "serve", "--port", "0")): (process, url) =>
    assertEquals(request(url, _.GET).statusCode, 200)
    StartCostSuite.cpu(process)

  private def serving[A](command: Seq[String])(use: (Process, String) => A): A =
    val process = new ProcessBuilder(command*).redirectErrorStream(true).start()
    try
      use(process, StartCostSuite.url(process.inputReader))
    finally
      process.destroyForcibly().waitFor(): Unit
end StartCostSuite

private object StartCostSuite:
  /** A file among the resources of these tests, which are in a folder. */
  private def resource(name: String): Path =
    Path.of(getClass.getResource(s"/eddy/launcher/$name").toURI)

  lazy val recorded: Double =
    val lines = Files.readAllLines(resource("start-cost.txt")).asScala.filterNot(_.startsWith("#"))
    lines.mkString.trim.toDouble

  def yardstick: String = resource("Yardstick.java").toString

  /** The CPU time that the yardstick prints. */
  def run(command: Seq[String]): Duration =
    val process = new ProcessBuilder(command*).redirectErrorStream(true).start()
    val output = String(process.getInputStream.readAllBytes)
    assert(process.waitFor() == 0, s"${command.mkString(" ")} failed: $output")
    Duration.ofMillis(output.trim.toLong)

  def url(lines: BufferedReader): String =
    Iterator.continually(lines.readLine).takeWhile(_ != null).collectFirst { case s"  $url/ $_" => s"$url/" }
      .getOrElse(throw IllegalStateException("the server ended before it was up"))

  def cpu(process: Process): Duration =
    process.toHandle.info.totalCpuDuration.toScala.getOrElse(throw IllegalStateException("no CPU time"))
end StartCostSuite
