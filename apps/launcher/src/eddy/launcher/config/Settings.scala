package eddy.launcher.config

import eddy.chat.ChatConfig
import eddy.launcher.config.Reader.as
import eddy.runtime.EngineConfig
import eddy.web.ServerConfig

import java.net.{InetAddress, UnknownHostException}
import scala.concurrent.duration.FiniteDuration

import com.typesafe.config.{Config, ConfigValueFactory}

/** The configuration in effect, checked: whoever holds one can start. */
private[launcher] final case class Settings(
    drain: FiniteDuration,
    logLevel: System.Logger.Level,
    engine: EngineConfig,
    web: ServerConfig,
    mediator: MediatorSettings,
    channels: ChannelsSettings,
    chat: ChatConfig,
    trading: Option[TradingSettings],
    metrics: MetricsSettings
):
  /** True when others than this machine can reach it. */
  def isOpen: Boolean = Settings.isOpen(web)

private[launcher] object Settings:
  /** @throws eddy.web.verify.Refusal that names the first wrong value, where it came from, and the remedy */
  def from(config: Config): Settings =
    val top = Section(config, "eddy")
    // The two that everybody sets have short keys; they are checked here, so that messages name those.
    val web = Map("host" -> host(top), "port" -> port(top)).foldLeft(config): (c, entry) =>
      c.withValue(s"eddy.web.${entry(0)}", ConfigValueFactory.fromAnyRef(entry(1)))
    val drain = top.duration("drain")
    val server = Section(web, "eddy.web").as(ServerConfig())
    Settings(
      drain,
      top.choice("log-level", levels),
      Section(config, "eddy.engine").as(EngineConfig()),
      server.copy(tls = TlsSettings.read(top.section("tls"))),
      MediatorSettings.read(top.section("mediator")),
      ChannelsSettings.read(config),
      Section(config, "eddy.chat").as(ChatConfig()),
      TradingSettings.read(top, port(top), drain),
      MetricsSettings.read(top.section("metrics"), server)
    )

  /** True when others than this machine can reach what listens so. */
  def isOpen(web: ServerConfig): Boolean = !InetAddress.getByName(web.host).isLoopbackAddress

  private def port(top: Section): Int =
    val port = top.int("port")
    if port < 0 || port > 65535 then top.refuse("port", "must be from 1 to 65535, or 0 for any free port")
    else port

  private def host(top: Section): String =
    val host = top.string("host").trim
    if host.isEmpty then
      top.refuse("host", "must not be empty; 127.0.0.1 is this machine only, 0.0.0.0 everybody")
    try
      val _ = InetAddress.getByName(host)
      host
    catch
      case _: UnknownHostException =>
        top.refuse(
          "host",
          "is no address of this machine: the name cannot be resolved; 127.0.0.1 is this machine only, 0.0.0.0 everybody"
        )

  private val levels =
    import System.Logger.Level.*
    Seq(ERROR, WARNING, INFO, DEBUG, TRACE).map(level => level.toString.toLowerCase -> level)
end Settings
