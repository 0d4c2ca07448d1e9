package eddy.bench.peers.pekko.classic

import eddy.bench.peers.pekko.timed
import eddy.bench.peers.{Done, Reports}

import java.util.concurrent.atomic.AtomicLong

import org.apache.pekko.actor.{Actor, ActorRef, Props}

private[pekko] final class Broadcast(count: Int) extends ClassicWorkload:
  import Broadcast.*

  private val received = AtomicLong()
  private val receivers = inside(context => Array.fill(count)(context.actorOf(Props(Receiver(received)))))
  private val caster = inside(_.actorOf(Props(Caster(receivers))))

  def go(n: Long): Done =
    val before = received.get
    val done = timed(1)(reports => caster ! Go(n, before, reports))
    done.copy(answer = received.get - before)

private[pekko] object Broadcast:
  final case class Go(rounds: Long, received: Long, reports: Reports)

  /** @param last how many messages will have been received when the round is over */
  final case class Message(last: Long)
  case object RoundOver

  final class Caster(receivers: Array[ActorRef]) extends Actor:
    private var left = 0L
    private var last = 0L
    private var reports = Reports(0)

    def receive: Receive =
      case RoundOver =>
        left -= 1
        if left > 0 then cast() else reports.report(0)
      case go: Go =>
        left = go.rounds
        last = go.received
        reports = go.reports
        cast()

    private def cast(): Unit =
      last += receivers.length
      val message = Message(last)
      receivers.foreach(_ ! message)

  final class Receiver(received: AtomicLong) extends Actor:
    def receive: Receive =
      case Message(last) => if received.incrementAndGet() == last then sender() ! RoundOver
end Broadcast
