package eddy.push.internal.wire

/** Finds the end of a JSON value (RFC 8259), and that it is one, no deeper than allowed. The bytes are known
  * to be UTF-8.
  *
  * @param maxDepth how many objects and arrays may lie within each other; a deeper value makes a recursive
  *   reader fail
  */
private[push] final class JsonScan(bytes: Array[Byte], maxDepth: Int):
  import JsonScan.*

  /** The index after the value that begins at `from`; [[Malformed]] or [[TooDeep]]. */
  def value(from: Int): Int = value(from, 0)

  /** The first index from `at` on that holds no white space. */
  def skip(at: Int): Int =
    var i = at
    while i < bytes.length && isSpace(bytes(i)) do i += 1
    i

  private def value(at: Int, depth: Int): Int = byte(at) match
    case '{' => if depth == maxDepth then TooDeep else members(skip(at + 1), depth + 1)
    case '[' => if depth == maxDepth then TooDeep else elements(skip(at + 1), depth + 1)
    case '"' => string(at + 1)
    case 't' => word(at, "true")
    case 'f' => word(at, "false")
    case 'n' => word(at, "null")
    case '-' => digits(at + 1, isWhole = true)
    case c if isDigit(c) => digits(at, isWhole = true)
    case _ => Malformed

  private def members(first: Int, depth: Int): Int =
    if byte(first) == '}' then first + 1
    else
      var at = first
      var found = NotYet
      while found == NotYet do
        val colon = if byte(at) == '"' then after(string(at + 1)) else Malformed
        val next =
          if colon >= 0 && byte(colon) == ':' then after(value(skip(colon + 1), depth)) else malformed(colon)
        if next < 0 then found = next
        else if byte(next) == '}' then found = next + 1
        else if byte(next) == ',' then at = skip(next + 1)
        else found = Malformed
      found

  private def elements(first: Int, depth: Int): Int =
    if byte(first) == ']' then first + 1
    else
      var at = first
      var found = NotYet
      while found == NotYet do
        val next = after(value(at, depth))
        if next < 0 then found = next
        else if byte(next) == ']' then found = next + 1
        else if byte(next) == ',' then at = skip(next + 1)
        else found = Malformed
      found

  private def string(from: Int): Int =
    var at = from
    while byte(at) != '"' && byte(at) >= ' ' do at += (if byte(at) == '\\' then escape(at + 1) else 1)
    if byte(at) == '"' then at + 1 else Malformed

  /** How long an escape is, its backslash included; the length of the text when it is invalid. */
  private def escape(at: Int): Int = byte(at) match
    case '"' | '\\' | '/' | 'b' | 'f' | 'n' | 'r' | 't' => 2
    case 'u' if (1 to 4).forall(i => isHex(byte(at + i))) => 6
    case _ => bytes.length

  private def digits(from: Int, isWhole: Boolean): Int =
    var at = from
    while isDigit(byte(at)) do at += 1
    if at == from || isWhole && at > from + 1 && byte(from) == '0' then Malformed
    else if isWhole && byte(at) == '.' then exponent(digits(at + 1, isWhole = false))
    else if isWhole then exponent(at)
    else at

  private def exponent(at: Int): Int =
    if at < 0 || byte(at) != 'e' && byte(at) != 'E' then at
    else digits(if byte(at + 1) == '+' || byte(at + 1) == '-' then at + 2 else at + 1, isWhole = false)

  private def word(at: Int, word: String): Int =
    if word.indices.forall(i => byte(at + i) == word.charAt(i)) then at + word.length else Malformed

  /** Past the white space after a value, unless that was none. */
  private def after(end: Int): Int = if end < 0 then end else skip(end)

  private def malformed(end: Int): Int = if end < 0 then end else Malformed

  /** A character that is not ASCII is above all that mean something; the end counts as below it. */
  private def byte(at: Int): Char = if at < bytes.length then (bytes(at) & 0xff).toChar else End
end JsonScan

private[push] object JsonScan:
  final val Malformed = -1
  final val TooDeep = -2
  private final val NotYet = -3
  private final val End = '\u0000'

  /** Whether it is one value with nothing around it but white space. */
  def isValue(bytes: Array[Byte], maxDepth: Int): Boolean =
    val scan = JsonScan(bytes, maxDepth)
    val end = scan.value(scan.skip(0))
    end >= 0 && scan.skip(end) == bytes.length

  /** The same without line breaks, which in JSON can only stand between things: frames and events go by
    * lines.
    */
  def oneLine(bytes: Array[Byte]): Array[Byte] =
    if !bytes.exists(isBreak) then bytes else bytes.map(b => if isBreak(b) then ' '.toByte else b)

  private def isBreak(b: Byte) = b == '\n' || b == '\r'
  private def isSpace(b: Byte) = b == ' ' || b == '\t' || isBreak(b)
  private def isDigit(c: Char) = c >= '0' && c <= '9'
  private def isHex(c: Char) = isDigit(c) || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
end JsonScan
