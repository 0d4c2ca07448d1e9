package eddy.push.sns

import eddy.push.sns.internal.Link
import eddy.push.{
  HistoryPage,
  HistoryQuery,
  Intake,
  Interest,
  Mediator,
  MediatorException,
  MediatorNode,
  MediatorState,
  Message,
  Published
}

import java.util.concurrent.atomic.AtomicReference
import scala.concurrent.Future

/** The mediator over Amazon SNS: publications go to one topic that all nodes share. From there they come by SNS' calls to an HTTP
  * endpoint of each node ([[eddy.push.Delivery.Push]]), or into a queue of SQS for each node, which it polls.
  *
  * A node gets each publication once, and what one node publishes in that order, whatever SNS repeats or turns around; what has not come
  * within `reorderWithin` is told as a gap. SNS keeps nothing: each node numbers what arrives and keeps it for its own subscribers.
  */
final class SnsMediator(config: SnsConfig) extends Mediator:
  private val link = new AtomicReference[Link | Null](null)

  def name: String = "sns"

  def sharedHistory: Boolean = false

  def start(node: MediatorNode): Future[Unit] =
    val made = new Link(config, node)
    if link.compareAndSet(null, made) then made.start()
    else Future.failed(IllegalStateException("the mediator was started before: make one for each node"))

  /** Besides [[MediatorException]] it fails with a [[eddy.push.PushException]] that is `LimitExceeded` (106) for what is larger than SNS
    * takes.
    */
  def publish(channel: String, message: Message): Future[Published] =
    started(_.publisher.publish(channel, message))

  def subscribe(interest: Interest, intake: Intake): Future[Unit] = started(_.subscribe(interest, intake))

  def unsubscribe(interest: Interest): Future[Unit] = started(_.unsubscribe(interest))

  def read(channel: String, query: HistoryQuery): Future[HistoryPage] =
    started(l => Future.successful(l.history.read(channel, query)))

  def forget(channel: String): Future[Unit] = started(l => Future.successful(l.history.forget(channel)))

  def state: MediatorState =
    val l = link.get
    if l == null then MediatorState.Down("the mediator was not started", 0) else l.state

  /** Also removes this node's queue, or subscription, as far as AWS can be had. */
  def close(): Future[Unit] =
    val l = link.get
    if l == null then Future.unit else l.close()

  private def started[A](what: Link => Future[A]): Future[A] =
    val l = link.get
    if l == null then Future.failed(MediatorException("the mediator was not started: start it first"))
    else what(l)
end SnsMediator
