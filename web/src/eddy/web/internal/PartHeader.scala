package eddy.web.internal

import eddy.web.HttpProblem

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.charset.{Charset, IllegalCharsetNameException, UnsupportedCharsetException}
import scala.util.matching.Regex

/** The header of a form's part (RFC 7578, section 4), read strictly: a header that others read differently is
  * refused.
  */
private[eddy] final case class PartHeader(
    name: String,
    fileName: Option[String],
    contentType: Option[String],
    charset: Charset
)

private[eddy] object PartHeader:
  private val Parameter = ";[ \\t]*([A-Za-z0-9*_-]+)=(?:\"((?:[^\"\\\\]|\\\\.)*+)\"|([^\";\\s]*))[ \\t]*".r

  /** As browsers write them: a backslash is one, also the last. */
  private val OfBrowser = ";[ \\t]*([A-Za-z0-9*_-]+)=(?:\"([^\"]*)\"|([^\";\\s]*))[ \\t]*".r
  private val Encodings = Set("7bit", "8bit", "binary")

  /** @param text the header's lines with their ends, and the empty line; bytes that are not UTF-8, as pages
    * in
    *   other charsets send them, are U+FFFD
    * @param number of the part, from 1
    */
  def parse(text: String, number: Int): PartHeader =
    def wrong(what: String) = HttpProblem(400, s"Part $number of the form is malformed: $what")
    if text.startsWith("\r\n") then throw wrong("it has no header.")
    val lines = text.stripSuffix("\r\n\r\n").split("\r\n", -1).toSeq.map: line =>
      val colon = line.indexOf(':')
      if line.startsWith(" ") || line.startsWith("\t") then
        throw wrong("folded header lines are not allowed.")
      else if colon <= 0 || !Tokens.isToken(line.substring(0, colon)) then
        throw wrong("a header line has no name and colon.")
      else if line.exists(c => c < ' ' && c != '\t' || c == 127) then
        throw wrong("a control character is not allowed in a header.")
      else Tokens.lower(line.substring(0, colon)) -> line.substring(colon + 1).strip
    def only(name: String): Option[String] = lines.collect { case (`name`, value) => value } match
      case Seq() => None
      case Seq(value) => Some(value)
      case _ => throw wrong(s"there is more than one $name.")
    val disposition = only("content-disposition").getOrElse(throw wrong("it has no Content-Disposition."))
    val parameters = ofDisposition(disposition, wrong)
    val contentType = only("content-type")
    if contentType.exists(MediaTypes.bare(_).startsWith("multipart/")) then
      throw wrong(
        "a form within a form is not taken (RFC 7578, section 4.3): send the files as parts of their own."
      )
    only("content-transfer-encoding").foreach: encoding =>
      if !Encodings(Tokens.lower(encoding)) then
        throw wrong(
          "its Content-Transfer-Encoding is not spoken here (RFC 7578, section 4.7): send plain bytes."
        )
    val name = parameters.getOrElse("name", throw wrong("its Content-Disposition has no name."))
    PartHeader(name, parameters.get("filename"), contentType, charsetOf(contentType))
  end parse

  private def ofDisposition(value: String, wrong: String => HttpProblem): Map[String, String] =
    val semicolon = if value.indexOf(';') < 0 then value.length else value.indexOf(';')
    if !value.substring(0, semicolon).strip.equalsIgnoreCase("form-data") then
      throw wrong("its Content-Disposition is not form-data.")
    val rest = value.substring(semicolon).replaceFirst(";[ \t]*$", "")
    // what quotes alone do not tell apart is read as by RFC 9110, section 5.6.4, if it can be
    val pairs = read(rest, Parameter)(text => unquoted(text.replace("\\\"", "\"").replace("\\\\", "\\")))
      .orElse(read(rest, OfBrowser)(unquoted))
      .getOrElse(throw wrong("its Content-Disposition cannot be read."))
    if pairs.map(_._1).distinct.size != pairs.size then
      throw wrong("a parameter of its Content-Disposition is given twice.")
    pairs.map(_._1).find(_.matches("[^*]+\\*[0-9]+\\*?")).foreach: name =>
      throw wrong(
        s"the parameter $name of its Content-Disposition is a piece of one (RFC 2231), which forms never have."
      )
    // Extended ones are not for forms (RFC 7578, section 4.2). Some clients add them all the same, others
    // send nothing else for names that are not ASCII.
    val (extended, plain) = pairs.partition(_._1.endsWith("*"))
    extended.map((name, value) => (name.stripSuffix("*"), value)).foldLeft(plain.toMap):
      case (known, (name, value)) =>
        if known.contains(name) then known
        else
          val text = ExtendedValue.decode(value)
          if text == null then throw wrong(s"the parameter $name* of its Content-Disposition cannot be read.")
          known.updated(name, text)
  end ofDisposition

  /** None when something else lies between the parameters. */
  private def read(
      text: String,
      parameter: Regex
  )(unquoted: String => String): Option[Seq[(String, String)]] =
    val found = parameter.findAllMatchIn(text).toSeq
    Option.when(found.map(m => m.end - m.start).sum == text.length):
      found.map: m =>
        val quoted = m.group(2)
        Tokens.lower(m.group(1).nn) -> (if quoted == null then m.group(3).nn else unquoted(quoted))

  /** Undoes what browsers do to quotes (WHATWG HTML, 4.10.22.8); older clients escape them by backslashes. */
  private def unquoted(text: String): String =
    text.replace("%22", "\"").replace("%0D", "\r").replace("%0A", "\n")

  /** One that is not known here does not cost the client the other parts. */
  private def charsetOf(contentType: Option[String]): Charset =
    try contentType.flatMap(MediaTypes.parameter(_, "charset")).fold(UTF_8)(Charset.forName)
    catch case _: IllegalCharsetNameException | _: UnsupportedCharsetException => UTF_8
end PartHeader
