package eddy.web.tapir.internal

import eddy.web.internal.NettyRequest
import eddy.web.tapir.FlowStreams
import eddy.web.{HttpProblem, Multipart, Request}

import java.io.ByteArrayInputStream
import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.Files

import sttp.model.{MediaType, Part}
import sttp.monad.MonadError
import sttp.tapir.model.ServerRequest
import sttp.tapir.server.interpreter.{RawValue, RequestBody}
import sttp.tapir.{FileRange, InputStreamRange, RawBodyType}

/** Bodies of requests as Tapir's inputs want them. */
private[tapir] final class FromRequest[F[_]](waiting: Waiting[F])(using monad: MonadError[F])
    extends RequestBody[F, FlowStreams]:
  val streams: FlowStreams = FlowStreams

  def toRaw[R](serverRequest: ServerRequest, kind: RawBodyType[R], maxBytes: Option[Long]): F[RawValue[R]] =
    val request = TapirRequest.of(serverRequest)
    def whole(make: Array[Byte] => Any): F[RawValue[R]] =
      monad.blocking(RawValue(make(bytes(request, maxBytes)).asInstanceOf[R]))
    kind match
      case RawBodyType.StringBody(charset) => whole(String(_, charset))
      case RawBodyType.ByteArrayBody => whole(identity)
      case RawBodyType.ByteBufferBody => whole(ByteBuffer.wrap)
      case RawBodyType.InputStreamBody => monad.unit(RawValue(request.body.inputStream()))
      case RawBodyType.InputStreamRangeBody =>
        monad.unit(RawValue(InputStreamRange(() => request.body.inputStream())))
      case RawBodyType.FileBody => monad.map(file(request))(f => RawValue(f, Seq(f)))
      case form: RawBodyType.MultipartBody =>
        monad.map(waiting.result(request.multipart()))(sent => RawValue.fromParts(parts(request, sent, form)))

  def toStream(serverRequest: ServerRequest, maxBytes: Option[Long]): streams.BinaryStream =
    TapirRequest.of(serverRequest).body.asInstanceOf[streams.BinaryStream]

  /** In memory, and so within what the server holds there, unless the endpoint says otherwise. */
  private def bytes(request: Request, maxBytes: Option[Long]): Array[Byte] =
    val limit = maxBytes.getOrElse(defaultBytes(request))
    val bytes = Reading.unwrapped:
      request.body.inputStream().readNBytes(math.min(limit + 1, Int.MaxValue - 8L).toInt)
    if bytes.length > limit then throw tooLarge(limit)
    bytes

  private def defaultBytes(request: Request): Long =
    NettyRequest.coreOf(request).config.limits.maxBodyBytes.toLong

  private def tooLarge(limit: Long) = HttpProblem(413, s"The request's body is larger than $limit bytes.")

  /** The file goes when the request is over, unless it has been moved. */
  private def file(request: Request): F[FileRange] =
    val path = NettyRequest.of(request).temporaryFile()
    monad.map(waiting.save(request.body, path))(_ => FileRange(path.toFile))

  private def parts(request: Request, form: Multipart, kinds: RawBodyType.MultipartBody): Seq[Part[?]] =
    val fields = form.fields.flatMap: (name, text) =>
      kinds.partType(name).map(kind => Part(name, raw(kind, text.getBytes(UTF_8), Some(text))))
    val files = form.files.flatMap: file =>
      kinds.partType(file.part.field).map: kind =>
        val content = kind match
          case RawBodyType.FileBody => FileRange(file.path.toFile)
          case RawBodyType.InputStreamBody => Files.newInputStream(file.path)
          case RawBodyType.InputStreamRangeBody => InputStreamRange(() => Files.newInputStream(file.path))
          case _ if file.size > defaultBytes(request) => throw tooLarge(defaultBytes(request))
          case other => raw(other, Files.readAllBytes(file.path), None)
        val media = file.part.contentType.flatMap(MediaType.parse(_).toOption)
        Part(file.part.field, content, media, Some(file.part.fileName))
    fields ++ files

  private def raw(kind: RawBodyType[?], bytes: Array[Byte], text: Option[String]): Any = kind match
    case RawBodyType.StringBody(charset) => text.getOrElse(String(bytes, charset))
    case RawBodyType.ByteArrayBody => bytes
    case RawBodyType.ByteBufferBody => ByteBuffer.wrap(bytes)
    case RawBodyType.InputStreamBody => ByteArrayInputStream(bytes)
    case RawBodyType.InputStreamRangeBody => InputStreamRange(() => ByteArrayInputStream(bytes))
    case RawBodyType.FileBody =>
      throw HttpProblem(400, "A part of the form is to be a file, and has no file name.")
    case _: RawBodyType.MultipartBody => throw HttpProblem(400, "A part of the form is a form itself.")
end FromRequest
