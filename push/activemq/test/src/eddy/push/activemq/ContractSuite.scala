package eddy.push.activemq

import eddy.push.{Delivery, Mediator, MediatorContract, RestartableService, Way}

import java.net.URI
import scala.concurrent.duration.DurationInt

/** What all mediators must do, over one kind of broker. */
abstract class ContractSuite(broker: TestBroker) extends MediatorContract:
  private def config(delivery: Delivery) =
    broker.config.copy(
      delivery = delivery,
      prefetch = 200,
      reconnectFirst = 20.millis,
      reconnectMost = 200.millis
    )
  override def newMediator(delivery: Delivery): Mediator = broker.mediator(config(delivery))
  override def newParted(delivery: Delivery): Option[(Mediator, Seq[Way])] =
    val way = Way(URI(broker.config.uri).getPort)
    Some(broker.mediator(config(delivery).copy(uri = s"tcp://127.0.0.1:${way.port}")), Seq(way))
  override def service: Option[RestartableService] = Some(broker)
  override def beforeAll(): Unit = broker.start()
  override def afterAll(): Unit =
    super.afterAll()
    broker.kill()
end ContractSuite

class ClassicContractSuite extends ContractSuite(ClassicBroker())
class ArtemisContractSuite extends ContractSuite(ArtemisBroker())
