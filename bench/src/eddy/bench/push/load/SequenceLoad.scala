package eddy.bench.push.load

import scala.concurrent.duration.DurationInt

import org.HdrHistogram.Histogram

/** Each member of a party publishes the next message when the last has come back: Puripunpinyo and Samadzadeh's "threads". Used by one
  * thread.
  *
  * @param size of the party; each has a channel of its own
  */
private[bench] final class SequenceLoad(party: Party, size: Int):
  /** For each member, nanoseconds from sending each of so many messages until it came.
    *
    * @throws LoadFailure also when they stop to come
    */
  def run(messages: Int): Vector[Histogram] =
    val times = Vector.fill(size)(Rtt.histogram())
    val left = Array.fill(size)(messages - 1)
    party.start(new Listener:
      def delivered(by: Member, number: Long): Unit =
        times(by.place).recordValue(math.max(0, System.nanoTime - by.due(number)))

      def finished(by: Member, number: Long): Unit =
        if left(by.place) > 0 then
          left(by.place) -= 1
          by.publish(System.nanoTime)):
      for place <- 0 until size do party.member(place).publish(System.nanoTime)
    // as long as none is missing at a time, the next is under way
    party.settle(1.minute)
    party.client.ask(times.map(_.copy()))
end SequenceLoad
