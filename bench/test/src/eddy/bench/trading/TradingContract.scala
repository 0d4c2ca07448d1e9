package eddy.bench.trading

import eddy.bench.trading.workload.{ArticleLoad, ArticleRow, OnDisk, Peak}
import eddy.bench.web.WebContract
import eddy.bench.web.run.WebContender
import eddy.testing.{Need, NeedingSuite, TestFolder, TestLength, TimeLimit}

import java.io.{ByteArrayOutputStream, PrintStream}
import java.nio.file.Files
import scala.concurrent.duration.DurationInt

/** All workloads, in small, against a contender's own process and a real MariaDB: its sales are right, and
  * every figure is taken. The gate has two of the workloads for Eddy, and one for others.
  */
trait TradingContract extends NeedingSuite:
  override protected def timeLimit: TimeLimit =
    TimeLimit(10.minutes, "The first run builds the contender, and each test starts a database.")

  for program <- Seq("mariadbd", "mariadb-install-db") do
    val _ = need(Need.program("apt-get install mariadb-server", program))

  protected def contender: WebContender

  /** Whether the gate has the embedded database, too. */
  protected def isThorough: Boolean = false
  private def isLive = TradingContenders.of(contender.name).isLive

  test("it makes the right sales, keeps them, and gives figures"):
    val out = new ByteArrayOutputStream
    val folder = TestFolder.make("eddy-trading")
    // one step of each: whether it keeps up is the machine's affair
    val article = new ArticleLoad(2, Nil, Seq(ArticleRow(5.millis, 4)))
    val peak = new Peak(2, first = 20, top = 20, away = 2.millis)
    val disk = new OnDisk(Seq(ArticleRow(5.millis, 4)))
    // each but the first is a server more, and the peak a database more
    val small =
      if TestLength.isFull then Seq(article, peak, disk)
      else if isThorough then Seq(article, disk)
      else Seq(article)
    val fine =
      TradingBench.bench.measure(small, Seq(contender), WebContract.brief, folder, new PrintStream(out))
    val text = out.toString
    assert(fine, text)
    val results = Files.readString(folder.resolve("results.csv"))
    def figures(setting: String) = results.linesIterator.filter(_.startsWith(s"article,$setting")).map(line =>
      line.drop(s"article,$setting,".length).takeWhile(_ != ',')
    ).toSet
    val latencies = "ack" +: (if isLive then Seq("ack to durable", "durable to tape") else Nil)
    val all = Set("", "server CPU") ++ (for of <- latencies; p <- Seq("p50", "p99") yield s"$of $p")
    assertEquals(figures("\"2 engines, 5 ms, 4 clients\""), all, s"$results of\n$text")
    if isThorough then
      val ofDisk = results.linesIterator.filter(_.startsWith("disk,")).toVector
      assertEquals(ofDisk.size, 3, s"$results of\n$text")
end TradingContract

/** One on the JVM, as the harness starts it. */
abstract class JvmTradingContract(name: String, main: String) extends NeedingSuite(s"trading-$name"),
      TradingContract:
  protected def contender: WebContender =
    val words = TradingContenders.words(TradingContenders.of(name))
    WebContract.jvm(name, main, words*).copy(ready = TradingContenders.ready)
