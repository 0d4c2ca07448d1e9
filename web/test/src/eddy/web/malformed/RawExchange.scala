package eddy.web.malformed

import eddy.testing.Waits

import java.io.{ByteArrayOutputStream, IOException}
import java.net.{InetSocketAddress, Socket, SocketTimeoutException}
import java.nio.charset.StandardCharsets.ISO_8859_1

/** An answer as it stood on the wire. */
final case class RawAnswer(status: Int, head: String, body: String)

/** What one connection gave: its answers, and how it ended.
  * @param rest bytes behind the last complete answer
  * @param ended whether the server closed its side in time
  */
final case class RawExchange(answers: Seq[RawAnswer], rest: String, ended: Boolean, trouble: Option[String]):
  def statuses: Seq[Int] = answers.map(_.status)

/** A client that writes bytes as they are and reads until the server closes: no HTTP library would send
  * these.
  */
object RawExchange:
  private val PatienceMillis = Waits.limit.toMillis.toInt

  def apply(port: Int, bytes: Array[Byte], finish: Boolean = false): RawExchange =
    val socket = Socket()
    try
      socket.connect(InetSocketAddress("127.0.0.1", port), PatienceMillis)
      socket.setSoTimeout(PatienceMillis)
      // A server that refuses early may close while the rest is written; only the arrival of its answer
      // counts.
      val writing = attempt:
        socket.getOutputStream.nn.write(bytes)
        if finish then socket.shutdownOutput()
      val in = ByteArrayOutputStream()
      val buffer = new Array[Byte](8192)
      var ended = false
      val reading = attempt:
        var n = 0
        while n >= 0 do
          in.write(buffer, 0, n)
          n = socket.getInputStream.nn.read(buffer)
        ended = true
      parse(in.toString(ISO_8859_1), ended, writing.orElse(reading))
    finally socket.close()
  end apply

  private def attempt(body: => Unit): Option[String] =
    try
      body
      None
    catch
      case _: SocketTimeoutException => Some(s"nothing came for $PatienceMillis ms")
      case e: IOException => Some(e.toString)

  private def parse(text: String, ended: Boolean, trouble: Option[String]): RawExchange =
    val answers = Seq.newBuilder[RawAnswer]
    var rest = text
    var sound = true
    while sound && rest.nonEmpty do
      val end = rest.indexOf("\r\n\r\n")
      val head = if end < 0 then "" else rest.substring(0, end)
      head match
        case StatusLine(status) =>
          val length = ContentLength.findFirstMatchIn(head).fold(0)(_.group(1).nn.toInt)
          val body = rest.substring(end + 4).take(length)
          sound = body.length == length
          if sound then
            answers += RawAnswer(status.nn.toInt, head, body)
            rest = rest.substring(end + 4 + length)
        case _ => sound = false
    RawExchange(answers.result(), rest, ended, trouble)

  private val StatusLine = "(?s)HTTP/1\\.1 (\\d{3}) .*".r
  private val ContentLength = "(?i)\r\ncontent-length: (\\d+)".r
end RawExchange
