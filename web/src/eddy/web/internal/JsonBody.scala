package eddy.web.internal

import eddy.web.HttpProblem

import com.github.plokhotnyuk.jsoniter_scala.core.{
  JsonReaderException,
  JsonValueCodec,
  ReaderConfig,
  readFromArray
}

/** Reads JSON bodies, and says where they are wrong. */
private[eddy] object JsonBody:
  private val config = ReaderConfig.withAppendHexDumpToParseException(false)
  private val Offset = ",? *offset: 0x([0-9a-f]+)".r.unanchored

  def read[A](contentType: Option[String], body: Array[Byte])(using JsonValueCodec[A]): A =
    if !contentType.exists(t =>
        t == "application/json" || t.startsWith("application/") && t.endsWith("+json")
      )
    then
      throw HttpProblem(
        415,
        s"The body must be JSON: Content-Type application/json, not ${contentType.getOrElse("none")}."
      )
    else if body.length == 0 then throw HttpProblem(400, "The body is empty; JSON is expected.")
    else
      try readFromArray(body, config)
      catch
        case e: JsonReaderException => throw HttpProblem(400, described(String.valueOf(e.getMessage), body))

  private def described(message: String, body: Array[Byte]): String = message match
    case Offset(hex) =>
      val at = math.min(java.lang.Long.parseLong(hex, 16), body.length.toLong).toInt
      val line = 1 + body.iterator.take(at).count(_ == '\n')
      val column = at - body.lastIndexOf('\n'.toByte, at - 1)
      val cause = Offset.replaceFirstIn(message, "")
      s"The JSON is wrong at line $line, column $column: $cause."
    case _ => s"The JSON is wrong: $message."
end JsonBody
