package eddy.launcher.config

import eddy.push.Delivery
import eddy.push.sns.{AwsKeys, SnsConfig, SnsEndpoint, SnsMediator}
import eddy.web.Routes

import java.net.URI

/** Amazon's services between the nodes: the group `eddy.mediator.sns`, and an address that names region and topic. */
private[launcher] object SnsSettings:
  /** @param mediator the group `eddy.mediator`
    * @throws IllegalArgumentException when the address is none
    */
  def read(mediator: Section, address: String): () => OpenMediator =
    val section = mediator.section("sns")
    val (region, topic) = address match
      case s"sns://$region/$topic" => (region, topic)
      case s"sns://$region" => (region, "eddy")
      case _ => throw IllegalArgumentException("region and topic are missing")
    val endpoint = section.optional("endpoint").map(url => of(section, "endpoint")(SnsEndpoint(url)))
    val emulator = section.optional("emulator").map(url => of(section, "emulator")(URI.create(url)))
    // what calls can do is push
    val delivery = if endpoint.isEmpty then MediatorSettings.delivery(mediator) else Delivery.Push
    val usual = SnsConfig(region, topic, delivery, endpoint, keys(mediator), emulator)
    val config = section.build(usual.copy(publishTimeout = section.duration("publish-timeout")))
    () =>
      OpenMediator(
        SnsMediator(config),
        routes = endpoint.fold[Routes](Routes)(_.routes),
        meters = endpoint
      )
  end read

  /** AWS' own way of finding out who a program is, unless both are set here. */
  private def keys(mediator: Section): Option[AwsKeys] =
    (mediator.optional("user"), mediator.secret("password-file")) match
      case (Some(access), Some(secret)) => Some(AwsKeys(access, secret))
      case (None, None) => None
      case (Some(_), None) =>
        mediator.refuse("password-file", "must be given, too: it has the secret of the access key")
      case (None, Some(_)) =>
        mediator.refuse("user", "must be given, too: it is the access key that the secret is of")

  private def of[A](section: Section, key: String)(make: => A): A =
    try make
    catch
      case e: IllegalArgumentException =>
        section.refuse(
          key,
          s"is no address: ${String.valueOf(e.getMessage).stripPrefix("requirement failed: ")}"
        )
end SnsSettings
