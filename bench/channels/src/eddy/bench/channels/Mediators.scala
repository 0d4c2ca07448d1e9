package eddy.bench.channels

import eddy.push.activemq.artemis.ArtemisMediator
import eddy.push.activemq.{ActiveMqConfig, ActiveMqMediator}
import eddy.push.jgroups.JGroupsMediator
import eddy.push.redis.{RedisConfig, RedisMediator}
import eddy.push.sns.{AwsKeys, SnsConfig, SnsEndpoint, SnsMediator}
import eddy.push.{Delivery, Mediator, MemoryMediator}
import eddy.web.Routes

import java.net.URI

/** The mediators that can be measured, by name.
  *
  * @param routes where its service calls this node
  */
private final class Mediators(val mediator: Mediator, val routes: Routes = Routes)

private object Mediators:
  /** @param service where its service is
    * @param port of this node
    */
  def apply(name: String, service: Option[String], delivery: Delivery, port: Int): Mediators =
    def uri = service.getOrElse(throw IllegalArgumentException(s"mediator=$name needs service=<where it is>"))
    name match
      case "memory" => new Mediators(MemoryMediator(delivery = delivery))
      case "redis" => new Mediators(RedisMediator(RedisConfig(uri, delivery = delivery)))
      case "activemq" =>
        val config = ActiveMqConfig(uri, Brokers.User, Brokers.Password, delivery = delivery)
        new Mediators(ActiveMqMediator(config))
      case "artemis" => new Mediators(ArtemisMediator(ActiveMqConfig(uri, delivery = delivery)))
      case "jgroups" => new Mediators(JGroupsMediator(Brokers.beside(uri).copy(delivery = delivery)))
      case "sns" => sns(uri, delivery, port)
      case other =>
        throw IllegalArgumentException(
          s"mediator=$other: must be memory, redis, activemq, artemis, jgroups or sns"
        )

  /** LocalStack knows no rights. Each delivery has a topic of its own: what one has left there is no work for the next. */
  private def sns(uri: String, delivery: Delivery, port: Int): Mediators =
    val endpoint = Option.when(delivery == Delivery.Push)(SnsEndpoint(s"http://127.0.0.1:$port/sns"))
    val config = SnsConfig(
      "eu-central-1",
      s"bench-$delivery",
      delivery,
      endpoint,
      keys = Some(AwsKeys("test", "test")),
      emulator = Some(URI(uri))
    )
    new Mediators(SnsMediator(config), endpoint.fold[Routes](Routes)(_.routes))

  def delivery(name: String): Delivery =
    Delivery.values.find(_.toString.equalsIgnoreCase(name)).getOrElse:
      throw IllegalArgumentException(s"delivery=$name: must be push, pull or adaptive")
end Mediators
