package eddy.push.activemq.internal

import eddy.push.activemq.ActiveMqConfig
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

/** The mediator over any broker that speaks Jakarta Messaging. */
private[activemq] final class JmsMediator(client: JmsClient, config: ActiveMqConfig) extends Mediator:
  // a wrong URI is refused here, not at the start
  private val _ = Addresses(config.uri)
  private val link = new AtomicReference[Link | Null](null)

  def name: String = client.name

  def sharedHistory: Boolean = false

  def start(node: MediatorNode): Future[Unit] =
    val made = new Link(client, config, node)
    if link.compareAndSet(null, made) then made.start()
    else
      made.publisher.close()
      Future.failed(IllegalStateException("the mediator was started before: make one for each node"))

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

  def close(): Future[Unit] =
    val l = link.get
    if l == null then Future.unit else l.close()

  private def started[A](what: Link => Future[A]): Future[A] =
    val l = link.get
    if l == null then Future.failed(MediatorException("the mediator was not started: start it first"))
    else what(l)
end JmsMediator
