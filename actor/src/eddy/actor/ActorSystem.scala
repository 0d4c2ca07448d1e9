package eddy.actor

import eddy.runtime.{Engine, Timer}

import java.lang.System.Logger.Level
import java.util.concurrent.atomic.{AtomicLong, LongAdder}
import scala.concurrent.duration.FiniteDuration

/** Where actors live: an engine that runs them, and counters. Any number of systems may share an engine.
  *
  * @param engine runs the actors; shutting it down ends their world
  */
final class ActorSystem(val engine: Engine):
  private val startedCount = new LongAdder()
  private val endedCount = new LongAdder()
  private val failedCount = new LongAdder()
  private val deadLetterCount = new AtomicLong()

  def stats: ActorStats =
    // ended first, so that live is never negative
    val ended = endedCount.sum
    val started = startedCount.sum
    ActorStats(started, started - ended, failedCount.sum, deadLetterCount.get)

  private[eddy] def started(): Unit = startedCount.increment()

  private[eddy] def ended(reason: ExitReason): Unit =
    endedCount.increment()
    reason match
      case ExitReason.Failed(_) => failedCount.increment()
      case _ => ()

  private[eddy] def deadLetter(message: Any, receiver: ActorRef[?]): Unit =
    val _ = deadLetterCount.incrementAndGet()
    if ActorSystem.log.isLoggable(Level.DEBUG) then
      ActorSystem.log.log(Level.DEBUG, s"dead letter to $receiver: a ${message.getClass.getName}")
end ActorSystem

object ActorSystem:
  private val log = System.getLogger("eddy.actor").nn

  /** On [[eddy.runtime.Engine.default]]: for programs that configure nothing. */
  lazy val default: ActorSystem = new ActorSystem(Engine.default)

  /** Used where no other is given. */
  given ActorSystem = default

/** Since the start of a system.
  *
  * @param started actors started
  * @param live actors that have not ended
  * @param failed actors that ended because they threw
  * @param deadLetters messages whose receiver had ended
  */
final case class ActorStats(started: Long, live: Long, failed: Long, deadLetters: Long)

/** Sends `message` to `to` after `delay`; any thread. */
def sendAfter[M](to: ActorRef[M], delay: FiniteDuration, message: M)(using system: ActorSystem): Timer =
  system.engine.after(delay)(() => to ! message)

/** Sends `message` to `to` every `interval`, first after one interval; any thread. Cancel it: it does not end with `to`. */
def sendEvery[M](to: ActorRef[M], interval: FiniteDuration, message: M)(using system: ActorSystem): Timer =
  system.engine.every(interval)(() => to ! message)
