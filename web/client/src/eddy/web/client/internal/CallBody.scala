package eddy.web.client.internal

import eddy.web.client.Part

import java.net.http.HttpRequest.BodyPublisher
import java.net.http.HttpRequest.BodyPublishers.{concat, fromPublisher, noBody, ofByteArray, ofFile}
import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.Path
import java.util.HexFormat
import java.util.concurrent.Flow

/** What a call sends. */
private[client] sealed trait CallBody:
  /** Whether it can be sent a second time. */
  def isReplayable: Boolean = true

  /** @throws java.io.FileNotFoundException for a file that is not there */
  def publisher: BodyPublisher

private[client] object CallBody:
  case object None extends CallBody:
    def publisher: BodyPublisher = noBody()

  final case class Bytes(content: Array[Byte]) extends CallBody:
    def publisher: BodyPublisher = ofByteArray(content)

  final case class File(file: Path) extends CallBody:
    def publisher: BodyPublisher = ofFile(file)

  final case class Stream(content: Flow.Publisher[ByteBuffer], length: Option[Long]) extends CallBody:
    override def isReplayable: Boolean = false
    def publisher: BodyPublisher = length.fold(fromPublisher(content))(fromPublisher(content, _))

  final case class Form(parts: Seq[Part]) extends CallBody:
    // random, so that nobody can put it into a part beforehand
    val boundary: String =
      val bytes = new Array[Byte](16)
      java.security.SecureRandom().nextBytes(bytes)
      s"eddy-${HexFormat.of.formatHex(bytes)}"

    def publisher: BodyPublisher =
      val pieces = parts.flatMap:
        case Part.Field(name, value) =>
          Seq(head(name, null, null), ofByteArray(s"$value\r\n".getBytes(UTF_8)))
        case Part.Bytes(name, fileName, contentType, content) =>
          Seq(head(name, fileName, contentType), ofByteArray(content), line(""))
        case Part.File(name, fileName, contentType, file) =>
          Seq(head(name, fileName, contentType), ofFile(file), line(""))
      concat((pieces :+ line(s"--$boundary--"))*)

    private def head(name: String, fileName: String | Null, contentType: String | Null) =
      val file = if fileName == null then "" else s"; filename=\"${escaped(fileName)}\""
      val kind =
        if contentType == null then ""
        else
          Addresses.checkHeader("Content-Type", contentType)
          s"Content-Type: $contentType\r\n"
      line(s"--$boundary\r\nContent-Disposition: form-data; name=\"${escaped(name)}\"$file\r\n$kind")

    private def line(text: String) = ofByteArray(s"$text\r\n".getBytes(UTF_8))

    // WHATWG HTML, "multipart/form-data encoding algorithm"
    private def escaped(name: String) =
      name.replace("\"", "%22").replace("\r", "%0D").replace("\n", "%0A")
  end Form
end CallBody
