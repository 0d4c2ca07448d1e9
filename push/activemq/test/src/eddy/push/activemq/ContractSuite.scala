package eddy.push.activemq

import eddy.push.{Delivery, Mediator, MediatorContract, RestartableService}

import scala.concurrent.duration.DurationInt

/** What all mediators must do, over one kind of broker. */
abstract class ContractSuite(broker: TestBroker) extends MediatorContract:
  override def newMediator(delivery: Delivery): Mediator = broker.mediator(
    broker.config.copy(
      delivery = delivery,
      prefetch = 200,
      reconnectFirst = 20.millis,
      reconnectMost = 200.millis
    )
  )
  override def service: Option[RestartableService] = Some(broker)
  override def beforeAll(): Unit = broker.start()
  override def afterAll(): Unit =
    super.afterAll()
    broker.kill()
end ContractSuite

class ClassicContractSuite extends ContractSuite(ClassicBroker())
class ArtemisContractSuite extends ContractSuite(ArtemisBroker())
