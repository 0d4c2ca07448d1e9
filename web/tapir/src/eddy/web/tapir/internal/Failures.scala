package eddy.web.tapir.internal

import eddy.web.internal.Problem

import sttp.model.MediaType
import sttp.tapir.server.interceptor.decodefailure.{DecodeFailureHandler, DefaultDecodeFailureHandler}
import sttp.tapir.server.model.ValuedEndpointOutput
import sttp.tapir.{Codec, CodecFormat, EndpointIO, RawBodyType, Schema, headers, statusCode}

/** Inputs that do not decode are answered as Eddy answers: with a problem document. */
private[tapir] object Failures:
  private final class ProblemFormat extends CodecFormat:
    val mediaType: MediaType = MediaType("application", "problem+json")

  private val document: EndpointIO.Body[Array[Byte], Array[Byte]] =
    EndpointIO.Body(
      RawBodyType.ByteArrayBody,
      Codec.id(ProblemFormat(), Schema.schemaForByteArray),
      EndpointIO.Info.empty
    )

  private val output = statusCode.and(headers).and(document)

  /** Which failure gets which status is Tapir's default. */
  def handler[F[_]]: DecodeFailureHandler[F] = DecodeFailureHandler.pure: context =>
    DefaultDecodeFailureHandler.respond(context).map: (status, extra) =>
      val detail = DefaultDecodeFailureHandler.FailureMessages.failureMessage(context)
      val problem = Problem(status.code, s"$detail.", TapirRequest.of(context.request).id)
      ValuedEndpointOutput(output, (status, extra, problem.toJson))
end Failures
