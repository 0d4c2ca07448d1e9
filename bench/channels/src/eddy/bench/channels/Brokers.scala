package eddy.bench.channels

import eddy.push.activemq.broker.EmbeddedBroker

import java.nio.file.Files
import java.util.concurrent.CountDownLatch

import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ

/** Brokers for the measurement, in this process: they keep nothing on disk. */
private object Brokers:
  val User: String = EmbeddedBroker.User
  val Password = "bench"

  /** Runs one until the process is ended. */
  def run(kind: String, port: Int): Unit =
    kind match
      case "activemq" =>
        val _ = EmbeddedBroker.start(port, password = Some(Password))
      case "artemis" => artemis(port)
      case other => throw IllegalArgumentException(s"broker=$other: must be activemq or artemis")
    new CountDownLatch(1).await()

  private def artemis(port: Int): Unit =
    val config = new ConfigurationImpl
    config.setPersistenceEnabled(false)
    config.setSecurityEnabled(false)
    config.setJMXManagementEnabled(false)
    config.setBrokerInstance(Files.createTempDirectory("eddy-artemis").nn.toFile)
    config.addAcceptorConfiguration("tcp", s"tcp://127.0.0.1:$port"): Unit
    val broker = new EmbeddedActiveMQ
    broker.setConfiguration(config)
    val _ = broker.start()
end Brokers
