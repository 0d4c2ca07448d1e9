package eddy.bench.web

import eddy.bench.contest.Dist
import eddy.bench.web.run.{Effort, WebContender, WebWorkload}
import eddy.bench.web.workload.*
import eddy.testing.TimeLimit
import eddy.testing.{ChildJvm, TestLength}

import java.io.{ByteArrayOutputStream, PrintStream}
import java.nio.file.{Files, Path}
import scala.concurrent.duration.DurationInt

/** All workloads, in small, against a contender's own process: it answers right, and every figure is taken.
  * In the gate this is for Eddy and Netty; of others it asks by [[eddy.bench.web.contract.WebPeerContract]]
  * whether they answer right.
  */
trait WebContract extends eddy.testing.PatientSuite:
  override protected def timeLimit: TimeLimit =
    TimeLimit(10.minutes, "It runs all workloads against a server in a JVM of its own.")

  protected def contender: WebContender

  /** Those that it cannot do. */
  protected def without: Set[String] = Set.empty

  test("every workload runs against it, is answered right and gives figures"):
    val out = new ByteArrayOutputStream
    val folder = Files.createTempDirectory("eddy-web")
    val fine =
      WebBench.bench.measure(
        WebContract.small,
        Seq(contender),
        WebContract.brief,
        folder,
        new PrintStream(out)
      )
    val text = out.toString
    assert(fine, text)
    val measured = Files.readString(folder.resolve("results.csv")).linesIterator.drop(1)
      .filterNot(_.contains(",0,")).map(_.takeWhile(_ != ',')).toSet
    assertEquals(measured, WebContract.small.map(_.name).toSet -- without, text)
    for file <- Seq("summary.txt", "samples.csv") do assert(Files.exists(folder.resolve(file)), file)
end WebContract

object WebContract:
  private[bench] val brief = Effort(1, 30.millis, 30.millis, 200.millis, 200.millis, 40, quick = true)

  private[bench] val small: Seq[WebWorkload] = Seq(
    new Throughput("plaintext", Throughput.plaintext, connections = 4),
    new Throughput("pipelined", Throughput.plaintext, connections = 2, pipelined = 4),
    new Throughput("json", Throughput.json, connections = 4),
    new Echo(connections = 4, perSecond = 200),
    new LightAndHeavy(perSecond = 50),
    new OnSystem(Seq(100), topPerSecond = 200),
    new Kernels(Map("fft" -> 1, "sor" -> 1, "mc" -> 1, "sparse" -> 1, "lu" -> 1)),
    // each policy is two more servers
    if TestLength.isFull then new Stateful(repetitions = 1)
    else new Stateful(repetitions = 1, Seq("park"), times = 1),
    new OffSystem(Seq(200), delayMillis = 20),
    new Idle(),
    new FilesOnDisk(3, 1000),
    new BesideActors(10, perSecond = 100)
  )

  /** What only Eddy takes part in. */
  val onlyEddy: Set[String] = Set("stateful", "files", "beside")

  /** A contender on the JVM, as the build makes it. */
  def jvm(name: String, main: String, words: String*): WebContender =
    val dist = Dist(Path.of(
      Option(System.getenv("EDDY_DIST")).getOrElse(sys.error("EDDY_DIST is not set; build.mill does"))
    ))
    WebContender(
      name,
      "of the test",
      jvm = true,
      // the optimizing compiler would only be warming up
      (launch, port) =>
        dist.command(
          launch.heap.flags ++ Seq("-XX:TieredStopAtLevel=1") ++ ChildJvm.index,
          main,
          launch.words(name, port) ++ words
        )
    )
end WebContract
