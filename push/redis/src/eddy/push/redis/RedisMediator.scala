package eddy.push.redis

import eddy.push.redis.internal.*
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
  Publication,
  Published
}

import java.util.concurrent.atomic.AtomicReference
import scala.concurrent.Future

/** Nodes that talk through Redis 7 or later: one server, a master with replicas and Sentinels, or a Cluster. Publications go through
  * Pub/Sub, histories are streams that all nodes share: offsets and epochs are the same everywhere, and outlive the nodes. What is
  * guaranteed, and what not, is in docs/push-redis.md.
  */
final class RedisMediator(config: RedisConfig) extends Mediator:
  private val started = AtomicReference[Parts | Null](null)

  def name: String = "redis"
  def sharedHistory: Boolean = true

  /** Fails when Redis refuses this node, as with a wrong password; while Redis does not answer it waits, and tells the node. */
  def start(node: MediatorNode): Future[Unit] =
    val parts = Parts(config, node)
    if !started.compareAndSet(null, parts) then
      throw IllegalStateException("this mediator was started before: make another")
    parts.start()

  def publish(channel: String, message: Message): Future[Published] = running(s"publish to $channel"):
    parts =>
      parts.publishing.publish(channel, message, parts.node.retention(channel))

  def subscribe(interest: Interest, intake: Intake): Future[Unit] =
    running(s"subscribe to $interest")(_.interests.subscribe(interest, intake))

  def unsubscribe(interest: Interest): Future[Unit] =
    running(s"unsubscribe from $interest")(_.interests.unsubscribe(interest))

  def read(channel: String, query: HistoryQuery): Future[HistoryPage] =
    running(s"read the history of $channel"): parts =>
      val retention = parts.node.retention(channel)
      if retention.size > 0 then parts.reading.history(channel, query, retention)
      else Future.successful(HistoryPage(Vector.empty, Publication.Unplaced, complete = query.after.isEmpty))

  def forget(channel: String): Future[Unit] = running(s"forget $channel"): parts =>
    if parts.node.retention(channel).size > 0 then parts.reading.forget(channel) else Future.unit

  def state: MediatorState =
    val parts = started.get
    if parts == null then Servers.down("not started yet") else parts.state

  def close(): Future[Unit] =
    val parts = started.get
    if parts == null then Future.unit else parts.close()

  private def running[A](doing: String)(what: Parts => Future[A]): Future[A] =
    val parts = started.get
    if parts == null then
      Future.failed(
        MediatorException(s"cannot $doing: the mediator for Redis is not started; call start before")
      )
    else what(parts)

  override def toString: String = s"RedisMediator($config)"
end RedisMediator
