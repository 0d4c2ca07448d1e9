package eddy.bench.trading

import eddy.bench.web.run.Stand

import com.github.plokhotnyuk.jsoniter_scala.core.{JsonReaderException, JsonValueCodec, readFromString}
import com.github.plokhotnyuk.jsoniter_scala.macros.JsonCodecMaker

/** How long things took, in milliseconds. */
private[bench] final case class Times(count: Long, medianMillis: Double, p99Millis: Double)

/** Commands that have become durable, and in how many transactions: each is a sync of the disk. */
private[bench] final case class Stored(stored: Long, commits: Long)

/** What Eddy tells of its own latencies: as much of `GET /api/stats` (docs/trading.md) as is needed. */
private[bench] object EddyTimes:
  private final case class Stats(durable: Times, storage: Option[Stored])
  private given JsonValueCodec[Stats] = JsonCodecMaker.make

  /** None when it keeps nothing. */
  def stored(stand: Stand): Option[Stored] = stats(stand).flatMap(_.storage)

  /** Of the commands that became durable in the last whole second, how long that took from when they were done; None when there was none. */
  def durable(stand: Stand): Option[Times] =
    stats(stand).map(_.durable).filter(_.count > 0)

  private def stats(stand: Stand): Option[Stats] =
    try stand.body("/api/stats").map(readFromString[Stats](_))
    catch case e: JsonReaderException => throw IllegalStateException(s"${stand.name}'s /api/stats", e)
