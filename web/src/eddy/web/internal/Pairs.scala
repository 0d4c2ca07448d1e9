package eddy.web.internal

/** Lists of names and values: query strings, forms (WHATWG URL, 5.1) and cookies (RFC 6265, 5.4). */
private[eddy] object Pairs:
  /** @return `null` when some percent-encoding is malformed or not UTF-8 */
  def urlencoded(text: String): Seq[(String, String)] | Null =
    val pairs = List.newBuilder[(String, String)]
    var (from, sound) = (0, true)
    while sound && from < text.length do
      val next = text.indexOf('&', from)
      val end = if next < 0 then text.length else next
      if end > from then
        val equals = text.indexOf('=', from)
        val until = if equals < 0 || equals > end then end else equals
        val name = Target.decode(text.substring(from, until), plusIsSpace = true)
        val value = Target.decode(text.substring(math.min(until + 1, end), end), plusIsSpace = true)
        if name == null || value == null then sound = false else pairs += name -> value
      from = end + 1
    if sound then pairs.result() else null

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
