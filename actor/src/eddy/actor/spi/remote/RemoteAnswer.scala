package eddy.actor.spi.remote

import eddy.actor.internal.ask.FanOut
import eddy.actor.internal.signal.Question
import eddy.actor.{ActorRef, AskedFailedException, DeadLetter, UnansweredException}

/** The address for an answer to a question that was asked in another process. */
private[eddy] abstract class RemoteAnswer[M] extends RemoteAddress[M], Question:
  // once it was sent to several side by side, or is about to be; guarded by this
  private var holders: FanOut | Null = null
  // guarded by this: the asking actor is notified once
  private var notified = false

  /** Nobody is left who may answer, because the question was lost. */
  protected def lost(reason: DeadLetter.Reason): Unit

  /** Nobody is left who may answer, because the asked actor failed. */
  protected def failed(cause: Throwable): Unit

  private[actor] def split(by: ActorRef[?] | Null, to: Iterable[ActorRef[?]]): Unit = synchronized:
    val now = holders
    val among = if now == null then new FanOut else now
    holders = among
    to.foreach(among.add)
    // its own part is with those
    if by != null then among.remove(by): Unit

  private[actor] def joined(by: ActorRef[?], to: Iterable[ActorRef[?]]): Unit = synchronized:
    val among = holders
    if among != null then
      to.foreach: one =>
        val _ = among.remove(one)
      if among.isEmpty then holders = null else among.add(by)

  private[actor] def without(receiver: ActorRef[?], why: => Throwable): Unit =
    val isFirst = synchronized:
      val among = holders
      if among != null then among.lost(receiver)
      val nobody = among == null || among.isEmpty
      val first = nobody && !notified
      if first then notified = true
      first
    if isFirst then
      why match
        case unanswered: UnansweredException => lost(unanswered.reason)
        case failure: AskedFailedException => failed(Option(failure.getCause).getOrElse(failure))
        case other => failed(other)

  /** The answer cannot be sent: the actor that sends it will not answer again. */
  protected final def answerLost(reason: DeadLetter.Reason): Unit =
    val by = local.core.acting match
      case actor: ActorRef[?] => actor
      case _ => this
    without(by, UnansweredException(by, reason))

  override private[eddy] def isOneActor: Boolean = false
end RemoteAnswer
