package eddy.bench.chat

import eddy.bench.{Clock, Counts, Latency}

import java.util.concurrent.atomic.{AtomicLong, LongAdder}

/** What all clients of a run see together. Any thread may call. */
private[chat] final class Tally(clock: Clock):
  /** A message back at who said it: the round trip. */
  val back = Latency("back at its sender")

  /** The same message at each other member of the room. */
  val others = Latency("at each other member")

  /** How late the generator itself was. */
  val late = Latency("generator's lateness")

  val delivered = new LongAdder
  val duplicated = new LongAdder
  val outOfOrder = new LongAdder
  val refused = new LongAdder
  val disconnected = new LongAdder
  private val lastBack = new AtomicLong

  /** Messages due before this are not timed. */
  @volatile var timedFrom: Long = Long.MaxValue

  /** When the last timed message came back to its sender. */
  def lastBackNanos: Long = lastBack.get

  def arrived(stamp: Stamp, own: Boolean): Unit =
    delivered.increment()
    if stamp.dueNanos >= timedFrom then
      val now = clock.nanos
      if own then
        back.record(now - stamp.dueNanos)
        val _ = lastBack.accumulateAndGet(now, math.max(_, _))
      else others.record(now - stamp.dueNanos)

  def counts(sent: Long, expected: Long, lost: Long): Counts =
    Counts(sent, expected, delivered.sum, lost, duplicated.sum, outOfOrder.sum, refused.sum, disconnected.sum)
end Tally
