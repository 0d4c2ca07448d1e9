package eddy.launcher

import eddy.launcher.config.Settings
import eddy.web.HostNames

/** What others than this machine can reach of a service, for the warning at its start. */
private[launcher] object Exposure:
  /** None when nobody else can reach anything.
    * @param port listened on
    * @param operators where operators are served apart, if they are
    */
  def warning(settings: Settings, port: Int, operators: Option[String]): Option[String] =
    val own = if settings.isOpen then ofPort(settings) else Nil
    val apart = settings.metrics.listener.filter(Settings.isOpen).map: listener =>
      s"metrics at ${operators.getOrElse(s"port ${listener.port}")}, ${
          if settings.metrics.token.isEmpty then "without a token" else "with a token"
        }"
    val all = own ++ apart
    Option.when(all.nonEmpty):
      val where =
        if settings.isOpen then
          s"listening on ${settings.web.host}, so everybody on the network can reach port $port of this machine; " +
            "--host 127.0.0.1 keeps it to this machine"
        else
          "everybody on the network can reach the port for operators; eddy.metrics.host = 127.0.0.1 keeps it to this machine"
      s"eddy: warning: $where. Open are:${all.map(what => s"\n  $what").mkString}"

  private def ofPort(settings: Settings): Seq[String] =
    val trading = settings.trading.toSeq.flatMap: markets =>
      "trading, without accounts: anybody can place and cancel orders in any trader's name" +:
        markets.simulation.toSeq.map(_ => "the simulated traders: anybody can start and stop them")
    val channels = Option.when(!settings.channels.isOff):
      if settings.channels.push.anonymous then "the channels, without a token"
      else "the channels, with a token"
    val metrics =
      Option.when(settings.metrics.isOn && settings.metrics.listener.isEmpty)(settings.metrics.token)
        .flatten.map(_ => "/metrics, with a token")
    val publish = settings.channels.apiKey.filter(_ => !settings.channels.isOff).map(_ =>
      "publishing by POST /api/publish, with the key"
    )
    val clear = Option.when(settings.web.tls.isEmpty)("all of it without TLS (--tls-cert and --tls-key)")
    val hosts = Option.when(settings.web.hosts == HostNames.Any ||
      settings.web.hosts == HostNames.Auto && settings.web.tls.isEmpty)(
      "under any host name (eddy.web.hosts)"
    )
    Seq("the chat, without accounts") ++ trading ++ channels ++ publish ++ metrics ++ clear ++ hosts
end Exposure
