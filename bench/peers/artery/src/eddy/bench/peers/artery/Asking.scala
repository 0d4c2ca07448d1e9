package eddy.bench.peers.artery

import eddy.bench.peers.artery.Wire.{Answer, Question}
import eddy.bench.peers.{Done, Reports, Workload}

import scala.concurrent.ExecutionContext
import scala.concurrent.duration.DurationInt

import org.apache.pekko.actor.{Actor, ActorRef, Props, Status}
import org.apache.pekko.pattern.{ask, pipe}
import org.apache.pekko.util.Timeout

private[artery] final class Asking(systems: Systems, outstanding: Int) extends Workload:
  private val responders = systems.remote("responder", outstanding)

  def go(n: Long): Done = systems.timed(outstanding): reports =>
    for responder <- responders do
      systems.start(Props(Asker(responder, n / outstanding, reports))): Unit

  private final class Asker(responder: ActorRef, n: Long, reports: Reports) extends Actor:
    private given Timeout = 5.seconds
    private given ExecutionContext = ExecutionContext.parasitic
    private var left = n
    private var sum = 0L
    question()

    private def question(): Unit = (responder ? Question(1)).pipeTo(self): Unit

    def receive: Receive =
      case Answer(one) =>
        sum += one
        left -= 1
        if left > 0 then question()
        else
          reports.report(sum)
          context.stop(self)
      case Status.Failure(why) => reports.fail(why)
  end Asker

  override def close(): Unit = systems.close()
end Asking
