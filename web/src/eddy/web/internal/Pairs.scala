package eddy.web.internal

/** A name and a value of a query or a form.
  *
  * @param value as sent when it does not decode
  * @param isText whether it does
  */
private[eddy] final case class Pair(name: String, value: String, isText: Boolean)

/** Lists of names and values: query strings, forms (WHATWG URL, 5.1) and cookies (RFC 6265, 5.4). */
private[eddy] object Pairs:
  /** Percent-encoding that is malformed, or not UTF-8, concerns its own value only.
    *
    * @param text one character for each byte
    */
  def urlencoded(text: String): Seq[Pair] =
    val pairs = List.newBuilder[Pair]
    var from = 0
    while from < text.length do
      val next = text.indexOf('&', from)
      val end = if next < 0 then text.length else next
      if end > from then
        val equals = text.indexOf('=', from)
        val until = if equals < 0 || equals > end then end else equals
        pairs += pair(text.substring(from, until), text.substring(math.min(until + 1, end), end))
      from = end + 1
    pairs.result()

  private def pair(name: String, value: String): Pair =
    val asked = Target.decode(name, ofForm = true)
    val text = Target.decode(value, ofForm = true)
    Pair(if asked == null then name else asked, if text == null then value else text, isText = text != null)

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
