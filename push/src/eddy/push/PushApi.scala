package eddy.push

import eddy.push.internal.JsonFaults
import eddy.push.internal.api.{ApiCall, ApiMethods}
import eddy.state.Pure
import eddy.web.{Body, HttpProblem, Request, Response, Routes}

import java.nio.ByteBuffer
import java.nio.charset.CharacterCodingException
import java.nio.charset.StandardCharsets.UTF_8
import java.security.MessageDigest

import com.github.plokhotnyuk.jsoniter_scala.core.{JsonReaderException, ReaderConfig, readFromArray}

/** An HTTP interface to the channels for services in any language: `POST /api/<method>` with JSON, and the
  * key in the header `X-API-Key`, as with Centrifugo; docs/push-protocol.md has the methods. A holder of the
  * key may do everything: keep it from browsers.
  *
  * {{{
  *   val server = Server(port = 8080).start(push.routes ++ PushApi(channels, key).routes)
  * }}}
  *
  * @param key at least 16 characters
  * @param maxBytes of one call
  */
@Pure
final class PushApi(channels: Channels, key: String, maxBytes: Int = 1024 * 1024):
  require(
    key.length >= 16,
    s"key of ${key.length} characters: must have at least 16, such as `openssl rand -hex 16` writes"
  )
  private val keyBytes = key.getBytes(UTF_8)
  private val methods = ApiMethods(channels)

  val routes: Routes = Routes.post("/api/:method", Body.Whole(maxBytes))(call)

  private def call(request: Request, response: Response): Unit =
    // in the same time for every wrong key
    if !sentKeys(request).exists(sent => MessageDigest.isEqual(sent.getBytes(UTF_8), keyBytes)) then
      response.header("WWW-Authenticate", "apikey"): Unit
      throw refused(401, PushError.Unauthorized, "the header X-API-Key must have the key of this service")
    val body = request.bodyBytes
    val asked =
      try
        // publications go to clients unchanged, and they would close their connections over an invalid text
        UTF_8.newDecoder().decode(ByteBuffer.wrap(body)): Unit
        readFromArray[ApiCall](if body.isEmpty then "{}".getBytes(UTF_8) else body, PushApi.reader)
      catch
        case _: CharacterCodingException => throw refused(400, PushError.BadRequest, "the body is not UTF-8")
        case wrong: JsonReaderException =>
          throw refused(400, PushError.BadRequest, JsonFaults.text(wrong))
    response.complete(methods.answer(request.path("method"), asked)): answer =>
      response.bytes("application/json", answer)

  /** Where clients of Centrifugo's put it. */
  private def sentKeys(request: Request): Seq[String] =
    val authorization = request.header("Authorization").map(_.strip.split(" +", 2)).collect:
      case Array(scheme, key) if scheme.equalsIgnoreCase("apikey") => key
    Seq(
      request.header("X-API-Key"),
      authorization,
      Option(request.queryAll("api_key")).collect { case Seq(key) => key }
    ).flatten

  private def refused(status: Int, error: PushError, why: String): HttpProblem =
    channels.core.node.stats.refused(error)
    HttpProblem(status, s"${error.message} (${error.code}): $why")
end PushApi

object PushApi:
  private val reader = ReaderConfig.withAppendHexDumpToParseException(false)
