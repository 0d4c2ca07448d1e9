package eddy.web.internal

import scala.collection.immutable.ArraySeq

/** Header fields that have one value, and on which an answer depends. Of two lines a proxy, a filter and a
  * handler may each take another one: such a request is refused (RFC 9110, section 5.3).
  */
private[eddy] object SingleFields:
  // fewer than 64: a reader of a head keeps one bit for each
  val names: ArraySeq[String] = ArraySeq(
    "host",
    "content-length",
    "content-type",
    "content-range",
    "transfer-encoding",
    "expect",
    "origin",
    "authorization",
    "proxy-authorization",
    "access-control-request-method",
    "range",
    "if-range",
    "if-modified-since",
    "if-unmodified-since",
    "sec-fetch-site",
    "sec-fetch-mode",
    "sec-fetch-dest",
    "sec-fetch-user",
    "sec-websocket-key",
    "sec-websocket-version",
    "last-event-id",
    "x-api-key"
  )

  private val byLength: Array[Array[Int]] =
    Array.tabulate(names.map(_.length).max + 1)(n => names.indices.filter(names(_).length == n).toArray)

  /** The number of the name between the two places, whatever its capitals; -1 for every other one.
    * @param at a byte of the name
    */
  inline def numberOf(from: Int, until: Int)(inline at: Int => Int): Int =
    val candidates = ofLength(until - from)
    var found = -1
    var n = 0
    while found < 0 && n < candidates.length do
      val name = names(candidates(n))
      var i = 0
      // letters in small; of the other characters of tokens none becomes one of these names so
      while i < name.length && (at(from + i) | 0x20) == name.charAt(i) do i += 1
      if i == name.length then found = candidates(n)
      n += 1
    found

  def ofLength(length: Int): Array[Int] = if length < byLength.length then byLength(length) else none

  private val none = Array.empty[Int]

  /** The number of a field that comes a second time; -1 if none does. */
  def repeatedOf(fields: Iterable[(String, String)]): Int =
    var seen = 0L
    fields.iterator
      .map((name, _) => numberOf(0, name.length)(name.charAt(_).toInt))
      .find: number =>
        val again = number >= 0 && (seen & 1L << number) != 0
        if number >= 0 then seen |= 1L << number
        again
      .getOrElse(-1)

  def repeated(number: Int): Refusal = Refusal(400, s"There is more than one ${shown(number)} header.")

  /** As people write it. */
  private def shown(number: Int): String =
    names(number).split('-').map(_.capitalize).mkString("-").replace("Websocket", "WebSocket")
end SingleFields
