package eddy.bench.channels

import eddy.push.activemq.artemis.ArtemisMediator
import eddy.push.activemq.{ActiveMqConfig, ActiveMqMediator}
import eddy.push.redis.{RedisConfig, RedisMediator}
import eddy.push.{Delivery, Mediator, MemoryMediator}

/** The mediators that can be measured, by name. */
private object Mediators:
  /** @param service where its service is */
  def apply(name: String, service: Option[String], delivery: Delivery): Mediator =
    def uri = service.getOrElse(throw IllegalArgumentException(s"mediator=$name needs service=<where it is>"))
    name match
      case "memory" => MemoryMediator(delivery = delivery)
      case "redis" => RedisMediator(RedisConfig(uri, delivery = delivery))
      case "activemq" =>
        ActiveMqMediator(ActiveMqConfig(uri, Brokers.User, Brokers.Password, delivery = delivery))
      case "artemis" => ArtemisMediator(ActiveMqConfig(uri, delivery = delivery))
      case other =>
        throw IllegalArgumentException(s"mediator=$other: must be memory, redis, activemq or artemis")

  def delivery(name: String): Delivery =
    Delivery.values.find(_.toString.equalsIgnoreCase(name)).getOrElse:
      throw IllegalArgumentException(s"delivery=$name: must be push, pull or adaptive")
end Mediators
