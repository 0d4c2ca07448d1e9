package eddy.web.internal

/** Lists of names and values: query strings, forms (WHATWG URL, 5.1) and cookies (RFC 6265, 5.4). */
private[eddy] object Pairs:
  /** @return `null` when some percent-encoding is malformed or not UTF-8 */
  def urlencoded(text: String): Seq[(String, String)] | Null =
    val pairs = text.split("&").toSeq.filter(_.nonEmpty).map: pair =>
      val equals = pair.indexOf('=')
      val name = if equals < 0 then pair else pair.substring(0, equals)
      val value = if equals < 0 then "" else pair.substring(equals + 1)
      Target.decode(name, plusIsSpace = true) -> Target.decode(value, plusIsSpace = true)
    val sound = pairs.collect { case (n: String, v: String) => n -> v }
    if sound.size == pairs.size then sound else null

  /** What does not parse is left out, as browsers and other servers do. */
  def cookies(header: String): Seq[(String, String)] =
    header.split(";").toSeq.map(_.strip).flatMap: pair =>
      val equals = pair.indexOf('=')
      if equals <= 0 then None
      else
        val value = pair.substring(equals + 1).strip
        val quoted = value.length >= 2 && value.startsWith("\"") && value.endsWith("\"")
        Some(pair.substring(0, equals).strip -> (if quoted then value.substring(1, value.length - 1)
                                                 else value))
end Pairs
