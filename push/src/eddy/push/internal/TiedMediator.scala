package eddy.push.internal

import eddy.push.*

import scala.concurrent.Future

/** A node's tie to the service, from its start to its end: as [[Mediator]] has it. Any thread. */
private[push] trait Tie:
  def start(): Future[Unit]
  def publish(channel: String, message: Message): Future[Published]
  def subscribe(interest: Interest, intake: Intake): Future[Unit]
  def unsubscribe(interest: Interest): Future[Unit]
  def read(channel: String, query: HistoryQuery): Future[HistoryPage]
  def forget(channel: String): Future[Unit]
  def state: MediatorState
  def close(): Future[Unit]
end Tie

/** A mediator that is made before its node is known, and does everything by the tie that its start makes. */
private[push] abstract class TiedMediator[A <: Tie] extends Mediator:
  @volatile private var made: A | Null = null

  /** The tie to the service; nothing has begun yet. */
  protected def tie(node: MediatorNode): A

  final def start(node: MediatorNode): Future[Unit] =
    val fresh = synchronized:
      if made != null then null
      else
        val own = tie(node)
        made = own
        own
    if fresh == null then
      Future.failed(IllegalStateException("the mediator was started before: make one for each node"))
    else fresh.start()

  final def publish(channel: String, message: Message): Future[Published] =
    started(_.publish(channel, message))
  final def subscribe(interest: Interest, intake: Intake): Future[Unit] =
    started(_.subscribe(interest, intake))
  final def unsubscribe(interest: Interest): Future[Unit] = started(_.unsubscribe(interest))
  final def read(channel: String, query: HistoryQuery): Future[HistoryPage] = started(_.read(channel, query))
  final def forget(channel: String): Future[Unit] = started(_.forget(channel))

  final def state: MediatorState =
    val own = made
    if own == null then MediatorState.Down("the mediator was not started", 0) else own.state

  final def close(): Future[Unit] =
    val own = made
    if own == null then Future.unit else own.close()

  /** Null before the start. */
  protected final def tieOrNull: A | Null = made

  private def started[B](what: A => Future[B]): Future[B] =
    val own = made
    if own == null then Future.failed(MediatorException("the mediator was not started: start it first"))
    else what(own)
end TiedMediator
