package eddy.bench.push.load

import eddy.bench.{Clock, Pacer, Timetable}

import scala.concurrent.duration.DurationInt

import org.HdrHistogram.Histogram

/** The members of a party publish in turn, each message when it is due, whatever became of those before. Used by one thread. */
private[bench] final class RateLoad(party: Party, size: Int):
  /** Nanoseconds from when a message was due until it came, to each who got it.
    *
    * @throws LoadFailure also when not all have come within 20 s of the last
    */
  def run(timetable: Timetable): Histogram =
    val times = Rtt.histogram()
    party.start(Rtt.into(times))(())
    val _ = Pacer(timetable, Clock.system).run: (event, due) =>
      party.client.execute(() => party.member((event % size).toInt).publish(due))
    party.settle(1.minute)
    party.client.ask(times.copy())
end RateLoad

/** Times from when a message was due until it came (RTT). */
private[bench] object Rtt:
  def histogram(): Histogram = new Histogram(600_000_000_000L, 3)

  private[load] def into(times: Histogram): Listener = new Listener:
    def delivered(by: Member, number: Long): Unit =
      times.recordValue(math.max(0, System.nanoTime - by.due(number)))
    def finished(by: Member, number: Long): Unit = ()
