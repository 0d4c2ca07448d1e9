package eddy.trading.internal

import eddy.trading.{EngineFigures, ExchangeStats, Times}

import java.lang.System.Logger.Level
import java.util.Locale

/** The figures of one interval after another, as the article prints them every five seconds. */
private[trading] final class Statistics(
    val counters: Vector[EngineCounters],
    durable: Stopwatch,
    begun: Long
):
  // guarded by this
  private var since = begun
  @volatile private var latest =
    val none = Times(0, 0, 0, 0)
    Statistics.Interval(0, counters.map(_ => EngineFigures(0, 0, 0, 0, none)), none)

  def last: Statistics.Interval = latest

  /** An interval is over.
    *
    * @param now as `System.nanoTime`
    */
  def beat(now: Long): Unit = synchronized:
    val seconds = (now - since) / 1e9
    if seconds > 0 then
      since = now
      latest = Statistics.Interval(seconds, counters.map(_.take(seconds)), durable.take())

  /** Tells the log, unless nothing has happened: one line of all engines, and at level debug one of each. */
  def log(stats: ExchangeStats): Unit =
    if stats.figures.exists(_.orders > 0) || stats.waiting.exists(_ > 0) then
      Statistics.log.log(Level.INFO, Statistics.summary(stats))
      // a record for each line: handlers may write what breaks a line in another way
      if Statistics.log.isLoggable(Level.DEBUG) then
        Statistics.ofEngines(stats).foreach(Statistics.log.log(Level.DEBUG, _))
end Statistics

private[trading] object Statistics:
  final case class Interval(seconds: Double, figures: Vector[EngineFigures], durable: Times)

  private val log = System.getLogger("eddy.trading").nn

  /** Of all engines together. */
  def summary(stats: ExchangeStats): String =
    val all = done(stats.figures.map(_.orders).sum, stats.figures.map(_.trades).sum, stats.salesPerMinute)
    val storage = stats.storage.map: s =>
      s", ${stats.refused} refused since the start; ${s.waiting} of ${s.room} wait for the database, durable in ${times(stats.durable)}"
    String.format(Locale.ROOT, "in %.1f s %s%s", stats.seconds, all, storage.getOrElse(""))

  /** A line of each engine that has something to do. */
  def ofEngines(stats: ExchangeStats): Vector[String] =
    val busy = stats.figures.zip(stats.waiting).zipWithIndex.filter((of, _) => of(0).orders > 0 || of(1) > 0)
    busy.map: (of, n) =>
      val (figures, waiting) = of
      s"engine $n: ${done(figures.orders, figures.trades, figures.salesPerMinute)}, $waiting waiting, done in ${times(figures.acknowledged)}"

  private def done(orders: Long, trades: Long, perMinute: Long) =
    s"$orders orders and $trades sales ($perMinute a minute)"

  private def times(times: Times) =
    String.format(
      Locale.ROOT,
      "%.2f ms (p99 %.2f, at most %.2f)",
      times.medianMillis,
      times.p99Millis,
      times.maxMillis
    )
end Statistics
