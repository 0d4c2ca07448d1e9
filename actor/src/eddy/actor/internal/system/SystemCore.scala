package eddy.actor.internal.system

import eddy.actor.internal.mailbox.MailboxCounters
import eddy.actor.internal.signal.{Envelope, Question}
import eddy.actor.{ActorRef, Carrier, DeadLetter, ExitReason}
import eddy.runtime.Engine
import eddy.runtime.spi.Dispatcher

import java.lang.System.Logger.Level
import java.util.concurrent.atomic.LongAdder

/** The part of a system that its actors use: their engine, their counters, and the listeners for lost
  * messages. It does not know the kinds of actors: the [[eddy.actor.ActorSystem]] above does.
  *
  * @param inspects every message carries the time it was sent, and live actors are listed
  * @param facade the actor system that this is the core of
  */
private[eddy] final class SystemCore(
    val engine: Engine,
    val inspects: Boolean,
    val carrier: Carrier | Null,
    val facade: AnyRef
):
  @volatile private[actor] var registry: ActorRegistry | Null =
    if inspects then new ActorRegistry(keeps = true) else null

  /** Schedules turns of actors; after the shutdown of the system it terminates an actor instead. */
  @volatile private[actor] var dispatcher: Dispatcher = engine.scheduler

  private val startedCount = new LongAdder()
  private val endedCount = new LongAdder()
  private val failedCount = new LongAdder()
  private val emptiedRouters = new LongAdder()
  private val deadLetterCounts = DeadLetter.Reason.values.map(_ => new LongAdder())
  @volatile private[actor] var deadLetterListener: (DeadLetter => Unit) | Null = null
  private[actor] val known = new ShutdownRoots
  private[actor] val mailboxCounters = new MailboxCounters
  private[actor] val timers = new ActorTimers
  private[actor] val cohorts = new Cohorts[SystemCore](this: @unchecked)

  private[actor] def counts: SystemCore.Counts =
    // terminated ones first, so that live is never negative
    val ended = endedCount.sum + cohorts.collected
    val started = startedCount.sum
    val deadLetters =
      DeadLetter.Reason.values.map(reason => reason -> deadLetterCounts(reason.ordinal).sum).toMap
    SystemCore.Counts(started, ended, failedCount.sum, emptiedRouters.sum, deadLetters)

  /** @param isChild its supervisor starts it, which is allowed for longer while the system is shut down
    * @throws IllegalStateException when the system or its engine was shut down
    */
  private[actor] def started(ref: ActorRef[?], isChild: Boolean): Unit =
    if engine.isStopped then
      throw IllegalStateException(
        s"$ref cannot be started, its engine \"${engine.config.name}\" was shut down: start it before, or in a system " +
          "on another engine"
      )
    val all = registry
    if all != null then all.started(ref, isChild)
    startedCount.increment()

  /** An actor was never started, and terminates: it counts as both. */
  private[actor] def endsUnbegun(): Unit = startedCount.increment()

  /** After [[started]], of one that has a thread; after its end [[endedThread]]. */
  private[actor] def startedThread(ref: ActorRef[?], isChild: Boolean): Unit =
    known.addThread(ref)
    if !isChild then endLate(ref)
  private[actor] def endedThread(ref: ActorRef[?]): Unit = known.removeThread(ref)

  /** A supervisor was started that is no child of another. */
  private[actor] def supervises(ref: ActorRef[?]): Unit =
    known.addSupervisor(ref)
    endLate(ref)

  /** If the shutdown began while it was started, it may have been overlooked. */
  private def endLate(ref: ActorRef[?]): Unit =
    val all = registry
    if all != null && !all.isOpen then ref.exit(ExitReason.Shutdown)

  private[actor] def ended(ref: ActorRef[?], reason: ExitReason): Unit =
    endedCount.increment()
    val all = registry
    if all != null then all.ended(ref)
    reason match
      case ExitReason.Failed(_) => failedCount.increment()
      case _ => ()

  /** The actor that the calling thread runs, or another task of the engine, or nothing. */
  private[actor] def acting: AnyRef | Null = engine.platform.acting

  private[actor] def routerEmptied(text: String): Unit =
    emptiedRouters.increment()
    log(Level.WARNING, text)

  private[actor] def deadLetter(sent: Any, receiver: ActorRef[?], reason: DeadLetter.Reason): Unit =
    deadLetterCounts(reason.ordinal).increment()
    val message = Envelope.plain(sent)
    Question.unanswered(message, receiver, reason)
    val listener = deadLetterListener
    if listener != null then
      try listener(DeadLetter(message, receiver, reason))
      catch case failure: Throwable => engine.report(failure, "the listener for dead letters")
    log(Level.DEBUG, s"dead letter to $receiver, $reason: a ${message.getClass.getName}")

  private[actor] def log(level: Level, text: => String): Unit =
    engine.platform.log(SystemCore.logger, level, text)
end SystemCore

private[eddy] object SystemCore:
  private val logger = System.getLogger("eddy.actor").nn

  def of(ref: ActorRef[?]): SystemCore = ref.system.asInstanceOf[SystemCore]

  private[actor] final case class Counts(
      started: Long,
      ended: Long,
      failed: Long,
      emptiedRouters: Long,
      deadLetters: Map[DeadLetter.Reason, Long]
  )
end SystemCore
