package eddy.bench.channels

import eddy.actor.ActorSystem
import eddy.push.activemq.broker.EmbeddedBroker
import eddy.push.jgroups.{Discovery, JGroupsConfig, JGroupsMediator}
import eddy.push.{Channels, ChannelsConfig, Namespace}
import eddy.runtime.Engine

import java.nio.file.Files
import java.util.concurrent.CountDownLatch
import scala.concurrent.duration.DurationInt

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
      case "jgroups" => first(port)
      case other => throw IllegalArgumentException(s"broker=$other: must be activemq, artemis or jgroups")
    new CountDownLatch(1).await()

  /** The first node of a cluster, which gives publications their places: what the others publish comes through it and back. */
  private def first(port: Int): Unit =
    given ActorSystem = ActorSystem(Engine.start())
    val address = s"127.0.0.1:$port"
    // there is nobody to look for: it must be the first before the other looks for it, or each takes itself for that
    val config = JGroupsConfig(
      port = port,
      portRange = 0,
      discovery = Discovery.Hosts(Seq(address)),
      joinWithin = 10.millis
    )
    // as the others have it
    val _ = Channels.start(ChannelsConfig(Seq(Namespace(history = 1000))), JGroupsMediator(config))

  /** For a node that finds the first one at this address. */
  def beside(address: String): JGroupsConfig =
    val port = address.substring(address.lastIndexOf(':') + 1).toInt
    // one of the free ports after it
    JGroupsConfig(
      port = math.min(port, 65_435) + 1,
      portRange = 99,
      discovery = Discovery.Hosts(Seq(address))
    )

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
