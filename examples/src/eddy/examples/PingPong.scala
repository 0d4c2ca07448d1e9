package eddy.examples

import eddy.actor.*

import scala.concurrent.duration.*
import scala.concurrent.{Await, Future, Promise}

/** Two actors hit a ball back and forth. */
object PingPong:
  final case class Ping(from: ActorRef[Pong.type])
  case object Pong

  /** Plays so many rounds; the future is done after the last. */
  def play(rounds: Int): Future[Int] =
    val over = Promise[Int]()

    val ponger = actor[Ping]:
      def answering: Behavior[Ping] = react:
        case Ping(from) => from ! Pong; answering
      answering

    val _ = actor[Pong.type]:
      def playing(round: Int): Behavior[Pong.type] =
        if round > rounds then
          over.success(rounds): Unit
          stop
        else
          ponger ! Ping(self)
          react:
            case Pong => playing(round + 1)
      playing(1)

    over.future
  end play

  def main(args: Array[String]): Unit = println(s"${Await.result(play(100_000), 1.minute)} rounds")
end PingPong
