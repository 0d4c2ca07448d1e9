package eddy.bench.push

import eddy.bench.push.workload.*
import eddy.bench.web.WebContract
import eddy.bench.web.run.{WebContender, WebWorkload}
import eddy.testing.TimeLimit

import java.io.{ByteArrayOutputStream, PrintStream}
import java.nio.file.Files
import scala.concurrent.duration.DurationInt

/** All workloads, in small, against a contender's own process: every message comes to all, and every figure is taken. */
trait PushContract extends eddy.testing.PatientSuite:
  override protected def timeLimit: TimeLimit =
    TimeLimit(10.minutes, "The first run builds the contender from packages of a registry.")

  protected def contender: WebContender

  protected def measure(workloads: WebWorkload*): (fine: Boolean, out: String, results: Seq[String]) =
    val out = new ByteArrayOutputStream
    val folder = Files.createTempDirectory("eddy-push")
    val fine =
      PushBench.bench.measure(workloads, Seq(contender), WebContract.brief, folder, new PrintStream(out))
    for file <- Seq("summary.txt", "samples.csv") do assert(Files.exists(folder.resolve(file)), file)
    (fine, out.toString, Files.readString(folder.resolve("results.csv")).linesIterator.drop(1).toSeq)

  test("every workload runs against it, loses nothing and gives figures"):
    val small = PushContract.small(Seq(MediatorSetup.memory))
    val (fine, text, results) = measure(small*)
    assert(fine, text)
    val measured = results.filterNot(_.contains(",0,")).map(_.takeWhile(_ != ',')).toSet
    assertEquals(measured, small.map(_.name).toSet, text)
end PushContract

object PushContract:
  private[bench] def small(mediators: Seq[MediatorSetup]): Seq[WebWorkload] = Seq(
    new Tables(2, 5, mediators),
    new Figure9(3, 4, mediators),
    new Bursts("figure7", 1, Seq(5, 10), mediators),
    new Bursts("figure8", 4, Seq(8), mediators),
    new Fanout(Seq(20)),
    new RoundTrips(10, 2, Seq(100)),
    new IdleSubscribers
  )
