package eddy.push.redis

import eddy.push.{Delivery, Mediator, MediatorContract, RestartableService}
import eddy.testing.{Need, Needing}

import scala.concurrent.duration.DurationInt

/** The contract of mediators, with one server. */
class RedisContractSuite extends MediatorContract, Needing:
  protected def called: String = "push-redis-contract"
  protected def needs: Seq[Need] = Seq(RedisProcess.need)
  private lazy val redis = RedisProcess.server()

  override def beforeAll(): Unit =
    super.beforeAll()
    redis.start(): Unit

  override def afterAll(): Unit =
    super.afterAll()
    redis.kill()

  def newMediator(delivery: Delivery): Mediator =
    RedisMediator(RedisConfig(redis.uri, delivery = delivery, retryEvery = 200.millis))

  override def service: Option[RestartableService] = Some(new RestartableService:
    def kill(): Unit = redis.kill()
    def start(): Unit = redis.start(): Unit)
end RedisContractSuite
