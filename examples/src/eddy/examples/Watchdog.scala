package eddy.examples

import eddy.actor.*
import eddy.runtime.Engine

import scala.concurrent.duration.*
import scala.concurrent.{Await, Future, Promise}

/** Timers: a heart beats at an interval; a watchdog barks when it has heard nothing for a while. */
object Watchdog:
  case object Beat

  /** Completed by the number of beats heard, when none has come for `patience`. */
  def watch(patience: FiniteDuration): (ActorRef[Beat.type], Future[Int]) =
    val bark = Promise[Int]()
    val dog = actor[Beat.type]:
      def listening(beats: Int): Behavior[Beat.type] = reactWithin(patience):
        case Beat => listening(beats + 1)
        case TIMEOUT => bark.success(beats); stop
      listening(0)
    (dog, bark.future)

  def main(args: Array[String]): Unit =
    val (dog, bark) = watch(patience = 500.millis)
    val heart = sendEvery(dog, 100.millis, Beat)
    val _ = Engine.default.after(1.second)(() => heart.cancel(): Unit)
    println(s"nothing after ${Await.result(bark, 5.seconds)} beats")
