package eddy.bench

import org.HdrHistogram.Histogram

/** What a run found out.
  *
  * @param load in words: what was sent, how fast, for how long
  * @param latencies name and nanoseconds, most important first; measured from the moment each event was due
  * @param lateness of the generator itself: how long after its due moment an event was handed to the network
  * @param intendedPerSecond events that the schedule asked for
  * @param achievedPerSecond events that came back, from the first one due to the last one back
  * @param seconds one row for each second of the measured time
  */
final case class Outcome(
    load: String,
    latencies: Seq[(name: String, nanos: Histogram)],
    lateness: Histogram,
    intendedPerSecond: Double,
    achievedPerSecond: Double,
    measuredSeconds: Double,
    count: Counts,
    seconds: Seq[Second]
)

/** @param expected deliveries that the messages sent ought to have
  * @param refused messages that the server answered with a refusal
  * @param disconnected connections that broke
  */
final case class Counts(
    sent: Long,
    expected: Long,
    delivered: Long,
    lost: Long,
    duplicated: Long,
    outOfOrder: Long,
    refused: Long,
    disconnected: Long
):
  /** True when every message came once to each receiver, in order. */
  def isFlawless: Boolean = lost + duplicated + outOfOrder + refused + disconnected == 0

/** One second of a run. CPU is the share of one core, memory in bytes; absent when the server's process is not known. */
final case class Second(
    second: Int,
    sent: Long,
    delivered: Long,
    p50Nanos: Long,
    p99Nanos: Long,
    maxNanos: Long,
    serverCores: Option[Double],
    serverBytes: Option[Long]
)
