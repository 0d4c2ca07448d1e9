package eddy.web.tapir.internal

import eddy.web.Request
import eddy.web.internal.Target

import sttp.model.{Header, Method, QueryParams, Uri}
import sttp.tapir.model.{ConnectionInfo, ServerRequest}
import sttp.tapir.{AttributeKey, AttributeMap}

/** A request as Tapir sees it.
  *
  * @param routed the method of the route that was found: HEAD may be answered by that of GET
  * @param skipped segments of the path below which the routes are mounted
  */
private[tapir] final class TapirRequest(
    val request: Request,
    routed: String,
    skipped: Int,
    attributes: AttributeMap = AttributeMap.Empty
) extends ServerRequest:
  def protocol: String = "HTTP"
  def underlying: Any = request
  lazy val connectionInfo: ConnectionInfo = ConnectionInfo(None, Some(request.remoteAddress), None)

  // a slash at the end makes no segment, as with Tapir's own servers
  lazy val pathSegments: List[String] =
    TapirRequest.segmentsOf(request).drop(skipped).filter(_.nonEmpty).toList

  lazy val queryParameters: QueryParams = request match
    case r: eddy.web.internal.NettyRequest => QueryParams.fromSeq(r.queryPairs)
    case _ => uri.params

  val method: Method = Method(routed)

  lazy val uri: Uri =
    val target = Target.encoded(request.rawTarget)
    if target.startsWith("/") then
      Uri.unsafeParse(s"http://${request.header("Host").getOrElse("localhost")}$target")
    else Uri.unsafeParse(target)

  lazy val headers: Seq[Header] = request.headers.map((name, value) => Header(name, value))

  def attribute[T](key: AttributeKey[T]): Option[T] = attributes.get(key)
  def attribute[T](key: AttributeKey[T], value: T): ServerRequest =
    TapirRequest(request, routed, skipped, attributes.put(key, value))

  def withUnderlying(underlying: Any): ServerRequest = underlying match
    case other: Request => TapirRequest(other, routed, skipped, attributes)
    case other => throw IllegalArgumentException(s"$other is not a request of Eddy")
end TapirRequest

private[tapir] object TapirRequest:
  def segmentsOf(request: Request): Array[String] = Target.parse(request.rawTarget) match
    case target: Target => target.segments
    case refusal => throw IllegalStateException(s"a request that was let in does not parse: $refusal")

  /** The Eddy request under one of Tapir's. */
  def of(request: ServerRequest): Request = request.underlying match
    case r: Request => r
    case other => throw IllegalArgumentException(s"$other is not a request of Eddy")
