package eddy.push.redis

import eddy.push.{Delivery, Mediator, MediatorContract, RestartableService, Way}
import eddy.testing.{Need, Needing}

import scala.concurrent.duration.DurationInt

/** The contract of mediators, with a Cluster of three masters and sharded Pub/Sub. */
class ClusterContractSuite extends MediatorContract, Needing:
  protected def called: String = "push-redis-cluster-contract"
  protected def needs: Seq[Need] = Seq(RedisProcess.need)
  private lazy val members = RedisCluster.start(RedisCluster.Nameless*)

  override def beforeAll(): Unit =
    super.beforeAll()
    assertEquals(members.size, 3)

  override def afterAll(): Unit =
    super.afterAll()
    members.foreach(_.kill())

  override def holdsHistories: Boolean = false
  def newMediator(delivery: Delivery): Mediator = mediator("127.0.0.1", delivery)

  /** To it the servers are at another address of this machine, with the same ports. */
  override def newParted(delivery: Delivery): Option[(Mediator, Seq[Way])] =
    val host = "127.0.0.2"
    val ways = members.map(member => Way(member.port, at = (host, member.port)))
    Some(mediator(host, delivery), ways)

  private def mediator(host: String, delivery: Delivery) =
    val uri = RedisCluster.uri(members, host)
    RedisMediator(RedisConfig(uri, delivery = delivery, retryEvery = 200.millis, answerWithin = 1.minute))

  override def service: Option[RestartableService] = Some(new RestartableService:
    def kill(): Unit = members.foreach(_.kill())
    def start(): Unit =
      members.foreach(_.start())
      RedisCluster.awaitUp(members))
end ClusterContractSuite
