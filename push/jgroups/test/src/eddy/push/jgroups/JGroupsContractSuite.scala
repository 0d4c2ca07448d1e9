package eddy.push.jgroups

import eddy.push.{Delivery, Mediator, MediatorContract}

import java.util.concurrent.atomic.AtomicReference

class JGroupsContractSuite extends MediatorContract:
  // lazy, since the contract's tests are made before; each test has another
  private lazy val cluster = AtomicReference(TestCluster())
  override def beforeEach(context: BeforeEach): Unit = cluster.set(TestCluster())
  def newMediator(delivery: Delivery): Mediator =
    JGroupsMediator(cluster.get.next().copy(delivery = delivery))
