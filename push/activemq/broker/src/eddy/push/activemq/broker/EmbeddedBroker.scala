package eddy.push.activemq.broker

import eddy.push.activemq.ActiveMqConfig

import java.security.SecureRandom
import java.util.HexFormat

import org.apache.activemq.broker.region.cursors.VMPendingMessageCursor
import org.apache.activemq.broker.region.policy.{PolicyEntry, PolicyMap}
import org.apache.activemq.broker.{BrokerPlugin, BrokerService}

/** A broker of ActiveMQ Classic in this process, for programs that bring none: on the loopback interface,
  * with a password, keeping nothing on disk, and within a bound of memory. When that is full, publications
  * are refused until consumers have caught up.
  *
  * @param port which it listens at; the one that was free, for 0
  */
final class EmbeddedBroker private (service: BrokerService, val port: Int, password: String):
  /** How this process, and others on this machine, reach it. */
  def config: ActiveMqConfig =
    ActiveMqConfig(s"tcp://127.0.0.1:$port", user = EmbeddedBroker.User, password = password)

  /** How much of its memory is in use, from 0 to 100. */
  def memoryPercent: Int = service.getSystemUsage.nn.getMemoryUsage.nn.getPercentUsage

  /** Ends it and breaks its connections; blocks until that is done. */
  def close(): Unit =
    service.stop()
    service.waitUntilStopped()
end EmbeddedBroker

object EmbeddedBroker:
  val User = "eddy"

  /** Blocks until it listens.
    *
    * @param port 0 for any that is free
    * @param memoryBytes for all messages that no consumer has taken yet
    * @param password another each time, when it is absent; other nodes need it to come in
    * @throws java.io.IOException when the port is taken
    */
  def start(port: Int = 0, memoryBytes: Long = 64 << 20, password: Option[String] = None): EmbeddedBroker =
    require(port >= 0 && port <= 65_535, s"port = $port: must be from 0 to 65535; 0 for any that is free")
    require(memoryBytes >= (1 << 20), s"memoryBytes = $memoryBytes: must be at least 1048576, one MiB")
    val word = password.getOrElse(newPassword())
    val service = new BrokerService
    service.setBrokerName("eddy")
    service.setPersistent(false)
    service.setUseJmx(false)
    service.setUseShutdownHook(false)
    service.setAdvisorySupport(false)
    service.setSchedulerSupport(false)
    service.getSystemUsage.nn.getMemoryUsage.nn.setLimit(memoryBytes)
    // a publisher gets an error, and is not made to wait
    service.getSystemUsage.nn.setSendFailIfNoSpace(true)
    service.setDestinationPolicy(policy)
    service.setSchedulePeriodForDestinationPurge(60_000)
    service.setPlugins(Array[BrokerPlugin | Null](next => new Doorkeeper(next.nn, User, word)))
    val connector = service.addConnector(s"tcp://127.0.0.1:$port").nn
    try
      service.start()
      service.waitUntilStarted()
    catch
      case failure: Exception =>
        service.stop()
        throw failure
    new EmbeddedBroker(service, connector.getConnectUri.nn.getPort, word)
  end start

  private def policy: PolicyMap =
    val all = new PolicyEntry
    all.setTopic(">")
    all.setPendingSubscriberPolicy((_, _, _, _) => new Waiting)
    // the topics of unused channels
    all.setGcInactiveDestinations(true)
    all.setInactiveTimeoutBeforeGC(60_000)
    val map = new PolicyMap
    map.setDefaultEntry(all)
    map

  /** Messages pending for one consumer, in memory. A cursor that says it is full makes the broker wait, and
    * the publisher with it; when the memory is used up, the broker refuses new messages instead.
    */
  private final class Waiting extends VMPendingMessageCursor(false):
    override def isFull: Boolean = false

  private def newPassword(): String =
    val bytes = new Array[Byte](16)
    new SecureRandom().nextBytes(bytes)
    HexFormat.of.nn.formatHex(bytes).nn
end EmbeddedBroker
