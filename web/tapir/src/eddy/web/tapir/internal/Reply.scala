package eddy.web.tapir.internal

import eddy.web.tapir.FlowStreams

import java.io.InputStream
import java.nio.ByteBuffer
import java.nio.charset.Charset
import java.nio.file.Files
import java.util.concurrent.Flow

import sttp.model.HasHeaders
import sttp.tapir.server.interpreter.ToResponseBody
import sttp.tapir.{CodecFormat, FileRange, InputStreamRange, RawBodyType, WebSocketBodyOutput}

/** The body of an answer. */
private[tapir] enum Reply:
  case Bytes(content: Array[Byte])
  case Stream(content: Flow.Publisher[ByteBuffer])
  case Events(content: EventPublisher)
  case Socket(connect: SocketPipe[?, ?])

/** Bodies of answers as Tapir's outputs describe them. */
private[tapir] object ToReply extends ToResponseBody[Reply, FlowStreams]:
  val streams: FlowStreams = FlowStreams

  def fromRawValue[R](value: R, headers: HasHeaders, format: CodecFormat, kind: RawBodyType[R]): Reply =
    kind match
      case RawBodyType.StringBody(charset) => Reply.Bytes(value.asInstanceOf[String].getBytes(charset))
      case RawBodyType.ByteArrayBody => Reply.Bytes(value.asInstanceOf[Array[Byte]])
      case RawBodyType.ByteBufferBody =>
        val buffer = value.asInstanceOf[ByteBuffer].duplicate
        val bytes = new Array[Byte](buffer.remaining)
        buffer.get(bytes): Unit
        Reply.Bytes(bytes)
      case RawBodyType.InputStreamBody => stream(value.asInstanceOf[InputStream], None)
      case RawBodyType.InputStreamRangeBody =>
        val input = value.asInstanceOf[InputStreamRange]
        stream(input.inputStreamFromRangeStart(), input.range.map(_.contentLength))
      case RawBodyType.FileBody => file(value.asInstanceOf[FileRange])
      case _: RawBodyType.MultipartBody =>
        throw IllegalStateException("an output of multipart/form-data, which toRoutes refuses")

  private def file(of: FileRange): Reply =
    val bounds = of.range.flatMap(_.startAndEnd)
    val in = Files.newInputStream(of.file.toPath)
    bounds.foreach((start, _) => in.skipNBytes(start))
    stream(in, bounds.map((start, end) => end - start))

  private def stream(in: InputStream, length: Option[Long]): Reply =
    Reply.Stream(InputStreamPublisher(in, length.getOrElse(Long.MaxValue)))

  def fromStreamValue(
      value: streams.BinaryStream,
      headers: HasHeaders,
      format: CodecFormat,
      charset: Option[Charset]
  ): Reply =
    value.asInstanceOf[Flow.Publisher[ByteBuffer]] match
      case events: EventPublisher => Reply.Events(events)
      case other => Reply.Stream(other)

  def fromWebSocketPipe[REQ, RESP](
      pipe: streams.Pipe[REQ, RESP],
      output: WebSocketBodyOutput[streams.Pipe[REQ, RESP], REQ, RESP, ?, FlowStreams]
  ): Reply = Reply.Socket(
    SocketPipe(
      pipe.asInstanceOf[Flow.Publisher[REQ] => Flow.Publisher[RESP]],
      output.requests,
      output.responses,
      output.decodeCloseRequests
    )
  )
end ToReply
