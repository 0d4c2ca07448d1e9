package eddy.push.activemq.internal

import eddy.push.activemq.ActiveMqConfig

import jakarta.jms.{Connection, JMSException, Message, MessageProducer, Topic}

/** What differs between the brokers; all else is said in the terms of Jakarta Messaging. */
private[activemq] trait JmsClient:
  /** For metrics and messages. */
  def name: String

  /** What stands for any number of further words at the end of a topic's name. */
  def rest: String

  /** A connection that never reconnects, not started. Blocks.
    *
    * @param prefetch how many publications may be on their way to one consumer, or about as many
    * @throws Exception when the broker cannot be had at this address or refuses
    */
  def connect(address: String, config: ActiveMqConfig, prefetch: Int): BrokerConnection

  /** Makes the topic's object, without asking the broker. */
  def topic(name: String): Topic

  /** Sends without waiting for the broker. `done` is called once, on any thread, with the failure or null.
    *
    * @throws JMSException when it was not sent; then `done` may be called too
    */
  def send(producer: MessageProducer, topic: Topic, message: Message, done: Throwable | Null => Unit): Unit

  /** Whether the broker knows keys. */
  def knowsKeys: Boolean

  /** Tells the broker that this is the same message as any other with that key on that topic, where it
    * [[knowsKeys]].
    */
  def mark(message: Message, key: String): Unit
end JmsClient

/** @param release what the client library keeps beside the connection */
private[activemq] final class BrokerConnection(val jms: Connection, release: () => Unit):
  /** Blocks, for a time that is bounded. */
  def close(): Unit =
    try jms.close()
    catch
      // it is gone already; that is why it is closed
      case _: JMSException => ()
    finally release()
end BrokerConnection

private[activemq] object JmsClient:
  /** The address with an option that it does not give itself. */
  def withOption(address: String, name: String, value: Any): String =
    if address.matches(s".*[?&]$name=.*") then address
    else s"$address${if address.contains('?') then '&' else '?'}$name=$value"
