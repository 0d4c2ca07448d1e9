package eddy.actor.internal.cell

import eddy.actor.internal.cell.Behaving.RoundsInARow
import eddy.actor.internal.cell.Special.*
import eddy.actor.internal.signal.{Question, Signal}
import eddy.actor.internal.system.SystemCore
import eddy.actor.{Actor, Behavior, ExitReason}
import eddy.runtime.spi.Mailbox

import java.lang.System.Logger.Level
import java.util.concurrent.TimeUnit
import scala.concurrent.duration.FiniteDuration

/** What an actor does next: its behavior is the partial function that the program passed to `react`, or a
  * pending step.
  */
private[eddy] abstract class Behaving[M](in: SystemCore, body: Actor[M] => Behavior[M]) extends Cell[M](in):
  protected var behavior: AnyRef | Null = new Start(body.asInstanceOf[AnyRef => AnyRef])

  protected def start: Special | Null = behavior.asInstanceOf[Start]

  private[actor] def isBeginning: Boolean = behavior.isInstanceOf[Start]

  protected final def react(message: AnyRef): AnyRef =
    guarded(behavior.asInstanceOf[PartialFunction[AnyRef, AnyRef]].applyOrElse(message, NoMatch))

  private inline def guarded(inline step: AnyRef): AnyRef =
    try step
    catch case cause: Throwable => new Failure(cause)

  /** Adopts the result of a reaction. True when the actor has terminated. */
  protected final def become(result: AnyRef, done: AnyRef | Null): Boolean =
    val here = extra
    if here != null && here.timed != null then cancelTimer(here)
    var next = result
    var ended = false
    var settled = false
    var rounds = 0
    while !settled do
      next match
        case special: Special =>
          special match
            case timed: Timed =>
              behavior = timed.reaction
              more.timed = timed
              settled = true
            case stop: Stop =>
              ended = finish(stop.reason, done)
              settled = true
            case Done =>
              rounds += 1
              if rounds <= RoundsInARow then next = goOn()
              else
                goOnLater()
                settled = true
            case loop: Loop =>
              putAside(loop)
              next = Done
            case sequence: Sequence =>
              putAside(sequence)
              next = sequence.first
            case failure: Failure => next = failed(failure.cause)
            case Unmatched =>
              next =
                failed(IllegalStateException("reactWithin ran out of time and has no case TIMEOUT: add one"))
            case Suspended => settled = true
            case _: Start => next = failed(IllegalStateException("a body ended with a body"))
        case reaction: PartialFunction[?, ?] =>
          behavior = reaction
          settled = true
        case other =>
          next = failed(
            IllegalStateException(s"a reaction ended with $other: end it with react { … }, done or stop")
          )
    end while
    val now = extra
    if now != null then now.begin(behavior)
    ended
  end become

  /** Adds `step` in front of the actor's pending steps. An endless loop never reaches the steps outside of
    * it, so they are dropped: a loop whose rounds begin the loop again does not grow.
    */
  private def putAside(step: Special): Unit =
    val here = more
    val added = step match
      case loop: Loop if loop.isEndless => new Pending(step, null)
      case _ => new Pending(step, here.pending)
    here.pending = added
    if added.depth >= Pending.Suspicious && !here.toldOfDepth then
      here.toldOfDepth = true
      system.log(
        Level.WARNING,
        s"${Pending.Suspicious} loops and sequences of $this wait for each other to be done: a round of loopWhile that " +
          "begins the loop again puts one more aside, as recursion before andThen does; end the round with done"
      )

  /** Continues with the innermost pending step: another round of a loop, or the second part of a sequence. */
  private def goOn(): AnyRef =
    val here = extra
    val pending = if here == null then null else here.pending
    if here == null || pending == null then StopNormally
    else
      pending.step match
        case loop: Loop =>
          val condition = loop.condition
          guarded:
            if condition == null || condition() then loop.body()
            else
              here.pending = pending.outer
              Done
        case sequence: Sequence =>
          here.pending = pending.outer
          guarded(sequence.next())
        case other => throw AssertionError(s"$other was put aside")

  /** Many rounds in a row have waited for nothing: signals first, and others, if this turn has lasted long
    * enough.
    */
  private def goOnLater(): Unit =
    val here = more
    val later = new Signal.GoOn(here.sender)
    here.goOn = later
    behavior = Underway
    send(later): Unit

  /** After [[goOnLater]]. True when the actor has terminated. */
  protected final def goOnNow(here: Extra, done: AnyRef | Null): Boolean =
    val before = here.goOn.nn
    here.goOn = null
    here.sender = before.sender
    val ended = become(Done, done)
    here.sender = null
    if !ended && before.starts then tellStartedOnceItWaits()
    ended

  /** After a reaction to `message`: if it has thrown, the actor that asked with that message is notified. */
  protected final def failedOn(message: AnyRef, result: AnyRef | Null): Unit = result match
    case failure: Failure => Question.failed(message, this, failure.cause)
    case _ => ()

  private def failed(cause: Throwable): AnyRef =
    report(cause)
    new Stop(ExitReason.Failed(cause))

  /** Ends for good, or, under a supervisor, until it has decided. True when for good. */
  protected final def finish(reason: ExitReason, done: AnyRef | Null): Boolean =
    runEndHooks(reason)
    val here = extra
    val supervised = if here == null then null else here.supervised
    if here == null || supervised == null then
      behavior = null
      end(reason, done)
      true
    else
      behavior = Suspended
      suspend(here, supervised, reason)
      false

  protected final def restart(keepMailbox: Boolean, done: AnyRef | Null): Boolean =
    val here = more
    resume(here, keepMailbox, done)
    live(here.supervised.nn.start.asInstanceOf[Start], done)

  /** True when the actor has terminated. */
  protected final def live(start: Start, done: AnyRef | Null): Boolean =
    behavior = start
    val ended = become(guarded(start.body(this)), done)
    if !ended then tellStartedOnceItWaits()
    ended

  private def tellStartedOnceItWaits(): Unit =
    val here = extra
    val later = if here == null then null else here.goOn
    if later == null then tellStarted() else later.starts = true

  protected def reaction: AnyRef | Null = behavior match
    case _: Special => null
    case other => other

  /** Nothing is left to try: starts the timer of a timed behavior, or says that its time is over. */
  protected final def timeIsOver(): Boolean =
    val here = extra
    val timed = if here == null then null else here.timed
    if here == null || timed == null then false
    else
      val left = timed.deadlineNanos - system.engine.nanoTime
      if left > 0 && here.timer == null then
        here.timer = system.engine.after(FiniteDuration(left, TimeUnit.NANOSECONDS)): () =>
          send(inTurn(new Signal.TimeOver(timed))): Unit
      left <= 0

  /** Something was taken: if the time is over, that is the last which is tried before TIMEOUT. */
  protected final def endInTime(): Unit =
    val here = extra
    val timed = if here == null then null else here.timed
    if here != null && timed != null && timed.isOver(system.engine.nanoTime) then
      here.append(arranged(new Mailbox.Node(inTurn(new Signal.TimeOver(timed)))))
end Behaving

private[internal] object Behaving:
  /** So many rounds may wait for nothing before signals and others have their turn. */
  final val RoundsInARow = 16
