package eddy.trading

import eddy.testing.{ChildJvm, TestFolder, TestLength, TimeLimit, Waits}
import eddy.trading.internal.HeapShare

import java.util.concurrent.TimeUnit
import scala.concurrent.duration.DurationInt

class FloodSuite extends eddy.testing.PatientSuite:
  override protected def timeLimit: TimeLimit = TimeLimit(10.minutes, "It fills the heap of a service.")

  // a service of a usual size in the long run
  private val megabytes = if TestLength.isFull then 1024 else 96

  test("a flood of orders from made-up traders is refused before the heap is full; the service lives on"):
    val file = TestFolder.make("eddy-trading-flood").resolve("trading.sqlite")
    val classPath = String.valueOf(System.getProperty("java.class.path"))
    val command = ChildJvm.command(
      s"-Xmx${megabytes}m",
      "-XX:+ExitOnOutOfMemoryError",
      "-cp",
      classPath,
      "eddy.trading.FloodMain",
      s"jdbc:sqlite:$file"
    )
    val process = new ProcessBuilder(command*).redirectError(ProcessBuilder.Redirect.INHERIT).start().nn
    val says = String(process.getInputStream.nn.readAllBytes)
    assert(process.waitFor(Waits.LimitSeconds, TimeUnit.SECONDS))
    assertEquals(process.exitValue, 0, says)
    val most = HeapShare.ordersIn(megabytes * (1L << 20))
    val lines = says.linesIterator.toVector
    assertEquals(lines.take(3), Vector("ACME BookFull", "BOLT BookFull", "CORN ExchangeFull"), says)
    val open = lines(3).stripPrefix("open ").toInt
    // the collector may count a part of the heap out
    assert(open > most / 2 && open <= most, says)
    assertEquals(lines.drop(4), Vector("best 1", s"cancelled $open"))
end FloodSuite
