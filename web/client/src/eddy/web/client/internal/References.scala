package eddy.web.client.internal

import java.net.IDN
import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets.{ISO_8859_1, UTF_8}
import java.nio.charset.{CharacterCodingException, CodingErrorAction}
import java.util.Locale

/** References such as `../b?c`, as a `Location` has them, and their targets (RFC 3986, section 5). */
private[client] object References:
  /** The parts of a reference; null where one is missing, which is not the same as an empty one. */
  private final case class Parts(
      scheme: String | Null,
      authority: String | Null,
      path: String,
      query: String | Null,
      fragment: String | Null
  )

  // RFC 3986, appendix B, with schemes as section 3.1 has them
  private val Form = "(?s)(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?://([^/?#]*))?([^?#]*)(?:\\?([^#]*))?(?:#(.*))?".r

  /** The absolute address.
    * @param base absolute, as it was sent
    */
  def resolve(base: String, reference: String): String =
    val from = parts(base)
    val to = parts(reference)
    val target =
      if to.scheme != null then to.copy(path = withoutDots(to.path))
      else if to.authority != null then to.copy(scheme = from.scheme, path = withoutDots(to.path))
      else if to.path.isEmpty then
        from.copy(query = if to.query != null then to.query else from.query, fragment = to.fragment)
      else
        val path = if to.path.startsWith("/") then to.path else merged(from, to.path)
        Parts(from.scheme, from.authority, withoutDots(path), to.query, to.fragment)
    composed(target)

  /** The same with every character encoded that no address may have, and none that is encoded already: as
    * browsers do it, for texts that came as bytes of a header.
    */
  def encoded(reference: String): String =
    val trimmed = reference.dropWhile(_ <= ' ').reverse.dropWhile(_ <= ' ').reverse
    val split = trimmed.indexWhere(c => c == '?' || c == '#')
    val (before, after) = if split < 0 then (trimmed, "") else trimmed.splitAt(split)
    // a separator for browsers, wherever http is meant
    val isHttp = before.indexOf(':') < 0 || before.toLowerCase(Locale.ROOT).startsWith("http")
    val all = parts((if isHttp then before.replace('\\', '/') else before) + after)
    composed(all.copy(
      authority = if all.authority == null then null else hostInAscii(all.authority),
      path = escaped(all.path, OfPath),
      query = if all.query == null then null else escaped(all.query, OfQuery),
      fragment = if all.fragment == null then null else escaped(all.fragment, OfQuery)
    ))

  private def parts(text: String): Parts = text match
    case Form(scheme, authority, path, query, fragment) => Parts(scheme, authority, path.nn, query, fragment)
    case _ => Parts(null, null, text, null, null)

  private def composed(all: Parts): String =
    val out = StringBuilder()
    if all.scheme != null then out.append(all.scheme).append(':'): Unit
    if all.authority != null then out.append("//").append(all.authority): Unit
    out.append(all.path)
    if all.query != null then out.append('?').append(all.query): Unit
    if all.fragment != null then out.append('#').append(all.fragment): Unit
    out.result()

  private def merged(base: Parts, path: String): String =
    if base.authority != null && base.path.isEmpty then s"/$path"
    else base.path.substring(0, base.path.lastIndexOf('/') + 1) + path

  /** Section 5.2.4, in one pass. */
  private def withoutDots(path: String): String =
    val out = java.lang.StringBuilder()
    def dropLast(): Unit = out.setLength(math.max(0, out.lastIndexOf("/")))
    var at = 0
    // in front of the first slash
    while path.startsWith("../", at) || path.startsWith("./", at) do at = path.indexOf('/', at) + 1
    if at == path.length || path.substring(at) == "." || path.substring(at) == ".." then ""
    else
      while at < path.length do
        val next = path.indexOf('/', at + 1)
        val end = if next < 0 then path.length else next
        val isLast = next < 0
        val length = end - at
        val isDot = length == 2 && path.startsWith("/.", at)
        val areDots = length == 3 && path.startsWith("/..", at)
        if areDots then dropLast()
        if !isDot && !areDots then out.append(path, at, end): Unit
        else if isLast then out.append('/'): Unit
        at = end
      out.toString
  end withoutDots

  private val Unreserved = ('a' to 'z').toSet ++ ('A' to 'Z') ++ ('0' to '9') ++ "-._~"
  private val OfPath = Unreserved ++ "!$&'()*+,;=:@/"
  private val OfQuery = OfPath ++ "?"

  private def escaped(text: String, kept: Set[Char]): String =
    val bytes = bytesOf(text)
    val out = StringBuilder()
    for i <- bytes.indices do
      val c = (bytes(i) & 0xff).toChar
      if c < 128 && kept(c) || c == '%' && isHex(bytes, i + 1) && isHex(bytes, i + 2) then out.append(c)
      else if c != '\t' then out.append(f"%%${c.toInt}%02X")
    out.result()

  private def isHex(bytes: Array[Byte], at: Int) =
    at < bytes.length && Character.digit(bytes(at).toChar, 16) >= 0 && bytes(at) > 0

  /** Header values are read as Latin-1, a character for each byte. */
  private def bytesOf(text: String): Array[Byte] =
    if text.forall(_ < 256) then text.getBytes(ISO_8859_1) else text.getBytes(UTF_8)

  /** Names with other letters as the domain name system has them; other names are left to the
    * checks.
    */
  private def hostInAscii(authority: String): String =
    if authority.forall(_ < 128) then authority
    else
      try
        val name = UTF_8.newDecoder.onMalformedInput(CodingErrorAction.REPORT)
          .decode(ByteBuffer.wrap(bytesOf(authority))).toString
        IDN.toASCII(name)
      catch case _: (CharacterCodingException | IllegalArgumentException) => authority
end References
