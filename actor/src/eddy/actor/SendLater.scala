package eddy.actor

import eddy.runtime.Timer

import scala.concurrent.duration.FiniteDuration

/** Sends `message` to `to` after `delay`; any thread. */
def sendAfter[M](to: ActorRef[M], delay: FiniteDuration, message: M)(using system: ActorSystem): Timer =
  system.engine.after(delay)(() => to ! message)

/** Sends `message` to `to` every `interval`, first after one interval; any thread. It stops by itself: the first beat that
  * finds `to` ended sends nothing and is the last. A restart by a supervisor is no end.
  */
def sendEvery[M](to: ActorRef[M], interval: FiniteDuration, message: M)(using system: ActorSystem): Timer =
  val beat = new Beat(to, message)
  val timer = system.engine.every(interval)(beat)
  beat.timer = timer
  timer

private final class Beat[M](to: ActorRef[M], message: M) extends Runnable:
  // the first beat may come before it is known; then the next one stops
  @volatile var timer: Timer | Null = null

  def run(): Unit =
    if to.isAlive then to ! message
    else
      val running = timer
      if running != null then running.cancel(): Unit
