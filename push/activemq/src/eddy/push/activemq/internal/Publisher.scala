package eddy.push.activemq.internal

import eddy.push.activemq.ActiveMqConfig
import eddy.push.internal.{MessageCodec, Outlets}
import eddy.push.{MediatorException, MediatorNode, Message, Published}

import java.util.concurrent.atomic.AtomicInteger
import scala.concurrent.{ExecutionContext, Future}

import jakarta.jms.Connection

/** Publishes through a few sessions. Any thread; nothing waits. Publications to one channel go out in the
  * order of the calls. Those that arrive for a channel while two of its messages are under way share the next
  * one, as the broker's work is for each message.
  */
private[activemq] final class Publisher(
    client: JmsClient,
    names: TopicNames,
    config: ActiveMqConfig,
    node: MediatorNode
):
  private val engine = node.system.engine
  private val held = new AtomicInteger()
  private val lanes = Vector.fill(config.sessions)(new Lane(client, names, config, node))
  // parasitic: a lane sends in the order of the calls, whichever thread calls
  private val outlets = Outlets[Sending](
    math.min(Publisher.MostMessages, config.batch),
    Publisher.MostBytes,
    (channel, all) => lane(channel).send(channel, all)
  )(using ExecutionContext.parasitic)
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
      val key = if client.knowsKeys then message.key else None
      val deadline = System.nanoTime() + config.publishTimeout.toNanos
      val sending = new Sending(channel, MessageCodec.encode(message), key, deadline, held)
      lane(channel).watch(sending)
      outlets.add(channel, sending)
      sending.future

  private def lane(channel: String) = lanes(Math.floorMod(channel.hashCode, lanes.size))

  /** Blocks for the broker's answers.
    * @throws jakarta.jms.JMSException when the connection is gone, or the broker refuses
    */
  def up(connection: Connection): Unit = lanes.foreach(_.up(connection))

  /** Pending and later publications fail with this reason. */
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

  /** In one message of the broker. A node that wants little gets one of them more. */
  private final val MostMessages = 100
  private final val MostBytes = 32 * 1024
