package eddy.bench.push.load

import scala.concurrent.duration.DurationInt

import org.HdrHistogram.Histogram

/** All members of a party publish many messages at the same moment. Used by one thread.
  *
  * @param size of the party
  */
private[bench] final class BurstLoad(party: Party, size: Int):
  /** Nanoseconds from that moment until each came, to each who got it; nothing was under way before.
    *
    * @param messages of all together
    * @throws LoadFailure also when not all have come within 20 s
    */
  def run(messages: Int, times: Histogram): Unit =
    party.start(Rtt.into(times)):
      val due = System.nanoTime
      for i <- 0 until messages do party.member(i % size).publish(due, flush = false)
      for place <- 0 until size do party.member(place).flush()
    party.settle(1.minute)
end BurstLoad
