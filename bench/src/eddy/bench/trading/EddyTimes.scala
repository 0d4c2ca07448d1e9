package eddy.bench.trading

import eddy.bench.web.run.Stand

import com.github.plokhotnyuk.jsoniter_scala.core.{JsonReaderException, JsonValueCodec, readFromString}
import com.github.plokhotnyuk.jsoniter_scala.macros.JsonCodecMaker

/** How long things took, in milliseconds. */
private[bench] final case class Times(count: Long, medianMillis: Double, p99Millis: Double)

/** What Eddy tells of its own latencies: as much of `GET /api/stats` (docs/trading.md) as is needed. */
private[bench] object EddyTimes:
  private final case class Stats(durable: Times)
  private given JsonValueCodec[Stats] = JsonCodecMaker.make

  /** Of the commands that became durable in the last whole second, how long that took from when they were done; None when there was none. */
  def durable(stand: Stand): Option[Times] =
    try stand.body("/api/stats").map(readFromString[Stats](_).durable).filter(_.count > 0)
    catch case e: JsonReaderException => throw IllegalStateException(s"${stand.name}'s /api/stats", e)
