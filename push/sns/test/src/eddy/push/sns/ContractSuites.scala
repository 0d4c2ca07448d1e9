package eddy.push.sns

import eddy.push.sns.internal.Publisher
import eddy.push.{Delivery, Mediator, MediatorContract, RestartableService, Way}
import eddy.runtime.Engine
import eddy.testing.{FreePort, Need, Needing, TestLength}
import eddy.web.{RunningServer, Server, ServerConfig}

import java.net.URI
import scala.collection.mutable
import scala.concurrent.duration.DurationInt

/** The contract of all mediators, over SNS and its endpoints. */
abstract class SnsContractSuite(topic: String) extends MediatorContract, Needing:
  protected def called: String = s"push-sns-$topic"
  protected def needs: Seq[Need] = Seq(LocalStack.need)
  override def beforeAll(): Unit =
    super.beforeAll()
    LocalStack.ready()
  override def service: Option[RestartableService] = Some(LocalStack)
  // beside its data a publication names its channel
  override def largest: Int = Publisher.MaxPublicationBytes - 1024
end SnsContractSuite

class QueueContractSuite extends SnsContractSuite("queues"):
  override def deliveries: Seq[Delivery] = Seq(Delivery.Pull, Delivery.Adaptive)
  def newMediator(delivery: Delivery): Mediator =
    SnsMediator(LocalStack.config("queues").copy(delivery = delivery))
  override def newParted(delivery: Delivery): Option[(Mediator, Seq[Way])] =
    val way = Way(LocalStack.uri.getPort)
    val config = LocalStack.config("queues").copy(
      delivery = delivery,
      emulator = Some(URI(s"http://127.0.0.1:${way.port}"))
    )
    Some(SnsMediator(config), Seq(way))
end QueueContractSuite

class EndpointContractSuite extends SnsContractSuite("endpoints"):
  /** In the short form only the suite of the queue kills LocalStack, which takes seconds to start again. */
  override def service: Option[RestartableService] = super.service.filter(_ => TestLength.isFull)

  // lazy, since the contract's tests are made before
  private lazy val servers = mutable.ArrayBuffer.empty[RunningServer]
  override def deliveries: Seq[Delivery] = Seq(Delivery.Push)
  def newMediator(delivery: Delivery): Mediator = SnsMediator(config(delivery, reachedBy = identity))

  /** SNS does not reach the node, which reaches SNS all the same. */
  override def newParted(delivery: Delivery): Option[(Mediator, Seq[Way])] =
    var way = Option.empty[Way]
    val apart = config(
      delivery,
      port =>
        val made = Way(port)
        way = Some(made)
        made.port
    )
    // the node notices soon; a machine that stands still for longer causes one more gap, which the test
    // allows
    val (silentFor, reorderWithin) =
      if TestLength.isFull then (15.seconds, 15.seconds) else (3.seconds, 5.seconds)
    Some(SnsMediator(apart.copy(silentFor = silentFor, reorderWithin = reorderWithin)), way.toSeq)

  private def config(delivery: Delivery, reachedBy: Int => Int): SnsConfig =
    val (server, endpoint) = Endpoints.open(reachedBy)(using system.engine)
    servers += server
    LocalStack.config("endpoints").copy(delivery = delivery, endpoint = Some(endpoint))

  override def afterEach(context: AfterEach): Unit =
    super.afterEach(context)
    servers.foreach(_.stop())
    servers.clear()
end EndpointContractSuite

object Endpoints:
  /** A server of its own for an endpoint. Its URL has the port, which must be known before its routes are.
    * @param reachedBy the port by which SNS comes to that of the server
    */
  def open(reachedBy: Int => Int = identity)(using Engine): (RunningServer, SnsEndpoint) =
    val port = FreePort.any()
    val endpoint = SnsEndpoint(s"http://127.0.0.1:${reachedBy(port)}/sns")
    (Server(ServerConfig(port = port, accessLog = false)).start(endpoint.routes), endpoint)
end Endpoints
