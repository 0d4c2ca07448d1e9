package eddy.web.internal

import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.charset.{CharacterCodingException, CodingErrorAction}

/** A request target taken apart: path and query as sent, and the path's segments decoded once (RFC 3986,
  * 3.3).
  */
private[eddy] final class Target(
    val raw: String,
    val rawPath: String,
    val rawQuery: String | Null,
    val authority: String | Null,
    val segments: Array[String]
):
  lazy val path: String = segments.mkString("/", "/", "")

private[eddy] object Target:
  /** Whether the character may be in a path; others URIs must encode, and browsers do. */
  private[internal] def isSound(c: Char): Boolean =
    c > ' ' && c < 127 && c != '"' && c != '<' && c != '>' && c != '\\' && c != '#'

  /** Whether the byte may be in a query. Browsers leave more unescaped than RFC 3986 allows (WHATWG URL,
    * query state), such as the backslash, and other clients send a query as it was typed. Nothing is decided
    * by a query before it is decoded. A fragment is never sent.
    */
  private def isOfQuery(c: Char): Boolean = c > ' ' && c != 127 && c != '#'

  private def isSound(target: String): Boolean =
    var i = 0
    while i < target.length && isSound(target.charAt(i)) && target.charAt(i) != '?' do i += 1
    if i < target.length && target.charAt(i) == '?' then
      while i < target.length && isOfQuery(target.charAt(i)) do i += 1
    i == target.length

  /** Refuses targets of the wrong form or with characters that no URI has. */
  def check(method: String, target: String): Refusal | Null =
    if target.isEmpty then Refusal(400, "The request target is empty.")
    else if !isSound(target) then
      Refusal(400, "The request target holds a character that must be percent-encoded.")
    else if target == "*" then
      if method == "OPTIONS" then null else Refusal(400, "The target * is for OPTIONS only.")
    else if target.startsWith("/") then null
    else
      val authority = absoluteAuthority(target)
      if authority == null then Refusal(400, "The request target must be a path or an absolute http URI.")
      else if !HeaderRules.isHost(authority) then Refusal(400, "The host in the request target is malformed.")
      else null

  /** Takes a target apart that [[check]] passed; refuses paths that do not decode, and dot segments. */
  def parse(target: String): Target | Refusal =
    val authority = if target.startsWith("/") then null else absoluteAuthority(target)
    val local =
      if authority == null then target
      else
        val rest = target.substring(target.indexOf("//") + 2 + authority.length)
        if rest.startsWith("/") then rest else s"/$rest"
    val mark = local.indexOf('?')
    val rawPath = if mark < 0 then local else local.substring(0, mark)
    val rawQuery = if mark < 0 then null else local.substring(mark + 1)
    if target == "*" then Target(target, target, null, null, Array("*"))
    else
      val segments = split(rawPath)
      var refusal: Refusal | Null = null
      var i = 0
      while refusal == null && i < segments.length do
        decode(segments(i), ofForm = false) match
          case null => refusal = Refusal(400, "The path's percent-encoding is malformed or not UTF-8.")
          case "." | ".." => refusal = Refusal(400, "The path holds a dot segment.")
          case text: String if hasControl(text) =>
            refusal = Refusal(400, "The path holds a control character.")
          case text: String => segments(i) = text
        i += 1
      if refusal != null then refusal else Target(target, rawPath, rawQuery, authority, segments)
  end parse

  /** The text between the slashes, the first of which begins the path. */
  private def split(path: String): Array[String] =
    var count = 1
    var i = path.indexOf('/', 1)
    while i >= 0 do
      count += 1
      i = path.indexOf('/', i + 1)
    val segments = new Array[String](count)
    var start = 1
    var at = 0
    while at < count do
      val slash = path.indexOf('/', start)
      val end = if slash < 0 then path.length else slash
      segments(at) = path.substring(start, end)
      start = end + 1
      at += 1
    segments

  private def hasControl(text: String): Boolean =
    var i = 0
    while i < text.length && !text.charAt(i).isControl do i += 1
    i < text.length

  private def isAscii(text: String): Boolean =
    var i = 0
    while i < text.length && text.charAt(i) < 128 do i += 1
    i == text.length

  private def absoluteAuthority(target: String): String | Null =
    val lower = Tokens.lower(target.take(8))
    val start = if lower.startsWith("http://") then 7 else if lower.startsWith("https://") then 8 else -1
    if start < 0 then null
    else
      val end = target.indexWhere(c => c == '/' || c == '?', start)
      if end < 0 then target.substring(start) else target.substring(start, end)

  /** Decodes %XX once, strictly as UTF-8; `null` when that fails.
    *
    * @param text one character for each byte
    * @param ofForm of a query or form: + is a space, and bytes that are not ASCII may stand there as they are
    */
  def decode(text: String, ofForm: Boolean): String | Null =
    if text.indexOf('%') < 0 && (!ofForm || text.indexOf('+') < 0) && isAscii(text) then text
    else
      val out = new Array[Byte](text.length)
      var n = 0
      var i = 0
      var sound = true
      while sound && i < text.length do
        val c = text.charAt(i)
        if c == '%' then
          val high = if i + 2 < text.length then hex(text.charAt(i + 1)) else -1
          val low = if i + 2 < text.length then hex(text.charAt(i + 2)) else -1
          if high < 0 || low < 0 then sound = false
          else
            out(n) = (high << 4 | low).toByte
            i += 2
        else if c == '+' && ofForm then out(n) = ' '
        else if c < 128 || ofForm then out(n) = c.toByte
        else sound = false
        n += 1
        i += 1
      if sound then strictUtf8(out, n) else null

  /** A target, or a query alone, as sent, with what no URI may hold percent-encoded. */
  def encoded(sent: String): String =
    val out = java.lang.StringBuilder(sent.length)
    for i <- sent.indices do
      val c = sent.charAt(i)
      if isSound(c) && (c != '%' || isEscape(sent, i)) then out.append(c)
      else out.append('%').append(f"${c.toInt}%02X")
    out.toString

  /** Whether a percent sign begins an escape here. */
  private[internal] def isEscape(text: String, at: Int): Boolean =
    at + 2 < text.length && hex(text.charAt(at + 1)) >= 0 && hex(text.charAt(at + 2)) >= 0

  private def hex(c: Char): Int = if c < 128 then Character.digit(c, 16) else -1

  private def strictUtf8(bytes: Array[Byte], length: Int): String | Null =
    try
      UTF_8.newDecoder
        .onMalformedInput(CodingErrorAction.REPORT)
        .onUnmappableCharacter(CodingErrorAction.REPORT)
        .decode(ByteBuffer.wrap(bytes, 0, length))
        .toString
    catch case _: CharacterCodingException => null
end Target
