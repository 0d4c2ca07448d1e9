package eddy.bench.peers.artery

import eddy.bench.peers.artery.Wire.*

import java.util.concurrent.atomic.AtomicLong

import org.apache.pekko.actor.{Actor, ActorRef, Props}

/** Starts what the other process asks for. */
private[artery] final class Factory extends Actor:
  private var started = 0

  def receive: Receive =
    case Start(kind, count) =>
      val by = sender()
      val received = AtomicLong()
      for _ <- 1 to count do
        started += 1
        val props = kind match
          case "echo" => Props(Echo(by))
          case "sink" | "large" => Props(Sink(by))
          case "responder" => Props(Responder(by))
          case "listener" => Props(Listener(by, received))
        context.actorOf(props, s"$kind$started"): Unit
    // at once, as the one of the other systems does
    case End(_) => context.children.foreach(context.stop)
end Factory

private final class Echo(by: ActorRef) extends Actor:
  override def preStart(): Unit = by ! Started(1)
  def receive: Receive =
    case ball: Ball => sender() ! ball

private final class Sink(by: ActorRef) extends Actor:
  override def preStart(): Unit = by ! Started(1)
  private var bytes = 0L
  def receive: Receive =
    case Data(payload) => bytes += payload.length
    case Mark(payload) =>
      sender() ! Acknowledged(bytes + payload.length)
      bytes = 0

private final class Responder(by: ActorRef) extends Actor:
  override def preStart(): Unit = by ! Started(1)
  def receive: Receive =
    case Question(_) => sender() ! Answer(1)

private final class Listener(by: ActorRef, received: AtomicLong) extends Actor:
  override def preStart(): Unit = by ! Started(1)
  def receive: Receive =
    case News(last) => if received.incrementAndGet == last then sender() ! RoundOver(last)
