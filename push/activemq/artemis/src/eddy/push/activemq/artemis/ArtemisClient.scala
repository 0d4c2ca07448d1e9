package eddy.push.activemq.artemis

import eddy.push.KeyFile
import eddy.push.activemq.ActiveMqConfig
import eddy.push.activemq.internal.{BrokerConnection, JmsClient}

import java.net.URLEncoder
import java.nio.charset.StandardCharsets.UTF_8

import jakarta.jms.{CompletionListener, InvalidDestinationException, Message, MessageProducer, Topic}
import org.apache.activemq.artemis.api.core.ActiveMQAddressDoesNotExistException
import org.apache.activemq.artemis.jms.client.{ActiveMQConnectionFactory, ActiveMQTopic}

/** ActiveMQ Artemis, over its Core protocol. */
private[activemq] object ArtemisClient extends JmsClient:
  def name: String = "artemis"

  def rest: String = "#"

  def connect(address: String, config: ActiveMqConfig, prefetch: Int): BrokerConnection =
    val connectMillis = config.connectTimeout.toMillis
    val factory = new ActiveMQConnectionFactory(uri(address, config), config.user, config.password)
    factory.setReconnectAttempts(0)
    factory.setInitialConnectAttempts(1)
    factory.setCallTimeout(connectMillis)
    // the next broker is one of the addresses, not one of which this broker tells
    factory.setUseTopologyForLoadBalancing(false)
    // Core counts bytes; most publications are smaller than this
    factory.setConsumerWindowSize(prefetch * BytesAMessage)
    // without it the client library takes for acknowledged what it has only sent
    factory.setConfirmationWindowSize(ConfirmBytes)
    // the publisher has a bound of its own, and must not wait for credit
    factory.setProducerWindowSize(-1)
    try new BrokerConnection(factory.createConnection().nn, () => factory.close())
    catch
      case failure: Exception =>
        factory.close()
        throw failure

  def topic(name: String): Topic = new ActiveMQTopic(name)

  def send(producer: MessageProducer, topic: Topic, message: Message, done: Throwable | Null => Unit): Unit =
    topic match
      // else the client library asks the broker whether there is such a topic, and waits; a broker makes it
      // when the message comes
      case known: ActiveMQTopic => known.setCreated(true)
      case other => throw IllegalArgumentException(s"${other.getClass.getName} is not a topic of Artemis")
    producer.send(
      topic,
      message,
      new CompletionListener:
        def onCompletion(sent: Message): Unit = done(null)
        def onException(sent: Message, failure: Exception): Unit = done(inJmsTerms(failure))
    )

  /** There is no such topic and the broker may make none: the client library says that only in its own terms.
    */
  private def inJmsTerms(failure: Exception): Exception = failure.getCause match
    case missing: ActiveMQAddressDoesNotExistException =>
      val refusal = new InvalidDestinationException(missing.getMessage)
      refusal.initCause(missing)
      refusal
    case _ => failure

  def knowsKeys: Boolean = true

  def mark(message: Message, key: String): Unit = message.setStringProperty("_AMQ_DUPL_ID", key)

  private def uri(address: String, config: ActiveMqConfig): String =
    val secured =
      if !address.startsWith("ssl:") then Nil
      else
        val stores = config.tls.toVector.flatMap: tls =>
          store("trustStore", tls.trustStore) ++ tls.keyStore.toVector.flatMap(store("keyStore", _))
        Seq("sslEnabled" -> "true", "verifyHost" -> "true") ++ stores
    val timeout = "connect-timeout-millis" -> config.connectTimeout.toMillis.toString
    (secured :+ timeout).foldLeft(address.replaceFirst("^ssl:", "tcp:").nn): (uri, option) =>
      JmsClient.withOption(uri, option._1, URLEncoder.encode(option._2, UTF_8))

  private def store(kind: String, file: KeyFile): Vector[(String, String)] =
    Vector(
      s"${kind}Path" -> file.path.toString,
      s"${kind}Password" -> file.password,
      s"${kind}Type" -> "PKCS12"
    )

  private final val BytesAMessage = 1024

  /** How often the broker lets the client forget what it has sent. */
  private final val ConfirmBytes = 256 * 1024
end ArtemisClient
