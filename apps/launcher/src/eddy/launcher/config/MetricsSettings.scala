package eddy.launcher.config

import eddy.web.ServerConfig

import java.net.{InetAddress, UnknownHostException}

/** The group `eddy.metrics`, checked: who sees what the server measures.
  *
  * @param isOn whether there is `/metrics` at all
  * @param listener where operators are served, apart from everybody else; None for the one port
  * @param token what a scraper of another machine shows
  */
private[launcher] final case class MetricsSettings(
    isOn: Boolean,
    listener: Option[ServerConfig],
    token: Option[String]
)

private[launcher] object MetricsSettings:
  /** @param web where everybody is served */
  def read(section: Section, web: ServerConfig): MetricsSettings =
    val token = section.secret("token-file")
    if token.exists(_.length < 16) then section.refuse("token-file", "must hold at least 16 characters")
    val listener = section.optional("port").map: text =>
      val port = text.toIntOption.filter(p => p >= 0 && p <= 65_535).getOrElse:
        section.refuse("port", "must be none, or a port from 1 to 65535, or 0 for any free one")
      val own = section.build(ServerConfig(host = section.string("host"), port = port, accessLog = false))
      if port != 0 && port == web.port && meet(own.host, web.host) then
        section.refuse(
          "port",
          "must not be eddy.port, where everybody is served: choose another, or none for no port of its own"
        )
      own
    MetricsSettings(section.boolean("enabled"), listener, token)

  /** Whether one port cannot be listened on at both addresses. Unknown names are refused elsewhere. */
  private def meet(one: String, other: String): Boolean =
    try
      val (a, b) = (InetAddress.getByName(one), InetAddress.getByName(other))
      a == b || a.isAnyLocalAddress || b.isAnyLocalAddress
    catch case _: UnknownHostException => false
end MetricsSettings
