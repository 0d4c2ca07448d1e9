package eddy.web.internal

/** Characters of the HTTP grammar (RFC 9110, section 5.6). */
private[eddy] object Tokens:
  private val tokenChars: Array[Boolean] =
    val table = new Array[Boolean](128)
    ('0' to '9').foreach(c => table(c) = true)
    ('a' to 'z').foreach(c => table(c) = true)
    ('A' to 'Z').foreach(c => table(c) = true)
    "!#$%&'*+-.^_`|~".foreach(c => table(c) = true)
    table

  def isTokenChar(c: Char): Boolean = c < 128 && tokenChars(c)
  def isTokenByte(b: Byte): Boolean = b >= 0 && tokenChars(b)
  def isToken(s: String): Boolean = isToken(s, 0, s.length)

  def isToken(s: String, start: Int, end: Int): Boolean =
    var i = start
    while i < end && isTokenChar(s.charAt(i)) do i += 1
    i == end && end > start

  /** Field values may hold visible ASCII, space, tab and obs-text; no other controls (RFC 9110, section 5.5).
    */
  def isFieldValue(s: String): Boolean = s.forall(c => c == '\t' || c >= ' ' && c != 127 && c < 256)

  /** Small letters whatever the machine's language: in Turkish, I is not i. */
  def lower(s: String): String = s.toLowerCase(java.util.Locale.ROOT)
end Tokens
