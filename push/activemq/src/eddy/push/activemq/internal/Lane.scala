package eddy.push.activemq.internal

import eddy.push.MediatorNode
import eddy.push.activemq.ActiveMqConfig
import eddy.push.internal.MessageCodec

import java.util.ArrayDeque
import scala.concurrent.{ExecutionContext, Future}
import scala.util.control.NonFatal

import jakarta.jms.{
  Connection,
  DeliveryMode,
  InvalidDestinationException,
  JMSSecurityException,
  MessageProducer,
  ResourceAllocationException,
  Session
}

/** A session that publishes. It belongs to the unit, as a session is one thread's at a time. The client
  * library writes to the socket in the caller's thread, so that a broker which does not read stops this unit;
  * publications that wait then fail in time all the same.
  */
private[activemq] final class Lane(
    client: JmsClient,
    names: TopicNames,
    config: ActiveMqConfig,
    node: MediatorNode
):
  private val unit = node.system.engine.unit()
  // the unit's
  private var open: (Session, MessageProducer) | Null = null
  private var why = "the broker was never reached"
  private var cause: Throwable | Null = null

  // guarded by its own monitor: messages to send or under way, oldest first; finished ones at its head go
  private val underway = new ArrayDeque[Sending]()

  /** Has it fail in time, or when the broker goes away. */
  def watch(sending: Sending): Unit = underway.synchronized:
    trim()
    underway.add(sending): Unit

  /** Sends them as one message; `done` runs when they have succeeded or failed. They are watched. */
  def send(channel: String, all: Vector[Sending]): Future[Unit] =
    unit.submit(() => sendNow(channel, all))
    // what ends the last one ends all
    all.last.future.map(_ => ())(using ExecutionContext.parasitic)

  /** By the link; blocks. */
  def up(connection: Connection): Unit =
    val session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE).nn
    val producer = session.createProducer(null).nn
    producer.setDeliveryMode(if config.persistent then DeliveryMode.PERSISTENT
    else DeliveryMode.NON_PERSISTENT)
    producer.setDisableMessageTimestamp(true)
    unit.submit(() => open = (session, producer))

  def down(reason: String, failure: Throwable | Null): Unit =
    unit.submit: () =>
      open = null
      why = reason
      cause = failure
    failAll(_ => true, reason, failure)

  def expire(now: Long): Unit =
    failAll(
      _.deadline - now <= 0,
      s"the broker has not acknowledged within ${config.publishTimeout}",
      null
    )

  private def failAll(these: Sending => Boolean, reason: String, failure: Throwable | Null): Unit =
    val found = underway.synchronized:
      val all = underway.toArray(Array.empty[Sending]).nn.map(_.nn).takeWhile(s => s.isOver || these(s))
      trim()
      all
    // newest first: else pending ones would go out when the one before is over
    found.reverseIterator.foreach(_.failed(reason, failure))

  private def trim(): Unit =
    while !underway.isEmpty && underway.peek.nn.isOver do underway.poll(): Unit

  private def sendNow(channel: String, all: Vector[Sending]): Unit = open match
    case (session: Session, producer: MessageProducer) =>
      try
        val message = session.createBytesMessage().nn
        val going = all.filter(_.go())
        if going.nonEmpty then
          message.writeBytes(MessageCodec.join(going.map(_.body)))
          going.head.key.foreach: key =>
            // a broker remembers so many keys, not for so long: a message too old to be known gets another
            // one there
            val kept = math.max(1, node.retention(channel).keys.toMillis)
            client.mark(message, s"$key ${System.currentTimeMillis / kept}")
          client.send(
            producer,
            client.topic(names.topic(channel)),
            message,
            failure => if failure == null then going.foreach(_.acknowledged()) else failAll(going, failure)
          )
      catch case NonFatal(failure) => failAll(all, failure)
    case null => all.foreach(_.failed(why, cause))

  private def failAll(these: Vector[Sending], failure: Throwable): Unit = failure match
    case refusal: (ResourceAllocationException | JMSSecurityException | InvalidDestinationException) =>
      these.foreach(_.refused(s"the broker refused the publication: ${refusal.getMessage}", refusal))
    case _ => these.foreach(_.failed(s"sending failed: ${failure.getMessage}", failure))
end Lane
