package eddy.launcher.config

import eddy.chat.ChatConfig
import eddy.launcher.config.Reader.as
import eddy.runtime.EngineConfig

import java.net.{InetAddress, UnknownHostException}
import scala.concurrent.duration.FiniteDuration

import com.typesafe.config.Config

/** The configuration in effect, checked: whoever holds one can start. */
private[launcher] final case class Settings(
    host: String,
    port: Int,
    drain: FiniteDuration,
    logLevel: System.Logger.Level,
    engine: EngineConfig,
    chat: ChatConfig
):
  /** True when others than this machine can reach it. */
  def isOpen: Boolean = !InetAddress.getByName(host).isLoopbackAddress

private[launcher] object Settings:
  /** @throws eddy.launcher.Refusal that names the first wrong value, where it came from, and the remedy */
  def from(config: Config): Settings =
    val top = Section(config, "eddy")
    Settings(
      host(top),
      port(top),
      top.duration("drain"),
      logLevel(top),
      Section(config, "eddy.engine").as(EngineConfig()),
      Section(config, "eddy.chat").as(ChatConfig())
    )

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

  private def logLevel(top: Section): System.Logger.Level =
    val levels = Seq("error", "warning", "info", "debug", "trace")
    val name = top.string("log-level").toLowerCase
    if levels.contains(name) then System.Logger.Level.valueOf(name.toUpperCase)
    else top.refuse("log-level", s"must be one of ${levels.mkString(", ")}")
end Settings
