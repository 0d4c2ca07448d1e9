package eddy.push.activemq

import eddy.push.activemq.artemis.ArtemisClient
import eddy.push.activemq.internal.{ClassicClient, JmsClient}

import java.util.concurrent.atomic.AtomicInteger

/** Another program that uses the same broker. */
object Stranger:
  def send(broker: TestBroker, topic: String, text: String): Unit =
    val client = clientOf(broker)
    val connection = client.connect(broker.config.uri, broker.config, 1)
    try
      val session = connection.jms.createSession()
      session.createProducer(client.topic(topic)).send(session.createTextMessage(text))
    finally connection.close()

  /** Counts the messages that come to the topic while `use` runs, and passes `use` a function that reads the
    * count.
    */
  def counting(broker: TestBroker, topic: String)(use: (() => Int) => Unit): Unit =
    val client = clientOf(broker)
    val connection = client.connect(broker.config.uri, broker.config, 1000)
    try
      val count = AtomicInteger()
      val consumer = connection.jms.createSession().createConsumer(client.topic(topic))
      consumer.setMessageListener(_ => count.incrementAndGet(): Unit)
      connection.jms.start()
      use(() => count.get)
    finally connection.close()

  private def clientOf(broker: TestBroker): JmsClient = broker match
    case _: ClassicBroker => ClassicClient
    case _ => ArtemisClient
end Stranger
