package eddy.launcher.config

import eddy.push.activemq.artemis.ArtemisMediator
import eddy.push.activemq.broker.EmbeddedBroker
import eddy.push.activemq.{ActiveMqConfig, ActiveMqMediator, BrokerTls}
import eddy.push.redis.{RedisConfig, RedisMediator}
import eddy.push.{Delivery, Mediator, MemoryMediator}
import eddy.web.Routes
import eddy.web.verify.Refusal

import java.io.IOException
import java.nio.file.Path

import io.micrometer.core.instrument.binder.MeterBinder

/** What the nodes of one service exchange their channels through: the group `eddy.mediator`, checked.
  *
  * @param shown the address, without a password
  * @param open makes the mediator, and starts what is to run within this process. Once
  */
private[launcher] final class MediatorSettings(val shown: String, val open: () => OpenMediator)

/** @param close ends what runs within this process for it; the mediator itself is closed before
  * @param routes by which its service calls this node
  * @param meters of these calls
  * @param joining how other nodes come to what runs within this process, or why they cannot
  */
private[launcher] final class OpenMediator(
    val mediator: Mediator,
    val close: () => Unit = () => (),
    val routes: Routes = Routes,
    val meters: Option[MeterBinder] = None,
    val joining: Option[String] = None
):
  /** Its service asks this node something when it starts: by then the server must listen. */
  def isCalled: Boolean = routes ne Routes

/** A further kind of mediator is one more entry of `kinds`. */
private[launcher] object MediatorSettings:
  /** @param schemes what its addresses begin with
    * @param form how they look, for messages
    * @param read checks an address and what else is set; throws IllegalArgumentException or [[Refusal]]
    */
  private final case class Kind(
      schemes: Set[String],
      form: String,
      read: (Section, String) => () => OpenMediator
  )

  private val kinds = Vector(
    Kind(
      Set("memory"),
      "memory",
      (section, address) =>
        if address != "memory" then section.refuse(key, "must be just memory, which needs no address")
        val how = delivery(section)
        () => OpenMediator(MemoryMediator(delivery = how))
    ),
    Kind(
      Set("redis", "rediss").flatMap(s => Set(s, s"$s-sentinel", s"$s-cluster")),
      "redis://host:port",
      (section, address) =>
        val config = RedisConfig(
          address,
          passwordFile = section.optional("password-file").map(Path.of(_)),
          delivery = delivery(section),
          durable = section.section("redis").boolean("durable")
        )
        () => OpenMediator(RedisMediator(config))
    ),
    Kind(
      Set("activemq"),
      "activemq:tcp://host:port (activemq alone starts a broker in this process, activemq:PORT on that port)",
      (section, address) =>
        address.stripPrefix("activemq").stripPrefix(":") match
          case port if port.forall(_.isDigit) =>
            embedded(section, if port.isEmpty then 0 else port.toIntOption.getOrElse(-1))
          case uri =>
            val config = broker(section, uri)
            val mediator = ActiveMqMediator(config)
            () => OpenMediator(mediator)
    ),
    Kind(
      Set("artemis"),
      "artemis:tcp://host:port",
      (section, address) =>
        val mediator = ArtemisMediator(broker(section, address.stripPrefix("artemis").stripPrefix(":")))
        () => OpenMediator(mediator)
    ),
    Kind(
      Set("jgroups"),
      "jgroups, jgroups:host:port,host:port, jgroups:dns:name or jgroups:folder:path",
      JGroupsSettings.read(_, _)
    ),
    Kind(Set("sns"), "sns://region/topic", SnsSettings.read(_, _))
  )

  private val key = "address"

  def read(section: Section): MediatorSettings =
    val address = section.string(key).trim
    val scheme = address.takeWhile(_ != ':')
    kinds.find(_.schemes(scheme)) match
      case None => section.refuse(key, s"names no mediator; there are ${kinds.map(_.form).mkString(", ")}")
      case Some(kind) =>
        try MediatorSettings(Secrets.masked(address), kind.read(section, address))
        catch
          case e: IllegalArgumentException =>
            val why = String.valueOf(e.getMessage).stripPrefix("requirement failed: ")
            section.refuse(key, s"must be as in ${kind.form}: ${Secrets.masked(why)}")

  /** From the mediator to this node. */
  def delivery(mediator: Section): Delivery = summon[Reader[Delivery]].read(mediator, "delivery")

  private def broker(section: Section, uri: String): ActiveMqConfig =
    val activemq = section.section("activemq")
    ActiveMqConfig(
      uri,
      user = section.optional("user").getOrElse(""),
      password = section.secret("password-file").getOrElse(""),
      tls = brokerTls(activemq),
      delivery = delivery(section),
      persistent = activemq.boolean("persistent")
    )

  private def brokerTls(section: Section): Option[BrokerTls] =
    (section.keyFile("trust-store"), section.keyFile("key-store")) match
      case (Some(trust), shown) => Some(BrokerTls(trust, shown))
      case (None, None) => None
      case (None, Some(_)) =>
        section.refuse("trust-store", "must be given, too: it says which broker this node believes")

  private def embedded(section: Section, port: Int): () => OpenMediator =
    if port < 0 || port > 65_535 then section.refuse(key, "must have a port from 1 to 65535")
    val password = section.secret("password-file")
    () =>
      try
        val broker = EmbeddedBroker.start(port, password = password)
        OpenMediator(
          ActiveMqMediator(broker.config),
          () => broker.close(),
          joining = Some(joining(broker.config, password.isDefined))
        )
      catch
        case e: IOException =>
          throw Refusal.cannot(
            s"cannot start a broker on port $port of 127.0.0.1: ${e.getMessage}",
            "choose another port, as in --mediator activemq:61617, or none for any that is free"
          )

  /** It asks for a password, which nobody can know who is not told. */
  private def joining(broker: ActiveMqConfig, known: Boolean): String =
    if known then
      s"Other nodes of this machine join its broker by --mediator activemq:${broker.uri}, with eddy.mediator.user = ${broker.user} " +
        "and the same eddy.mediator.password-file."
    else
      s"Its broker listens on ${broker.uri} for this node alone: other nodes of this machine can join when eddy.mediator.password-file is set."
end MediatorSettings
