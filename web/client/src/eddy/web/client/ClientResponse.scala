package eddy.web.client

import eddy.state.Confined
import eddy.web.HttpProblem
import eddy.web.client.internal.{Addresses, OwnEvents, Received}
import eddy.web.internal.{Events, JsonBody, MediaTypes, Pairs}

import java.net.URI
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.charset.{Charset, IllegalCharsetNameException, UnsupportedCharsetException}

import com.github.plokhotnyuk.jsoniter_scala.core.JsonValueCodec

/** What every answer has, named as in [[eddy.web.Request]]. Immutable; any thread may read it. */
@Confined
sealed abstract class Answered private[client] (received: Received):
  def status: Int = received.status

  /** 200 to 299. */
  def isSuccess: Boolean = status >= 200 && status <= 299

  /** A header by name, whatever its capitals; the first one when sent repeatedly. */
  def header(name: String): Option[String] = headerAll(name).headOption
  def headerAll(name: String): Seq[String] = headers.collect { case (n, v) if n.equalsIgnoreCase(name) => v }
  def headers: Seq[(String, String)] = received.headers

  /** The media type without parameters, in small letters. */
  def contentType: Option[String] = header("Content-Type").map(MediaTypes.bare)

  /** A cookie that the answer sets. */
  def cookie(name: String): Option[String] =
    headerAll("Set-Cookie").flatMap(line => Pairs.cookies(line.takeWhile(_ != ';'))).collectFirst:
      case (`name`, value) => value

  /** Where the answer came from: after redirections, not where the call was sent first. */
  def uri: URI = received.uri

  private[client] def bad(what: String, cause: Throwable | Null = null): ClientException =
    new ClientException(
      ClientFailure.BadAnswer,
      s"${received.method} ${Addresses.shown(uri)} was answered with $what",
      cause
    )
end Answered

/** An answer that has come whole. */
final class ClientResponse private[client] (received: Received) extends Answered(received):
  /** The body; do not change the array. */
  def bodyBytes: Array[Byte] = received.bytes

  /** The body by the charset of Content-Type, UTF-8 by default. Wrong bytes become U+FFFD.
    * @throws ClientException for a charset that is not known here
    */
  def bodyText: String =
    val named = header("Content-Type").flatMap(MediaTypes.parameter(_, "charset"))
    val charset =
      try named.fold(UTF_8)(Charset.forName)
      catch
        case wrong @ (_: IllegalCharsetNameException | _: UnsupportedCharsetException) =>
          throw bad(s"the charset ${named.get}, which is not known here", wrong)
    String(bodyBytes, charset)

  /** The body as JSON.
    * @throws ClientException when it is not JSON by its content type, or does not parse: with line and column
    */
  def json[A](using JsonValueCodec[A]): A =
    try JsonBody.read(contentType, bodyBytes)
    catch
      case problem: HttpProblem => throw bad(s"status $status and no such JSON: ${problem.detail}", problem)

  /** This answer.
    * @throws ClientException unless its status is from 200 to 299; the message has the beginning of the body
    */
  def orFail: ClientResponse =
    if isSuccess then this
    else
      val text = String(bodyBytes.take(300), UTF_8).filterNot(_.isControl)
      throw bad(s"status $status${if text.isEmpty then "" else s": $text"}")

  override def toString: String = s"$status, ${bodyBytes.length} bytes"
end ClientResponse

/** An answer whose body is read while it comes.
  *
  * The signals and handlers of [[body]] are events of the request whose handler made the call; for a call
  * made elsewhere they come on threads of the client's, one at a time.
  */
final class StreamedResponse private[client] (received: Received, events: Events | Null)
    extends Answered(received):
  val body: ResponseBody = new ResponseBody(
    received.stream,
    header("Content-Length").flatMap(_.toLongOption),
    if events != null then events else OwnEvents(received.engine)
  )
  override def toString: String = s"$status, a body that streams"
