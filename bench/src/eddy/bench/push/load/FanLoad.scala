package eddy.bench.push.load

import eddy.bench.web.load.Answers

import scala.concurrent.duration.{DurationInt, FiniteDuration}

/** One client publishes to all of a party of one channel: the next message as soon as one has come to all, so that nothing needs to be
  * dropped. Used by one thread.
  *
  * @param window messages under way
  */
private[bench] final class FanLoad(party: Party, window: Int):
  private var stopped = false

  /** Deliveries. `around` as in [[eddy.bench.web.load.LoadWatch.measure]].
    *
    * @throws LoadFailure for what is lost, doubled, out of order or changed, or a client that was disconnected
    */
  def run(warm: FiniteDuration, measured: FiniteDuration)(around: => Unit): Answers =
    val sender = party.member(0)
    val again = new Listener:
      def delivered(by: Member, number: Long): Unit = ()
      def finished(by: Member, number: Long): Unit = if !stopped then sender.publish(System.nanoTime)
    party.start(again):
      stopped = false
      for _ <- 1 to window do sender.publish(System.nanoTime)
    val answers =
      try party.watch.measure(warm, measured, "delivery")(around)(party.client.ask(Vector(party.delivered)))
      finally
        party.client.ask:
          stopped = true
    party.settle(1.minute)
    answers
  end run
end FanLoad
