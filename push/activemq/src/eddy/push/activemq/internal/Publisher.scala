package eddy.push.activemq.internal

import eddy.push.activemq.ActiveMqConfig
import eddy.push.{MediatorException, MediatorNode, Message, Published}

import java.util.concurrent.atomic.AtomicInteger
import scala.concurrent.Future

import jakarta.jms.Connection

/** Publishes through a few sessions. Any thread; nothing waits. What is published to one channel goes out in the order of the calls. */
private[activemq] final class Publisher(
    client: JmsClient,
    names: TopicNames,
    config: ActiveMqConfig,
    node: MediatorNode
):
  private val engine = node.system.engine
  private val held = new AtomicInteger()
  private val lanes = Vector.fill(config.sessions)(new Lane(client, names, config, node))
  private val timeout = engine.every(Publisher.Tick)(() => expire())

  def publish(channel: String, message: Message): Future[Published] =
    if held.incrementAndGet() > config.maxUnacknowledged then
      val _ = held.decrementAndGet()
      Future.failed(
        MediatorException(
          s"${config.maxUnacknowledged} publications wait for the broker's acknowledgement already: publish less, or raise " +
            "maxUnacknowledged"
        )
      )
    else
      val sending = new Sending(channel, message, System.nanoTime() + config.publishTimeout.toNanos, held)
      lanes(Math.floorMod(channel.hashCode, lanes.size)).add(sending)
      sending.future

  /** Blocks for the broker's answers.
    * @throws jakarta.jms.JMSException when the connection is gone, or the broker refuses
    */
  def up(connection: Connection): Unit = lanes.foreach(_.up(connection))

  /** What waits, and what comes from now on, fails with this reason. */
  def down(why: String, cause: Throwable | Null): Unit = lanes.foreach(_.down(why, cause))

  def close(): Unit =
    val _ = timeout.cancel()
    down("the mediator was closed", null)

  private def expire(): Unit =
    val now = System.nanoTime()
    lanes.foreach(_.expire(now))
end Publisher

private[activemq] object Publisher:
  import scala.concurrent.duration.DurationInt

  /** How late a publication may time out. */
  private val Tick = 250.millis
