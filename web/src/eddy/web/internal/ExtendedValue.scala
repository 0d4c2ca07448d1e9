package eddy.web.internal

import java.nio.ByteBuffer
import java.nio.charset.{CharacterCodingException, Charset, CodingErrorAction}
import java.nio.charset.{IllegalCharsetNameException, UnsupportedCharsetException}

/** The values of parameters such as `filename*` (RFC 8187): charset, language, and percent-encoded bytes. */
private[internal] object ExtendedValue:
  /** Null when it is malformed. */
  def decode(text: String): String | Null =
    val parts = text.split("'", 3)
    if parts.length < 3 then null
    else
      try
        val bytes = bytesOf(parts(2))
        if bytes == null then null
        else
          Charset
            .forName(parts(0))
            .newDecoder
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT)
            .decode(ByteBuffer.wrap(bytes))
            .toString
      catch
        case _: IllegalCharsetNameException | _: UnsupportedCharsetException | _: CharacterCodingException =>
          null

  private def bytesOf(text: String): Array[Byte] | Null =
    val out = Array.newBuilder[Byte]
    var i = 0
    var sound = true
    while sound && i < text.length do
      val c = text.charAt(i)
      if c == '%' && Target.isEscape(text, i) then
        out += Integer.parseInt(text.substring(i + 1, i + 3), 16).toByte
        i += 3
      else
        sound = c != '%' && c < 128
        out += c.toByte
        i += 1
    if sound then out.result() else null
end ExtendedValue
