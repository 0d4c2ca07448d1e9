package eddy.push.redis

import eddy.push.{Delivery, Mediator, MediatorContract, RestartableService, Way}
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

  override def holdsHistories: Boolean = false
  def newMediator(delivery: Delivery): Mediator = mediator(redis.uri, delivery)

  override def newParted(delivery: Delivery): Option[(Mediator, Seq[Way])] =
    val way = Way(redis.port)
    Some(mediator(s"redis://127.0.0.1:${way.port}", delivery), Seq(way))

  private def mediator(uri: String, delivery: Delivery) =
    RedisMediator(
      RedisConfig(uri, delivery = delivery, retryEvery = 200.millis, answerWithin = 1.minute)
    )

  override def service: Option[RestartableService] = Some(new RestartableService:
    def kill(): Unit = redis.kill()
    def start(): Unit = redis.start(): Unit)
end RedisContractSuite
