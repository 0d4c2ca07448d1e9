package eddy.launcher.config

import eddy.chat.{ChatApp, ChatConfig}
import eddy.launcher.config.Reader.as
import eddy.push.{ChannelsConfig, Namespace, PushConfig, PushLimits, PushTokens}
import eddy.web.jwt.{JwtAlgorithm, JwtKeys, JwtVerifier}
import eddy.web.verify.Nearest
import eddy.web.{Origins, Secret}

import java.io.IOException
import java.nio.file.Path
import scala.jdk.CollectionConverters.*

import com.typesafe.config.{
  Config,
  ConfigException,
  ConfigFactory,
  ConfigList,
  ConfigObject,
  ConfigValue,
  ConfigValueType
}

/** Channels for pages and services of one's own: the group `eddy.channels`, checked.
  *
  * @param namespaces none: no channels but those of the applications
  * @param node what this node holds, for all of its channels
  * @param apiKey with which services publish
  */
private[launcher] final case class ChannelsSettings(
    namespaces: Seq[Namespace],
    push: PushConfig,
    node: ChannelsConfig,
    apiKey: Option[String]
):
  def isOff: Boolean = namespaces.isEmpty

private[launcher] object ChannelsSettings:
  private val group = "eddy.channels"

  def read(config: Config): ChannelsSettings =
    val section = Section(config, group)
    val namespaces = items(section, config.getValue(s"$group.namespaces")).map(namespace(section, config, _))
    val taken = ChatApp.channels(ChatConfig()).namespaces.map(_.name).toSet
    namespaces.map(_.name).find(taken).foreach: name =>
      section.refuse("namespaces", s"have \"$name\", which is the chat's own: choose another name")
    try ChannelsConfig(namespaces): Unit
    catch
      case e: IllegalArgumentException =>
        section.refuse(
          "namespaces",
          s"cannot be: ${String.valueOf(e.getMessage).stripPrefix("requirement failed: ")}"
        )
    val origins = section.strings("allowed-origins")
    val push = PushConfig(
      origins = if origins.isEmpty then Origins.SameHost else Origins.Only(origins),
      tokens = tokens(section),
      anonymous = section.boolean("anonymous"),
      limits = section.section("limits").as(PushLimits())
    )
    val key = section.secret("api-key-file")
    if key.exists(_.length < 16) then
      section.refuse(
        "api-key-file",
        "must hold at least 16 characters, such as `openssl rand -hex 16` writes"
      )
    ChannelsSettings(namespaces, push, node(section.section("node")), key)
  end read

  private def node(section: Section): ChannelsConfig =
    section.build(ChannelsConfig(
      maxChannels = section.int("max-channels"),
      historyBytes = section.optional("history-bytes").fold(ChannelsConfig().historyBytes)(_ =>
        section.bytes("history-bytes", "must be a size, such as 64 MiB, or none").toLong
      ),
      intakeMessages = section.int("intake-messages"),
      intakeBytes = section.bytes("intake-bytes"),
      maxRecovered = section.int("max-recovered"),
      recoverBytes = section.bytes("recover-bytes"),
      mediatorTimeout = section.duration("mediator-timeout")
    ))

  /** In an environment variable the list is a text. */
  private def items(section: Section, value: ConfigValue): Seq[ConfigObject] =
    def wrong = section.refuse("namespaces", "must be a list, such as [{ name = news, history = 100 }]")
    val list = value match
      case list: ConfigList => list
      case text if text.valueType == ConfigValueType.STRING =>
        try ConfigFactory.parseString(s"of = ${text.unwrapped}").getList("of")
        catch case _: ConfigException => wrong
      case _ => wrong
    list.asScala.toSeq.map:
      case item: ConfigObject => item
      case _ => wrong

  /** What it does not say is as in the group `namespace`. */
  private def namespace(section: Section, config: Config, item: ConfigObject): Namespace =
    val name = item.get("name")
    if name == null || name.valueType != ConfigValueType.STRING then
      section.refuse("namespaces", "must each have a name; \"\" holds for channels without a namespace")
    val known = config.getObject(s"$group.namespace").keySet.asScala.toSet + "name"
    item.keySet.asScala.find(!known(_)).foreach: key =>
      val meant = Nearest.to(key, known).fold("")(n => s"; did you mean $n?")
      section.refuse("namespaces", s"have \"$key\", which is no option of a namespace$meant")
    val whole = item.withFallback(config.getObject(s"$group.namespace"))
    Section(config.withValue(s"$group.namespace", whole), s"$group.namespace").as(Namespace())

  private def tokens(section: Section): Option[PushTokens] =
    val keys = (section.optional("token-secret-file"), section.optional("token-keys")) match
      case (None, None) => None
      case (Some(file), None) => Some((secret(section, file), Set(JwtAlgorithm.HS256)))
      case (None, Some(where)) =>
        val set = if where.contains("://") then url(section, where) else JwtKeys.file(Path.of(where))
        Some((set, Set(JwtAlgorithm.RS256, JwtAlgorithm.ES256, JwtAlgorithm.EdDSA)))
      case (Some(_), Some(_)) =>
        section.refuse("token-keys", "and a secret are two ways to say the same: give one of them")
    keys.map: (from, algorithms) =>
      PushTokens(
        JwtVerifier(from, algorithms, section.optional("token-issuer"), section.optional("token-audience"))
      )

  private def secret(section: Section, file: String): JwtKeys =
    try JwtKeys.secret(Secret.file(Path.of(file)))
    catch
      case e: (IOException | IllegalArgumentException) =>
        section.refuse("token-secret-file", s"must be a file with a secret: ${e.getMessage}")

  private def url(section: Section, address: String): JwtKeys =
    try JwtKeys.url(address)
    catch case e: IllegalArgumentException => section.refuse("token-keys", s"cannot be used: ${e.getMessage}")
end ChannelsSettings
