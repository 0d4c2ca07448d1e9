package eddy.actor.internal.cell

import eddy.actor.internal.cell.Directive.{NoMatch, Unmatched}
import eddy.actor.internal.signal.{Envelope, Question, Signal}
import eddy.actor.internal.system.SystemCore
import eddy.actor.{Delivery, ExitReason, MailboxPolicy, TIMEOUT, ThreadActor}
import eddy.runtime.spi.Mailbox

import scala.util.control.ControlThrowable

/** An actor whose body runs on a virtual thread, so that `receive` can return a value. The thread has claimed
  * the mailbox as long as it runs; while it waits the mailbox is idle, and the sender that claims it unparks
  * the thread.
  */
private[eddy] class ThreadCell[M] private[internal] (in: SystemCore, first: ThreadActor[M] => Unit)
    extends Cell[M](in),
      ThreadActor[M]:
  import ThreadCell.*

  // owner only; null after termination: a program may keep the address for long, but not what the body holds
  private var body: (ThreadActor[M] => Unit) | Null = first

  // written once, before any other thread has the reference
  @volatile private var thread: Thread | Null = null

  override protected def accept(message: M): Delivery =
    if post(stamped(message)) then Delivery.Accepted else Delivery.Terminated

  protected def wake(): Unit = system.engine.platform.unpark(thread)

  // owner only: this life has received
  private var waited = false

  // owner only: the reason with which this life must end; null before
  private var endReason: ExitReason | Null = null

  // owner only: times that it has received since
  private var inVain = 0

  // owner only: messages tried since it has looked what came
  private var tried = 0

  // owner only: the message whose case runs, or is tried
  private var inHand: Mailbox.Node | Null = null

  // owner only: the question whose case threw last, in the case that runs or, outside of any, in the body
  private var failing: FailedOn | Null = null

  // while it waits
  @volatile private var waitingReaction: AnyRef | Null = null
  private[actor] def reaction: AnyRef | Null = waitingReaction

  // its supervisor has killed this life and does not wait any more
  @volatile private var interrupted = false

  override private[actor] def interrupt(): Unit =
    interrupted = true
    system.engine.platform.interrupt(thread)

  private[actor] def begin(): this.type =
    val running = system.engine.platform.newThread(s"${system.engine.config.name}-actor", this, () => live())
    thread = running
    noteStart()
    system.startedThread(this, isSupervised)
    system.engine.platform.startThread(running)
    this

  protected def start: Directive | Null = null

  private[actor] def isBeginning: Boolean = !waited

  // the engine never gets it to run: its own thread does
  override def run(): Unit =
    throw IllegalStateException(s"$this was given to a worker; it has its own thread")

  /** One life after another, until the end is for good. */
  private def live(): Unit =
    var last: ExitReason | Null = null
    while last == null do
      waited = false
      endReason = null
      inVain = 0
      val reason = lifeOf(body.nn)
      // an interrupt that ended the body is not for what it asked for by `onEnd`
      Thread.interrupted(): Unit
      LifeEnd.runHooks(this, reason)
      val here = coldState
      val supervised = here.supervised
      if supervised == null then last = reason
      else
        LifeEnd.suspend(this, here, supervised, reason)
        verdict() match
          case Outcome.Restart(keepMailbox) =>
            // an interrupt was for the life before
            interrupted = false
            Thread.interrupted(): Unit
            LifeEnd.resume(this, here, keepMailbox, null)
          case Outcome.End(why) => last = why
          case Outcome.GoOn | Outcome.TimeOut | Outcome.Message(_) => throw AssertionError("no verdict")
    end while
    body = null
    inHand = null
    end(last, null)
    system.endedThread(this)
  end live

  private def lifeOf(body: ThreadActor[M] => Unit): ExitReason =
    try
      body(this)
      val before = endReason
      if before == null then ExitReason.Normal else before
    catch
      case ending: Ending => ending.reason
      case _: InterruptedException if interrupted => ExitReason.Killed
      case cause: Throwable =>
        report(cause)
        tellWhoAsked(cause)
        ExitReason.Failed(cause)
    finally failing = null

  private def tellWhoAsked(cause: Throwable): Unit =
    var last = failing
    while last != null && (last.cause eq cause) do
      Question.failed(last.message, this, cause)
      last = last.inner

  /** Waits for the decision of the supervisor; messages wait in the meantime. */
  private def verdict(): Outcome =
    var outcome: Outcome = Outcome.GoOn
    while outcome == Outcome.GoOn do
      val saved = coldState.saved
      val node = saved.untried
      if node != null then
        node.event match
          case signal: Signal =>
            saved.take(node)
            outcome = SignalHandler.handle(this, signal)
          case _ => saved.pass(node)
      else if !fetch(null) && release(null) then
        // an interrupt at this point was meant for a life that is over
        try waitForClaim(0, timed = false)
        catch case _: InterruptedException => ()
    outcome
  end verdict

  /** The result of `reaction` for the first message it is defined for, or for TIMEOUT when the deadline has
    * passed.
    */
  private[actor] def receive(
      reaction: PartialFunction[AnyRef, AnyRef],
      deadlineNanos: Long,
      timed: Boolean
  ): AnyRef =
    requireOwn("receive")
    if !waited then
      waited = true
      tellStarted()
    system.engine.platform.giveWay()
    val before = endReason
    if before != null then endAgain(before)
    val here = coldState
    // its case receives: it was matched
    doneWith(inHand)
    val saved = here.saved
    saved.begin(reaction)
    var result: AnyRef = Unmatched
    // behind the last that is tried before TIMEOUT
    var over: Signal.TimeOver | Null = null
    while result eq Unmatched do
      val node = saved.untried
      if saved.beginsAgain() then fetch(null): Unit
      else if node != null && here.isUrgent then
        SignalHandler.overtake(this, here) match
          case Outcome.End(reason) => endLife(reason)
          case _ => ()
      else if node != null && tried < system.engine.config.eventsPerTurn then
        tried += 1
        saved.take(node)
        result = if over != null && (node.event eq over) then onTimeout(reaction) else tryNode(node, reaction)
      else if over != null && node == null then
        // a guard that has received has come past it
        result = onTimeout(reaction)
      else
        tried = 0
        val has = fetch(null) || node != null || refill()
        val late = timed && deadlineNanos - system.engine.nanoTime <= 0
        if has then
          if late && over == null then
            val last = new Signal.TimeOver(reaction)
            over = last
            here.append(source.merged(new Mailbox.Node(source.behind(last))))
        else if late then result = onTimeout(reaction)
        else
          waitingReaction = reaction
          if release(null) then waitForClaim(deadlineNanos, timed)
          waitingReaction = null
      end if
    end while
    result
  end receive

  private[actor] def exitWith(reason: ExitReason): Nothing =
    requireOwn("exitWith")
    // an earlier reason takes precedence
    val before = endReason
    endLife(if before == null then reason else before)

  private def requireOwn(what: String): Unit =
    require(
      Thread.currentThread eq thread,
      s"$what was called by ${Thread.currentThread.getName}, not by the thread of $this: $what only in its own body"
    )

  private def endLife(reason: ExitReason): Nothing =
    endReason = reason
    throw Ending(reason)

  /** The body has caught its end, and receives again. */
  private def endAgain(reason: ExitReason): Nothing =
    inVain += 1
    if inVain == 1 then
      val mistake = IllegalStateException(
        s"$this receives again after its exit, $reason: its body catches what ends it; catch NonFatal instead of Throwable"
      )
      system.engine.report(mistake, s"$this")
    // it may do so for ever, and others need the processor
    else system.engine.platform.park(this, Pause)
    throw Ending(reason)

  private def tryNode(node: Mailbox.Node, reaction: PartialFunction[AnyRef, AnyRef]): AnyRef =
    node.event match
      case signal: Signal =>
        SignalHandler.handle(this, signal) match
          case Outcome.GoOn => Unmatched
          case Outcome.End(reason) => endLife(reason)
          // for an actor that waits for its supervisor's verdict, or for a behavior; this kind never does
          case Outcome.Restart(_) | Outcome.TimeOut => Unmatched
          case Outcome.Message(message) => tryMessage(message, null, new Mailbox.Node(message), reaction)
      case _ if !source.claim(node) => Unmatched
      case envelope: Envelope if isLate(envelope) =>
        source.tried(node, matched = true)
        Unmatched
      case envelope: Envelope =>
        envelope.within(tryMessage(envelope.message, envelope.sender, node, reaction))
      case message => tryMessage(message, null, node, reaction)

  /** The message is out of the list while it is tried, for its case may itself receive. */
  private def tryMessage(
      message: AnyRef,
      from: eddy.actor.ActorRef[Nothing] | Null,
      node: Mailbox.Node,
      reaction: PartialFunction[AnyRef, AnyRef]
  ): AnyRef =
    val here = coldState
    val before = here.sender
    here.sender = from
    inHand = node
    val timer = timerOf(node)
    if timer != null then here.takeTimer(timer)
    // only what its case receives is inside of it
    val earlier = failing
    failing = null
    var matched = true
    try
      val result = reaction.applyOrElse(message, NoMatch)
      matched = !(result eq Unmatched)
      failing = earlier
      result
    catch
      case cause: Throwable =>
        // the body may yet catch it
        val last = failing
        val inner = if last != null && (last.cause eq cause) then last else null
        failing = if Question.isIn(message) then new FailedOn(message, cause, inner) else inner
        throw cause
    finally
      here.sender = before
      if matched then doneWith(inHand)
      else
        if timer != null then here.returnTimer(timer)
        keep(node, reaction)
  end tryMessage

  private def keep(node: Mailbox.Node, reaction: AnyRef): Unit =
    // a guard that has received has given its place away
    val kept = if inHand eq node then node else new Mailbox.Node(node.event)
    inHand = null
    source.tried(kept, matched = false)
    val here = coldState
    here.saved.insert(kept)
    skip(here, kept, reaction)

  private def doneWith(node: Mailbox.Node | Null): Unit =
    inHand = null
    if node != null then source.tried(node, matched = true)

  private def onTimeout(reaction: PartialFunction[AnyRef, AnyRef]): AnyRef =
    val result = reaction.applyOrElse(TIMEOUT, NoMatch)
    if result eq Unmatched then
      throw IllegalStateException("receiveWithin ran out of time and has no case TIMEOUT: add one")
    result

  private def waitForClaim(deadlineNanos: Long, timed: Boolean): Unit =
    var waiting = true
    while waiting && isIdle do
      if !timed then system.engine.platform.park(this, Long.MaxValue)
      else
        val left = deadlineNanos - system.engine.nanoTime
        if left > 0 then system.engine.platform.park(this, left) else waiting = !claim()
      // an interrupt is the user's own affair; it must not make this loop spin
      if Thread.interrupted() then
        // the mailbox is this thread's again, by its own claim or a sender's
        val _ = claim()
        throw InterruptedException(s"$this was interrupted while it waited for a message")
end ThreadCell

private[eddy] object ThreadCell:
  /** Nanoseconds between two attempts to end a life that continues nevertheless. */
  private inline val Pause = 1_000_000L

  /** Ends the body of an actor that an exit signal has reached. Not for users to catch. */
  private final class Ending(val reason: ExitReason) extends ControlThrowable

  /** @param inner the case inside this one, which it came out of first */
  private final class FailedOn(val message: AnyRef, val cause: Throwable, val inner: FailedOn | Null)

  /** Creates an actor that does not run yet: messages to it wait. */
  def create[M](
      system: SystemCore,
      name: String | Null,
      mailbox: MailboxPolicy[M],
      body: ThreadActor[M] => Unit
  ): ThreadCell[M] =
    val cell = mailbox match
      case MailboxPolicy.Unbounded => new ThreadCell[M](system, body)
      case bounded: MailboxPolicy.Bounded[M @unchecked] => new BoundedThreadCell[M](system, bounded, body)
    if name != null then cell.coldState.name = name
    cell
end ThreadCell
