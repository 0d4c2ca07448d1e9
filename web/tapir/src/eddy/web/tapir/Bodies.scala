package eddy.web.tapir

import eddy.web.tapir.internal.EventPublisher

import java.nio.ByteBuffer
import java.util.concurrent.Flow
import scala.util.{Failure, Success, Try}

import com.github.plokhotnyuk.jsoniter_scala.core.{
  JsonReaderException,
  JsonValueCodec,
  ReaderConfig,
  readFromArray,
  writeToArray
}
import sttp.model.sse.ServerSentEvent
import sttp.tapir.DecodeResult.Error.{JsonDecodeException, JsonError}
import sttp.tapir.{
  Codec,
  CodecFormat,
  DecodeResult,
  EndpointIO,
  RawBodyType,
  Schema,
  StreamBodyIO,
  streamTextBody
}

private val readerConfig = ReaderConfig.withAppendHexDumpToParseException(false)

/** A body of JSON, read and written by jsoniter-scala straight from and to bytes. The schema is for the
  * documentation; its validators are applied. A body that does not parse is answered with 400, which says
  * where it is wrong.
  */
def jsonBody[A](using codec: JsonValueCodec[A], schema: Schema[A]): EndpointIO.Body[Array[Byte], A] =
  def read(bytes: Array[Byte]): DecodeResult[A] =
    Try(readFromArray(bytes, readerConfig)) match
      case Success(value) => DecodeResult.Value(value)
      case Failure(e: JsonReaderException) =>
        val error = JsonError(String.valueOf(e.getMessage), Nil)
        DecodeResult.Error(s"${bytes.length} bytes", JsonDecodeException(List(error), e))
      case Failure(e) => throw e
  val json: Codec[Array[Byte], A, CodecFormat.Json] =
    Codec.id(CodecFormat.Json(), Schema.schemaForByteArray).mapDecode(read)(writeToArray(_)).schema(schema)
  EndpointIO.Body(RawBodyType.ByteArrayBody, json, EndpointIO.Info.empty)

/** Server-sent events as an output: they keep the connection open through proxies, and end with the server's
  * stop, as [[eddy.web.EventStream]] says.
  */
def serverSentEventsBody
    : StreamBodyIO[Flow.Publisher[ByteBuffer], Flow.Publisher[ServerSentEvent], FlowStreams] =
  streamTextBody(FlowStreams)(CodecFormat.TextEventStream(), Some(java.nio.charset.StandardCharsets.UTF_8))
    .mapDecode[Flow.Publisher[ServerSentEvent]](_ =>
      DecodeResult.Error("", UnsupportedOperationException("server-sent events are an output of servers"))
    )(EventPublisher.of)
