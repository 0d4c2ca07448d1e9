package eddy.bench.web

import eddy.bench.actors.Children
import eddy.bench.web.load.WebClient
import eddy.bench.web.run.{Course, Effort, Fleet, WebContender, WebWorkload}
import eddy.bench.web.workload.*

import java.io.{ByteArrayOutputStream, PrintStream}
import java.nio.file.{Files, Path}
import scala.concurrent.duration.Duration
import scala.concurrent.duration.DurationInt
import scala.util.Using

/** All workloads, in small, against a contender's own process: it answers right, and every figure is taken. */
abstract class WebContract extends munit.FunSuite:
  protected def contender: WebContender

  /** Those that it cannot do. */
  protected def without: Set[String] = Set.empty

  override def munitTimeout: Duration = 5.minutes

  private def files: Path = Files.createTempDirectory("eddy-web")

  test("every workload runs against it, is answered right and gives figures"):
    val out = new ByteArrayOutputStream
    val folder = files
    val bench = WebBench(WebPlan(), folder, folder, new PrintStream(out), live = false)
    val fine = bench.measure(WebContract.small, Seq(contender), Nil, WebContract.brief, Seq("a machine"))
    val text = out.toString
    assert(fine, text)
    val measured = Files.readString(folder.resolve("results.csv")).linesIterator.drop(1)
      .filterNot(_.contains(",0,")).map(_.takeWhile(_ != ',')).toSet
    assertEquals(measured, WebContract.small.map(_.name).toSet -- without, text)
    for file <- Seq("summary.txt", "samples.csv") do assert(Files.exists(folder.resolve(file)), file)

  test("its process ends with the run"):
    Using.resources(Children.ofThisMachine.open(), new WebClient): (children, client) =>
      val fleet = new Fleet(Seq(contender), children, files)
      val course = new Course(fleet, client, WebContract.brief, 2, _ => ())
      val stand = Using.resource(fleet): _ =>
        val stands = course.stands(
          new eddy.bench.web.run.Sheet("test"),
          eddy.bench.web.run.Launch(2, eddy.bench.web.run.Heap.Lean),
          Seq(Throughput.plaintext, Throughput.json)
        )
        assertEquals(stands.size, 1)
        stands.head
      assert(!stand.isAlive)
end WebContract

object WebContract:
  private[web] val brief = Effort(1, 30.millis, 30.millis, 200.millis, 200.millis, 40, quick = true)

  private[web] val small: Seq[WebWorkload] = Seq(
    new Throughput("plaintext", Throughput.plaintext, connections = 4),
    new Throughput("pipelined", Throughput.plaintext, connections = 2, pipelined = 4),
    new Throughput("json", Throughput.json, connections = 4),
    new Echo(connections = 4, perSecond = 200),
    new LightAndHeavy(perSecond = 50),
    new OnSystem(Seq(100), topPerSecond = 200),
    new Kernels(Map("fft" -> 1, "sor" -> 1, "mc" -> 1, "sparse" -> 1, "lu" -> 1)),
    new Stateful(repetitions = 1),
    new OffSystem(Seq(200), delayMillis = 20),
    new Idle()
  )

  /** A contender on the JVM, from the class path of the test. */
  def jvm(name: String, main: String, words: String*): WebContender =
    val java = Path.of(System.getProperty("java.home"), "bin", "java").toString
    WebContender(
      name,
      "of the test",
      jvm = true,
      (launch, port) =>
        (java +: launch.heap.flags) ++ Seq("-cp", System.getProperty("java.class.path"), main) ++
          launch.words(name, port) ++ words
    )
end WebContract
