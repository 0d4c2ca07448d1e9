package eddy.trading

import eddy.testing.Eventually
import eddy.trading.ExchangeFixture.{plain, use}
import eddy.trading.internal.Wire.given
import eddy.trading.internal.{EngineCounters, Statistics, Stopwatch, Wire}

import java.util.logging.{Handler, Level, LogRecord, Logger}
import scala.concurrent.Future
import scala.concurrent.duration.DurationInt

import com.github.plokhotnyuk.jsoniter_scala.core.writeToString
import io.micrometer.prometheusmetrics.{PrometheusConfig, PrometheusMeterRegistry}

class StatisticsSuite extends eddy.testing.PatientSuite:
  private def done(lots: Seq[Long], repeated: Boolean = false) =
    val traded = lots.zipWithIndex.map: (n, i) =>
      val (ada, bob) = (TraderId("ada"), TraderId("bob"))
      MarketEvent.Traded(i + 1, Price(100), Quantity(n), OrderId(1, 1), ada, OrderId(1, 2), bob, Side.Buy)
    Answer.Done(OrderId(1, 1), traded.toVector, Future.never, repeated)

  /** What the exchange writes to its log at this level meanwhile. */
  private def logged(level: Level)(body: => Unit): Vector[String] =
    val logger = Logger.getLogger("eddy.trading").nn
    val lines = Vector.newBuilder[String]
    val handler = new Handler:
      def publish(record: LogRecord): Unit = lines += String.valueOf(record.getMessage): Unit
      def flush(): Unit = ()
      def close(): Unit = ()
    handler.setLevel(Level.ALL)
    val before = logger.getLevel
    logger.setLevel(level)
    logger.addHandler(handler)
    try body
    finally
      logger.removeHandler(handler)
      logger.setLevel(before)
    lines.result()

  test("an interval has what was done in it; the log has one line of it, and at debug one of each engine"):
    val counters = Vector.fill(2)(new EngineCounters)
    val statistics = new Statistics(counters, new Stopwatch, begun = 0)
    assertEquals(statistics.last.seconds, 0.0)
    counters(0).count(done(Seq(3, 4)), System.nanoTime)
    counters(0).count(done(Nil), System.nanoTime)
    // it was done before, or not at all
    counters(1).count(done(Seq(9), repeated = true), System.nanoTime)
    counters(1).count(Answer.Busy(Congestion.BacklogFull), System.nanoTime)
    assertEquals(counters.map(_.backlogFull.sum), Vector(0L, 1L))
    statistics.beat(5.seconds.toNanos)
    val first = statistics.last
    assertEquals(first.seconds, 5.0)
    assertEquals(
      first.figures.map(f => (f.orders, f.trades, f.lots, f.salesPerMinute)),
      Vector((2L, 2L, 7L, 24L), (0L, 0L, 0L, 0L))
    )
    assertEquals(first.figures.map(_.acknowledged.count), Vector(2L, 0L))
    statistics.beat(6.seconds.toNanos)
    assertEquals(statistics.last.figures.map(_.orders), Vector(0L, 0L))
    // what the log says
    val stats = ExchangeStats(Vector(7, 0), 1, 0, None, 0, 9, first.seconds, first.figures, first.durable)
    val all = "in 5.0 s 2 orders and 2 sales (24 a minute)"
    val ofEngine = "engine 0: 2 orders and 2 sales (24 a minute), 7 waiting"
    for (level, expected) <- Seq(Level.INFO -> Vector(all), Level.FINE -> Vector(all, ofEngine)) do
      val lines = logged(level)(statistics.log(stats))
      assert(lines.size == expected.size && lines.zip(expected).forall(_.startsWith(_)), lines)
      assert(lines.forall(_.forall(!_.isControl)), lines)

  test("what the database says when it fails is told to nobody over the wire"):
    val storage = StorageStats(1, 20, 3, 2, 1, Some("no table x on db.example.org"), Some(1000), 0)
    val stats = ExchangeStats(Vector(0), 0, 0, Some(storage), 0, 9, 5, Vector.empty, Times(0, 0, 0, 0))
    val told = writeToString(Wire.stats(stats))
    assert(!told.contains("example.org") && told.contains("\"failingSince\":1000"), told)

  test("a stopwatch tells percentiles of what came since it was last asked"):
    val watch = new Stopwatch
    for n <- 1 to 100 do watch.record(n.millis.toNanos)
    val times = watch.take()
    assertEquals(times.count, 100L)
    assertEqualsDouble(times.medianMillis, 50, 1)
    assertEqualsDouble(times.p99Millis, 99, 1)
    assertEqualsDouble(times.maxMillis, 100, 1)
    assertEquals(watch.take(), Times(0, 0, 0, 0))

  test("an exchange tells its figures of the last interval, and has meters"):
    use(plain.copy(statsEvery = 20.millis)): f =>
      val registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT)
      TradingMeters(f.exchange).bindTo(registry)
      f.done(f.sell("ada", 5, 100)): Unit
      f.done(f.buy("bob", 2, 100)): Unit
      // each interval has its own: together they have all
      Eventually.until("an interval is over")(f.exchange.stats.seconds > 0)
      val engine = f.exchange.engineOf(Product("ACME")).get
      val text = registry.scrape().nn
      for line <- Seq(
          s"""eddy_trading_orders_total{engine="$engine"} 2.0""",
          s"""eddy_trading_lots_total{engine="$engine"} 2.0""",
          "eddy_trading_ready 1.0"
        )
      do assert(text.contains(line), s"$line is missing in\n$text")
end StatisticsSuite
