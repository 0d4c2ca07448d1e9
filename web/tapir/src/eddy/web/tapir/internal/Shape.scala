package eddy.web.tapir.internal

import eddy.web.WebSocketOptions
import eddy.web.internal.{RoutePattern, RouteTree, Segment}
import eddy.web.tapir.EddyServerInterpreter

import scala.util.Try

import sttp.tapir.internal.{Params, ParamsAsAny, RichEndpointInput, RichEndpointOutput}
import sttp.tapir.server.ServerEndpoint
import sttp.tapir.server.model.MaxContentLength
import sttp.tapir.{
  AttributeKey,
  Codec,
  EndpointIO,
  EndpointInput,
  EndpointOutput,
  EndpointTransput,
  RawBodyType
}

/** What of an endpoint decides where it is routed, and how its body is received. */
private[tapir] final class Shape[F[_]](val endpoint: ServerEndpoint[?, F]):
  private val inputs =
    endpoint.endpoint.securityInput.asVectorOfBasicInputs() ++ endpoint.endpoint.input.asVectorOfBasicInputs()

  /** Its own, if it has any. */
  def socketOptions: Option[WebSocketOptions] =
    endpoint.endpoint.attribute(EddyServerInterpreter.webSocketOptions)

  /** The only one it has; none for any. */
  val method: Option[String] = inputs.collectFirst { case EndpointInput.FixedMethod(m, _, _) => m.method }

  method.foreach: m =>
    require(
      RouteTree.methods.contains(m),
      s"endpoint ${endpoint.showShort}: the method $m does not exist here; there are ${RouteTree.methods.mkString(", ")}"
    )

  private val pattern: RoutePattern =
    val paths = inputs.collect:
      case EndpointInput.FixedPath(text, _, _) => Segment.Literal(text)
      case EndpointInput.PathCapture(name, _, _) => Segment.Parameter(name.getOrElse(""))
      case _: EndpointInput.PathsCapture[?] => Segment.Rest(Shape.Rest)
    if paths.isEmpty then RoutePattern(Vector(Segment.Rest(Shape.Rest)))
    else
      paths.foreach:
        case Segment.Literal(".") | Segment.Literal("..") =>
          throw IllegalArgumentException(
            s"endpoint ${endpoint.showShort}: dot segments never match a request"
          )
        case _ => ()
      val end = paths.indexWhere(_.isInstanceOf[Segment.Rest])
      val upTo = if end < 0 then paths else paths.take(end + 1)
      val named = upTo
        .filterNot(_ == Segment.Literal(""))
        .zipWithIndex
        .map:
          case (Segment.Parameter(name), i) =>
            val taken = upTo.count(_ == Segment.Parameter(name)) > 1 || name == Shape.Rest
            Segment.Parameter(if name.matches("[A-Za-z_][A-Za-z0-9_]*") && !taken then name else s"p$i")
          case (other, _) => other
      RoutePattern(if named.isEmpty then RoutePattern.root else named)
  end pattern

  /** Where it is routed: the rest of a path may be empty. */
  val patterns: Seq[RoutePattern] = pattern.segments match
    case before :+ Segment.Rest(_) =>
      Seq(pattern, RoutePattern(if before.isEmpty then RoutePattern.root else before))
    case _ => Seq(pattern)

  /** Its body is read while it comes, or need not fit into memory. */
  val streams: Boolean = inputs.exists:
    case _: EndpointIO.StreamBodyWrapper[?, ?] => true
    case body: EndpointIO.Body[?, ?] => Shape.isLarge(body.bodyType)
    case several: EndpointIO.OneOfBody[?, ?] =>
      several.variants.exists(_.body.fold(b => Shape.isLarge(b.bodyType), _ => true))
    case _ => false

  private val outputs = Seq(endpoint.endpoint.output, endpoint.endpoint.errorOutput)

  outputs.foreach: output =>
    require(
      output.traverseOutputs { case out if Shape.isForm(out) => Vector(out) }.isEmpty,
      s"endpoint ${endpoint.showShort}: an output of multipart/form-data: servers of Eddy only receive it; answer with one body"
    )

  val maxBytes: Option[Long] = endpoint.info.attribute(Shape.Max).map(_.value)

  /** How a stream, or the pipe of a WebSocket, comes of its result, if it sends nothing else. */
  val sent: Option[Sent] = Shape.sent(endpoint.endpoint.output)

  /** The code that it runs in the event of a request is known.
    *
    * @param isDirect
    *   its logic has ended by then: the stream or pipe that it returns is used in the same event
    */
  def isKnown(isDirect: Boolean): Boolean =
    val streams = outputs.filter(_.traverseOutputs {
      case out if Shape.isStream(out) => Vector(out)
    }.nonEmpty)
    !inputs.exists(Shape.isStream) && (streams.isEmpty ||
      isDirect && sent.nonEmpty && streams.forall(_ eq endpoint.endpoint.output))

  /** Whether a path can match both; said too often rather than too seldom. */
  def meets(other: RoutePattern): Boolean = Shape.meet(pattern.segments.toList, other.segments.toList)

  val isSocket: Boolean = endpoint.endpoint.output
    .traverseOutputs { case w: EndpointOutput.WebSocketBodyWrapper[?, ?] => Vector(w) }
    .nonEmpty
