package eddy.push.activemq

import eddy.push.activemq.artemis.ArtemisMediator
import eddy.push.activemq.broker.EmbeddedBroker
import eddy.push.{Mediator, RestartableService}
import eddy.testing.FreePort

import java.nio.file.{Files, Path}
import java.util.concurrent.atomic.AtomicInteger
import scala.concurrent.duration.{DurationInt, FiniteDuration}

import org.apache.activemq.artemis.api.core.Interceptor
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl
import org.apache.activemq.artemis.core.protocol.core.impl.PacketImpl
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ
import org.apache.activemq.artemis.core.settings.impl.AddressSettings

/** A real broker in this process, which can be ended and started again at the same port. */
trait TestBroker extends RestartableService:
  def config: ActiveMqConfig
  def mediator(config: ActiveMqConfig): Mediator

object TestBroker:
  /** A busy machine takes long for thousands of publications at once. */
  val Patience: FiniteDuration = 1.minute

  def freePort(): Int = FreePort.any()

final class ClassicBroker extends TestBroker:
  private val port = TestBroker.freePort()
  private var running: EmbeddedBroker | Null = null
  def config: ActiveMqConfig = ActiveMqConfig(
    s"tcp://127.0.0.1:$port",
    user = EmbeddedBroker.User,
    password = "secret",
    publishTimeout = TestBroker.Patience
  )
  def mediator(config: ActiveMqConfig): Mediator = ActiveMqMediator(config)
  def start(): Unit = running = EmbeddedBroker.start(port, password = Some("secret"))
  def kill(): Unit =
    val broker = running
    running = null
    if broker != null then broker.close()

/** It makes no topics under `closed`.
  *
  * @param options of its address, asked for when it starts
  */
final class ArtemisBroker(scheme: String = "tcp", options: => String = "") extends TestBroker:
  private val port = TestBroker.freePort()
  private var running: EmbeddedActiveMQ | Null = null
  private val asked = new AtomicInteger()
  private lazy val folder: Path = Files.createTempDirectory("artemis").nn
  def config: ActiveMqConfig =
    ActiveMqConfig(s"$scheme://127.0.0.1:$port", publishTimeout = TestBroker.Patience)
  def mediator(config: ActiveMqConfig): Mediator = ArtemisMediator(config)

  /** How often it was asked what it knows of a topic. */
  def queries: Int = asked.get
  def start(): Unit =
    val server = new ConfigurationImpl
    server.setPersistenceEnabled(false)
    server.setSecurityEnabled(false)
    server.setJMXManagementEnabled(false)
    server.setBrokerInstance(folder.toFile)
    server.addAcceptorConfiguration("tcp", s"tcp://127.0.0.1:$port$options"): Unit
    val closed = new AddressSettings().setAutoCreateAddresses(false).nn
    server.addAddressSetting(s"${config.prefix}.closed.#", closed): Unit
    val broker = new EmbeddedActiveMQ
    broker.setConfiguration(server)
    broker.start()
    val counting: Interceptor = (packet, _) =>
      if packet.getType == PacketImpl.SESS_BINDINGQUERY then asked.incrementAndGet(): Unit
      true
    broker.getActiveMQServer.getRemotingService.addIncomingInterceptor(counting)
    running = broker
  def kill(): Unit =
    val broker = running
    running = null
    if broker != null then broker.stop(): Unit
end ArtemisBroker
