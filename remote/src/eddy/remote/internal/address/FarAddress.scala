package eddy.remote.internal.address

import eddy.actor.spi.remote.{RemoteAddress, RemoteAnswer}
import eddy.actor.{ActorRef, ActorSystem, DeadLetter, ExitReason, Monitor}
import eddy.remote.PickleReader

/** An address of another node, whatever it stands for there. Two are equal if they stand for the same. */
private[remote] trait FarAddress[M] extends SendTarget[M]:
  def actor: RemoteActor

  /** The pickler of its messages; null: none is known. */
  protected def protocol: PickleReader[?] | Null

  protected def local: ActorSystem = actor.node.system

  protected def put(message: M, sender: ActorRef[Nothing] | Null): DeadLetter.Reason | Null =
    if actor.isOver then DeadLetter.Reason.Terminated else actor.node.put(this, message, protocol, sender)

  override protected def refusesWhenFull: Boolean = actor.node.refusesWhenFull
  protected def lose(message: Any, reason: DeadLetter.Reason): Unit = actor.node.lose(this, message, reason)

  protected def watch(monitor: Monitor): Boolean = whileLive(actor.node.watch(actor, monitor))
  protected def unwatch(monitor: Monitor): Unit = actor.node.unwatch(actor, monitor)
  protected def link(from: ActorRef[?], link: AnyRef): Boolean = whileLive(actor.node.link(this, from, link))
  protected def unlink(from: ActorRef[?], links: List[AnyRef]): Unit = actor.node.unlink(this, from, links)
  protected def sendExit(
      from: ActorRef[?],
      reason: ExitReason,
      links: List[AnyRef],
      inTurn: Boolean
  ): Boolean =
    whileLive(actor.node.exit(this, from, reason, links, inTurn))
  protected def sendKill(): Boolean = whileLive(actor.node.kill(actor))

  private def whileLive(act: => Unit): Boolean =
    val live = !actor.isOver
    if live then act
    live

  def isAlive: Boolean = !actor.isOver

  override def equals(that: Any): Boolean = that match
    case other: FarAddress[?] => actor == other.actor
    case _ => false
  override def hashCode: Int = actor.hashCode
end FarAddress

/** The address of an actor of another node. */
private[remote] final class FarRef[M](val actor: RemoteActor, protected val protocol: PickleReader[?] | Null)
    extends RemoteAddress[M],
      FarAddress[M]:
  override def toString: String = s"actor ${actor.number >> 2} at ${actor.node.identity.name}"

/** The address for an answer to a question that was asked on another node.
  *
  * @param source where the question came from
  */
private[remote] final class FarAnswer[M](
    val actor: RemoteActor,
    protected val protocol: PickleReader[?] | Null,
    source: QuestionSource
) extends RemoteAnswer[M],
      FarAddress[M]:
  protected def lost(reason: DeadLetter.Reason): Unit = source.lost(actor, reason)
  protected def failed(cause: Throwable): Unit = source.failed(actor, cause)

  /** A lost answer: the asking actor need not wait for its timeout. */
  override protected def lose(message: Any, reason: DeadLetter.Reason): Unit =
    super.lose(message, reason)
    if reason != DeadLetter.Reason.Terminated then answerLost(reason)
  override def toString: String = s"the address for an answer at ${actor.node.identity.name}"
