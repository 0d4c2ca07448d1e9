package eddy.actor.internal.ask

import eddy.actor.internal.signal.{Envelope, Question, Signal}
import eddy.actor.internal.system.SystemCore
import eddy.actor.{
  ActorRef,
  AskTimeoutException,
  DeadLetter,
  Delivery,
  EngineShutDownException,
  UnansweredException
}
import eddy.runtime.TimerOwner
import eddy.runtime.spi.TimerEntry

import scala.concurrent.duration.FiniteDuration
import scala.concurrent.{Future, Promise}

/** A question on its way: the address for one answer, and the timer that ends the waiting. */
private[actor] final class AskRef[R](
    private[eddy] val system: SystemCore,
    of: ActorRef[?],
    timeout: FiniteDuration
) extends TimerEntry(0),
      ActorRef[R],
      Question,
      WaitsForGraph.Wait:
  private val promise = Promise[R]()

  val asked: ActorRef[?] = of.target

  // once it was sent to several side by side, or is about to be; guarded by this
  private var fanOut: FanOut | Null = null

  def answer: Future[R] = promise.future

  /** Waits in place, after [[send]]. The limit is the waiting thread's own: no worker has to come to a
    * timer.
    */
  def await(): R =
    if !system.engine.platform.await(promise.future, timeout.toNanos) then
      fail(AskTimeoutException(asked, timeout))
    // complete
    promise.future.value.get.get

  /** Starts the timeout and sends the question.
    *
    * @param to the asked actor
    */
  def send[M](to: ActorRef[M], question: ActorRef[R] => M): Unit =
    system.engine.platform.insertCoarse(this, timeout.toNanos)
    try
      val lost = to.deliver(question(this))
      if lost != null then fail(UnansweredException(to, lost))
    catch
      case failure: Throwable =>
        fail(failure)
        throw failure

  private[actor] def split(by: ActorRef[?] | Null, to: Iterable[ActorRef[?]]): Unit = synchronized:
    val now = fanOut
    val among = if now == null then new FanOut else now
    fanOut = among
    to.foreach(among.add)
    // its own part is with those
    if by != null then among.remove(by): Unit

  private[actor] def joined(by: ActorRef[?], to: Iterable[ActorRef[?]]): Unit = synchronized:
    val among = fanOut
    if among != null then
      to.foreach: one =>
        val _ = among.remove(one)
      if among.isEmpty then fanOut = null else among.add(by)

  /** `receiver` will not answer; the question fails when no other actor is left. */
  private[actor] def without(receiver: ActorRef[?], why: => Throwable): Unit =
    val nobody = synchronized:
      val among = fanOut
      if among != null then among.lost(receiver)
      among == null || among.isEmpty
    if nobody then fail(why)

  def fail(why: Throwable): Unit = if promise.tryFailure(why) then endTimers()

  /** Of a timer for an answer. */
  private[actor] def timerOwner: TimerOwner = system.timers.owner(this, own = false)(isAlive)

  // on the thread that watches the time, which must not run callbacks
  private[eddy] def due(): Unit = system.engine.fireApart: () =>
    if promise.tryFailure(AskTimeoutException(asked, timeout)) then system.timers.end(this)

  override private[eddy] def dropped(): Unit =
    val _ = promise.tryFailure(EngineShutDownException(asked, system.engine.config.name))

  override private[eddy] def isOneActor: Boolean = false

  def !(message: R): Unit = deliver(message): Unit
  private[eddy] def deliver(message: R): DeadLetter.Reason | Null =
    if isFirst(message) then null else DeadLetter.Reason.Terminated

  private def isFirst(message: R): Boolean =
    val answer = message match
      case envelope: Envelope => envelope.message.asInstanceOf[R]
      case plain => plain
    val first = promise.trySuccess(answer)
    if first then endTimers()
    first

  private def endTimers(): Unit =
    val _ = system.engine.platform.cancel(this)
    system.timers.end(this)

  def trySend(message: R): Delivery = if isFirst(message) then Delivery.Accepted else Delivery.Terminated

  // it is not an actor: a link to it or a watch of it has no end to wait for
  private[eddy] def signal(signal: Signal): Boolean = false
  def isAlive: Boolean = !promise.isCompleted
  override def toString: String = "the address for an answer"
end AskRef

private[actor] object AskRef:
  def check(timeout: FiniteDuration): Unit =
    if timeout.toNanos <= 0 then
      throw IllegalArgumentException(
        s"timeout = $timeout: must be more than zero, the time that the answer may take; to ask for no answer, send with !"
      )
