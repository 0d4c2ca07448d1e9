package eddy.actor.internal

import eddy.actor.{Actor, ActorRef, ActorSystem, Behavior, ExitReason, Monitor, TIMEOUT}
import eddy.runtime.Timer
import eddy.runtime.internal.{Mailbox, Worker}

import java.util.concurrent.TimeUnit
import scala.concurrent.duration.FiniteDuration

/** An actor: a mailbox, the present behaviour, and the messages that behaviours before it did not match.
  *
  * {{{
  *   kept:   first -> … -> tried -> … -> last      then the mailbox: newer messages, not taken yet
  *           these the behaviour      these not
  *           has tried, no match      yet
  * }}}
  * All fields belong to whoever has claimed the mailbox; the claim hands them from one worker to the next.
  */
private[eddy] final class ActorCell[M] private (
    system: ActorSystem,
    name: String | Null,
    body: Actor[M] => Behavior[M]
) extends Mailbox(idle = false),
      Actor[M],
      ActorRef[M]:
  import ActorCell.*

  private var behavior: AnyRef | Null = null
  private var start: (Actor[M] => Behavior[M]) | Null = body
  private var first: Mailbox.Node | Null = null
  private var last: Mailbox.Node | Null = null
  private var tried: Mailbox.Node | Null = null
  private var timer: Timer | Null = null
  private var monitors: List[Monitor] = Nil

  private[actor] def cell: ActorCell[M] = this

  def !(message: M): Unit = deliver(message): Unit

  private[eddy] def deliver(message: M): Boolean =
    if message == null then
      throw NullPointerException(s"null sent to $this: send a message that says what it means")
    val delivered = send(message.asInstanceOf[AnyRef])
    if !delivered then system.deadLetter(message, this)
    delivered

  private def send(event: AnyRef): Boolean = offer(event) match
    case Mailbox.Offer.Queued => true
    case Mailbox.Offer.Closed => false
    case Mailbox.Offer.Claimed =>
      system.engine.scheduler.submitNext(this)
      true

  private[eddy] def addMonitor(monitor: Monitor): Unit =
    if !send(new Signal.AddMonitor(monitor)) then monitor.tell(ExitReason.NoActor)

  private[eddy] def removeMonitor(monitor: Monitor): Unit = send(new Signal.RemoveMonitor(monitor)): Unit

  /** One turn: called by a worker, never twice at a time. */
  override def run(): Unit =
    var budget = system.engine.config.eventsPerTurn
    val begin = start
    if begin != null then
      start = null
      become(guarded(begin(this).asInstanceOf[AnyRef]))
    // after release() another worker may have the fields already: nothing may be touched
    var mine = !isClosed
    while mine do
      val next = if tried == null then first else tried.nn.next
      if next == null then
        val taken = takeAll()
        if taken != null then append(taken)
        else if timeIsOver() then become(guarded(react(TIMEOUT)))
        else mine = !release()
      else if budget == 0 then
        mine = false
        system.engine.scheduler.submit(this)
      else
        budget -= 1
        next.event match
          case signal: Signal =>
            remove(next)
            handle(signal)
          case message =>
            val result = guarded(react(message))
            if result eq Unmatched then tried = next
            else
              remove(next)
              become(result)
      end if
      if mine && isClosed then mine = false
    end while
    Worker.current match
      case worker: Worker => worker.countEvents(system.engine.config.eventsPerTurn - budget - 1)
      case null => ()
  end run

  private def react(message: AnyRef): AnyRef =
    val reaction = behavior match
      case timed: Timed => timed.reaction
      case other => other
    reaction.asInstanceOf[PartialFunction[AnyRef, AnyRef]].applyOrElse(message, NoMatch)

  /** The result of `step`, or a [[Failure]]. */
  private inline def guarded(inline step: AnyRef): AnyRef =
    try step
    catch case cause: Throwable => new Failure(cause)

  private def become(next: AnyRef): Unit =
    cancelTimer()
    next match
      case Stop => end(ExitReason.Normal)
      case failure: Failure => fail(failure.cause)
      case Unmatched => fail(IllegalStateException("reactWithin ran out of time and has no case TIMEOUT"))
      case none if none == null =>
        fail(NullPointerException("a reaction ended with null: end it with react { … } or stop"))
      case _ =>
        behavior = next
        tried = null

  /** Nothing is left to try: starts the timer of a timed behaviour, or says that its time is over. */
  private def timeIsOver(): Boolean = behavior match
    case timed: Timed =>
      val left = timed.deadlineNanos - System.nanoTime()
      if left > 0 && timer == null then
        timer = system.engine.after(FiniteDuration(left, TimeUnit.NANOSECONDS)): () =>
          send(new Signal.TimeOver(timed)): Unit
      left <= 0
    case _ => false

  private def cancelTimer(): Unit =
    val running = timer
    if running != null then
      timer = null
      running.cancel(): Unit

  private def handle(signal: Signal): Unit = signal match
    case over: Signal.TimeOver =>
      // one of an earlier behaviour is late; otherwise the loop will see that the time is over
      if over.behavior eq behavior then timer = null
    case add: Signal.AddMonitor => monitors = add.monitor :: monitors
    case gone: Signal.RemoveMonitor => monitors = monitors.filter(_ ne gone.monitor)

  private def fail(cause: Throwable): Unit =
    system.engine.report(cause, s"$this, which has ended")
    end(ExitReason.Failed(cause))

  private def end(reason: ExitReason): Unit =
    cancelTimer()
    append(close())
    var left = first
    behavior = null
    first = null
    last = null
    tried = null
    var told = monitors
    monitors = Nil
    while left != null do
      left.event match
        case add: Signal.AddMonitor => told = add.monitor :: told
        case gone: Signal.RemoveMonitor => told = told.filter(_ ne gone.monitor)
        case _: Signal => ()
        case message => system.deadLetter(message, this)
      left = left.next
    system.ended(reason)
    told.foreach: monitor =>
      try monitor.tell(reason)
      catch case cause: Throwable => system.engine.report(cause, s"a monitor of $this")
  end end

  private def append(nodes: Mailbox.Node | Null): Unit =
    if nodes != null then
      if last == null then first = nodes else last.nn.next = nodes
      var end = nodes
      while end.next != null do end = end.next.nn
      last = end

  /** Takes out the message after `tried`. */
  private def remove(node: Mailbox.Node): Unit =
    val before = tried
    if before == null then first = node.next else before.next = node.next
    if last eq node then last = before

  override def toString: String =
    if name == null then s"actor ${Integer.toHexString(hashCode)}" else s"actor \"$name\""
end ActorCell

private[eddy] object ActorCell:
  def start[M](system: ActorSystem, name: String | Null, body: Actor[M] => Behavior[M]): ActorCell[M] =
    val cell = new ActorCell[M](system, name, body)
    system.started()
    system.engine.scheduler.submit(cell)
    cell

  private object Unmatched
  private val NoMatch: AnyRef => AnyRef = _ => Unmatched
  private final class Failure(val cause: Throwable)
end ActorCell
