package eddy.bench.push.load

import java.nio.charset.StandardCharsets.US_ASCII
import java.util.Arrays

/** What the messages of a load carry: `#<sender>:<number>:<filler>"`, without characters that JSON escapes.
  *
  * @param size bytes of the filler
  */
private[bench] final class Letter(size: Int = Letter.Size):
  private val filler = String.valueOf(Array.tabulate(size)(i => ('a' + i % 26).toChar))
  // with the quote that ends it
  private val end = s":$filler\"".getBytes(US_ASCII)
  // where it began in the last publication: the next is alike
  private var hint = 0
  private var at = 0

  // what the last [[read]] found
  var sender = 0
  var number = 0L

  def text(sender: Int, number: Long): String = s"#$sender:$number:$filler"

  /** False when these bytes hold none, or one that was changed. Used by one thread. */
  def read(bytes: Array[Byte], from: Int, until: Int): Boolean =
    at = from + hint
    if at >= until || bytes(at) != Letter.Begin then
      at = from
      while at < until && bytes(at) != Letter.Begin do at += 1
    hint = at - from
    at += 1
    sender = digits(bytes, until).toInt
    val separated = at < until && bytes(at) == ':'
    at += 1
    number = digits(bytes, until)
    separated && until - at >= end.length && Arrays.equals(bytes, at, at + end.length, end, 0, end.length)

  private def digits(bytes: Array[Byte], until: Int): Long =
    var value = 0L
    while at < until && bytes(at) >= '0' && bytes(at) <= '9' do
      value = value * 10 + bytes(at) - '0'
      at += 1
    value
end Letter

private[load] object Letter:
  final val Begin = '#'

  /** As of a short chat message. */
  final val Size = 64
