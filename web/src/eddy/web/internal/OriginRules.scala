package eddy.web.internal

import eddy.web.Origins

/** Origins as browsers send them (RFC 6454): scheme, host and port. */
private[eddy] object OriginRules:
  private val shape = """(https?)://(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::([0-9]+))?""".r

  def check(origins: Origins): Unit = origins match
    case Origins.Only(listed) =>
      require(
        listed.nonEmpty,
        "origins = Only(Set()): no page could match: list at least one origin, or take Origins.SameHost for a WebSocket and no Cors for routes"
      )
      listed.foreach(check)
    case Origins.SameHost | Origins.Any => ()

  /** Refuses what no browser sends, and so would never match. */
  def check(origin: String): Unit =
    def must(holds: Boolean, text: => String): Unit = require(holds, s"origin \"$origin\": $text")
    def checkPort(scheme: String, host: String, port: String): Unit =
      must(
        port.length <= 5 && port.head != '0' && port.toInt <= 65535,
        "the port must be from 1 to 65535, without zeros before it"
      )
      must(
        port != (if scheme == "https" then "443" else "80"),
        s"browsers leave out the port that $scheme has anyway; write $scheme://$host"
      )
    must(!origin.contains('*'), "* stands for nothing here; list each origin separately")
    must(origin.forall(_ < 128), "names that are not ASCII must be written as browsers send them (xn--…)")
    origin match
      case shape(scheme, host, port) => if port != null then checkPort(scheme.nn, host.nn, port)
      case _ => must(false, "must be scheme, host and port only, such as https://chat.example.org")

  def isListed(listed: Set[String], origin: String): Boolean =
    val asked = WebOrigin.parse(origin)
    asked != null && listed.exists(WebOrigin.parse(_) == asked)
end OriginRules
