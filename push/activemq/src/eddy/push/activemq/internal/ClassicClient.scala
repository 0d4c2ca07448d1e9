package eddy.push.activemq.internal

import eddy.push.activemq.{ActiveMqConfig, BrokerTls}

import jakarta.jms.{JMSException, Message, MessageProducer, Topic}
import org.apache.activemq.command.ActiveMQTopic
import org.apache.activemq.{
  ActiveMQConnectionFactory,
  ActiveMQMessageProducer,
  ActiveMQPrefetchPolicy,
  ActiveMQSslConnectionFactory,
  AsyncCallback
}

/** ActiveMQ Classic, over OpenWire. */
private[activemq] object ClassicClient extends JmsClient:
  def name: String = "activemq"

  def rest: String = ">"

  def connect(address: String, config: ActiveMqConfig, prefetch: Int): BrokerConnection =
    val connectMillis = config.connectTimeout.toMillis.toInt
    val factory = config.tls.fold(new ActiveMQConnectionFactory)(secure)
    factory.setBrokerURL(
      Seq("connectionTimeout" -> connectMillis, "soWriteTimeout" -> StuckWriteMillis)
        .foldLeft(address)((uri, option) => JmsClient.withOption(uri, option._1, option._2))
    )
    if config.user.nonEmpty then
      factory.setUserName(config.user)
      factory.setPassword(config.password)
    factory.setConnectResponseTimeout(connectMillis)
    factory.setCloseTimeout(math.min(connectMillis, CloseMillis))
    val policy = new ActiveMQPrefetchPolicy
    policy.setTopicPrefetch(prefetch)
    factory.setPrefetchPolicy(policy)
    // reported by the broker only for temporary destinations, which are not used
    factory.setWatchTopicAdvisories(false)
    // only a client library that reconnects gets anything twice
    factory.setCheckForDuplicates(false)
    // each message is sent once
    factory.setCopyMessageOnSend(false)
    new BrokerConnection(factory.createConnection().nn, () => ())
  end connect

  def topic(name: String): Topic = new ActiveMQTopic(name)

  def send(producer: MessageProducer, topic: Topic, message: Message, done: Throwable | Null => Unit): Unit =
    producer match
      case classic: ActiveMQMessageProducer =>
        classic.send(
          topic,
          message,
          new AsyncCallback:
            def onSuccess(): Unit = done(null)
            def onException(failure: JMSException): Unit = done(failure)
        )
      case other =>
        throw IllegalArgumentException(s"${other.getClass.getName} is not a producer of ActiveMQ Classic")

  /** It knows only which messages one producer has sent twice; the nodes know the keys. */
  def knowsKeys: Boolean = false

  def mark(message: Message, key: String): Unit = ()

  private def secure(tls: BrokerTls): ActiveMQConnectionFactory =
    val factory = new ActiveMQSslConnectionFactory
    factory.setTrustStore(tls.trustStore.path.toString)
    factory.setTrustStorePassword(tls.trustStore.password)
    factory.setTrustStoreType("PKCS12")
    tls.keyStore.foreach: own =>
      factory.setKeyStore(own.path.toString)
      factory.setKeyStorePassword(own.password)
      factory.setKeyStoreType("PKCS12")
    factory

  /** How long a broker that may be gone is waited for when a connection to it is closed. */
  private final val CloseMillis = 1000

  /** A broker that has read nothing for so long counts as gone. */
  private final val StuckWriteMillis = 30_000
end ClassicClient