end Shape

private[tapir] object Shape:
  /** Equal for patterns that match the same paths. */
  def key(pattern: RoutePattern): Vector[Segment] = pattern.segments.map:
    case Segment.Parameter(_) => Segment.Parameter("")
    case other => other

  val Rest = "rest"
  private val Max = AttributeKey[MaxContentLength]

  private def meet(one: List[Segment], other: List[Segment]): Boolean = (one, other) match
    case (Segment.Rest(_) :: _, _) | (_, Segment.Rest(_) :: _) => true
    case (Segment.Literal(a) :: _, Segment.Literal(b) :: _) if a != b => false
    case (_ :: more, _ :: others) => meet(more, others)
    case _ => one.isEmpty && other.isEmpty

  private def sent(output: EndpointOutput[?]): Option[Sent] = output match
    case EndpointIO.StreamBodyWrapper(stream) =>
      Some(Sent.Stream(stream.codec.asInstanceOf[Codec[Any, Any, ?]]))
    case EndpointOutput.WebSocketBodyWrapper(socket) =>
      Some(Sent.Pipe(socket.codec.asInstanceOf[Codec[Any, Any, ?]]))
    case EndpointIO.Pair(left, right, _, split) => sent(left, right, split)
    case EndpointOutput.Pair(left, right, _, split) => sent(left, right, split)
    case _ => None

  /** Of two outputs, one that is the whole result: the other is fixed. */
  private def sent(
      left: EndpointOutput[?],
      right: EndpointOutput[?],
      split: Params => (Params, Params)
  ): Option[Sent] =
    val whole = ParamsAsAny(Whole)
    Try(split(whole)).toOption.flatMap: (ofLeft, ofRight) =>
      if ofLeft == whole then sent(left) else if ofRight == whole then sent(right) else None

  /** Stands for the result of an endpoint. */
  private object Whole

  private def isStream(part: EndpointTransput[?]): Boolean = part match
    case _: EndpointIO.StreamBodyWrapper[?, ?] | _: EndpointOutput.WebSocketBodyWrapper[?, ?] => true
    case several: EndpointIO.OneOfBody[?, ?] => several.variants.exists(_.body.isRight)
    case _ => false

  private def isForm(output: EndpointOutput[?]): Boolean = output match
    case body: EndpointIO.Body[?, ?] => isForm(body.bodyType)
    case several: EndpointIO.OneOfBody[?, ?] =>
      several.variants.exists(_.body.fold(b => isForm(b.bodyType), _ => false))
    case _ => false

  private def isForm(kind: RawBodyType[?]): Boolean = kind match
    case _: RawBodyType.MultipartBody => true
    case _ => false

  private def isLarge(kind: RawBodyType[?]): Boolean = kind match
    case RawBodyType.FileBody | RawBodyType.InputStreamBody | RawBodyType.InputStreamRangeBody => true
    case other => isForm(other)
end Shape
