package eddy.web

import eddy.state.Pure

import java.nio.charset.StandardCharsets.UTF_8
import scala.annotation.publicInBinary

/** Puts values into HTML, each escaped for its place. */
private[web] object HtmlText:
  @Pure
  @publicInBinary
  private[web] def joined(fixed: Array[String], places: Array[Int], values: Array[Any]): Html =
    val out = java.lang.StringBuilder(fixed(0))
    var i = 0
    while i < values.length do
      append(values(i), HtmlPlace.fromOrdinal(places(i)), out)
      out.append(fixed(i + 1)): Unit
      i += 1
    Html(out.toString)

  private def append(value: Any, place: HtmlPlace, out: java.lang.StringBuilder): Unit = value match
    case some: Option[?] => some.foreach(append(_, place, out))
    case many: Iterable[?] => many.foreach(append(_, place, out))
    case Html(markup) if place == HtmlPlace.Text => out.append(markup): Unit
    case other => escape(inPlace(other.toString, place), out)

  private def inPlace(text: String, place: HtmlPlace): String = place match
    case HtmlPlace.Text | HtmlPlace.Attribute => text
    case HtmlPlace.Address => if isSafe(text) then encoded(text, ofAddress) else Invalid
    case HtmlPlace.AddressRoot =>
      val slashes = text.takeWhile(_ == '/')
      encoded(slashes, "") + encoded(text.drop(slashes.length), ofPath)
    case HtmlPlace.AddressPath => encoded(text, ofPath)
    case HtmlPlace.AddressPart => encoded(text, "")

  def escaped(text: String): String =
    val out = java.lang.StringBuilder()
    escape(text, out)
    out.toString

  private def escape(text: String, out: java.lang.StringBuilder): Unit =
    var i = 0
    while i < text.length do
      text.charAt(i) match
        case '&' => out.append("&amp;"): Unit
        case '<' => out.append("&lt;"): Unit
        case '>' => out.append("&gt;"): Unit
        case '"' => out.append("&quot;"): Unit
        case '\'' => out.append("&#39;"): Unit
        // no character in HTML
        case '\u0000' => out.append('\ufffd'): Unit
        case c => out.append(c): Unit
      i += 1

  /** Without a scheme, or with one that runs no code. Browsers drop tabs and line breaks before they look. */
  private def isSafe(address: String): Boolean =
    val seen = address.filterNot(c => c <= ' ')
    val colon = seen.indexOf(':')
    val before = if colon < 0 then "" else seen.substring(0, colon)
    colon < 0 || before.exists(c => c == '/' || c == '?' || c == '#') || schemes(before.toLowerCase)

  private val schemes = Set("http", "https", "mailto", "tel")
  private val Invalid = "about:invalid"

  /** Percent-encodes what is neither unreserved nor `kept` (RFC 3986, section 2). */
  private def encoded(text: String, kept: String): String =
    val out = java.lang.StringBuilder()
    for b <- text.getBytes(UTF_8) do
      val c = (b & 0xff).toChar
      if c < 128 && (c.isLetterOrDigit || "-._~".indexOf(c) >= 0 || kept.indexOf(c) >= 0) then out.append(c)
      else out.append('%').append(hex(b >> 4 & 15)).append(hex(b & 15))
    out.toString

  private def hex(digit: Int): Char = "0123456789ABCDEF".charAt(digit)

  // a whole address may have been encoded before
  private val ofAddress = ":/?#[]@!$&'()*+,;=%"
  private val ofPath = ":/@!$&'()*+,;="
end HtmlText
