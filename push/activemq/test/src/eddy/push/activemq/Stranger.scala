package eddy.push.activemq

import eddy.push.activemq.artemis.ArtemisClient
import eddy.push.activemq.internal.{ClassicClient, JmsClient}

/** Another program that uses the same broker. */
object Stranger:
  def send(broker: TestBroker, topic: String, text: String): Unit =
    val client: JmsClient = broker match
      case _: ClassicBroker => ClassicClient
      case _ => ArtemisClient
    val connection = client.connect(broker.config.uri, broker.config, 1)
    try
      val session = connection.jms.createSession()
      session.createProducer(client.topic(topic)).send(session.createTextMessage(text))
    finally connection.close()
