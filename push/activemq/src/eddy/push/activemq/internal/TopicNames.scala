package eddy.push.activemq.internal

import java.nio.charset.StandardCharsets.UTF_8

/** Which topic stands for a channel, and back.
  *
  * A segment of the channel's path becomes a word of the topic's name: letters, digits, `-` and `_` stand for
  * themselves, every other byte of its UTF-8 form is `%` and two hexadecimal digits, and an empty segment is
  * `%` alone. So no part of a channel's name has a meaning for brokers in topic names: `.`, `*`, `>`, `#`,
  * `,`, `?` and `::`.
  *
  * {{{
  * /picture/7/likes   eddy.%.picture.7.likes
  * news:sport         eddy.news%3Asport
  * }}}
  *
  * @param prefix the first words of all names; two systems on one broker differ in it
  * @param rest what the broker takes for any number of further words: `>` or `#`
  */
private[activemq] final class TopicNames(prefix: String, rest: String):
  def topic(channel: String): String =
    val name = new StringBuilder(prefix)
    segments(channel).foreach: segment =>
      word(segment, name.append('.'))
    name.toString

  /** `None` for a topic that stands for no channel. */
  def channel(topic: String): Option[String] =
    if !topic.startsWith(prefix + ".") then None
    else
      val found = topic.substring(prefix.length + 1).nn.split("\\.", -1).nn.map(w => segment(w.nn))
      if found.contains(null) then None else Some(found.mkString("/"))

  /** What to subscribe to for a pattern. Brokers take `rest` for no further word too: see
    * [[TopicNames.matches]].
    */
  def wildcard(pattern: String): String =
    val name = new StringBuilder(prefix)
    segments(pattern).foreach: s =>
      name.append('.')
      if s == "*" then name.append('*') else if s == "**" then name.append(rest) else word(s, name)
    name.toString

  private def word(segment: String, into: StringBuilder): Unit =
    if segment.isEmpty then into.append('%'): Unit
    else
      segment.getBytes(UTF_8).foreach: b =>
        if plain(b) then into.append(b.toChar)
        else into.append('%').append(Digits(b >> 4 & 15)).append(Digits(b & 15))

  private def segment(word: String): String | Null =
    if word == "%" then ""
    else
      val bytes = new java.io.ByteArrayOutputStream(word.length)
      var i = 0
      var sound = word.nonEmpty
      while sound && i < word.length do
        val c = word.charAt(i)
        if c == '%' && i + 2 < word.length then
          val (high, low) = (Digits.indexOf(word.charAt(i + 1)), Digits.indexOf(word.charAt(i + 2)))
          sound = high >= 0 && low >= 0
          bytes.write(high << 4 | low)
          i += 3
        else
          sound = c < 128 && plain(c.toByte)
          bytes.write(c)
          i += 1
      if sound then bytes.toString(UTF_8) else null

  private def plain(b: Byte): Boolean =
    b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || b == '-' || b == '_'

  private def segments(path: String): Array[String] = TopicNames.segments(path)

  private val Digits = "0123456789ABCDEF"
end TopicNames

private[activemq] object TopicNames:
  /** Whether `pattern` stands for `channel`, as Eddy means it, whatever the broker took it for. */
  def matches(pattern: String, channel: String): Boolean =
    val (wanted, actual) = (segments(pattern), segments(channel))
    val open = wanted.last == "**"
    val fixed = if open then wanted.length - 1 else wanted.length
    (if open then actual.length > fixed else actual.length == fixed) &&
    (0 until fixed).forall(i => wanted(i) == "*" || wanted(i) == actual(i))

  private def segments(path: String): Array[String] = path.split("/", -1).nn.map(_.nn)
