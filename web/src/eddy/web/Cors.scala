package eddy.web

import eddy.state.Pure
import eddy.web.internal.{OriginRules, Preflight, Tokens}

import scala.concurrent.duration.{DurationInt, FiniteDuration}

/** A filter that lets pages of other origins use its routes (Fetch, section 4.8: CORS). It answers their
  * preflights; the methods allowed are those that have a route behind it. Other origins are answered, too,
  * without the headers that would let a page see the answer: CORS opens, it protects from nothing ([[Csrf]]
  * does).
  *
  * @param origins which pages may: [[Origins.Only]] those listed, with their scheme, or [[Origins.Any]]
  * @param credentials whether their requests may carry cookies; not with [[Origins.Any]]
  * @param requestHeaders headers that they may send, beside those that every form can
  * @param exposedHeaders headers of the response that they may read, beside the few that they always can
  * @param maxAge how long a browser may remember the answer to a preflight
  */
@Pure
final case class Cors(
    origins: Origins,
    credentials: Boolean = false,
    requestHeaders: Seq[String] = Seq("Authorization", "Content-Type"),
    exposedHeaders: Seq[String] = Nil,
    maxAge: FiniteDuration = 10.minutes
) extends Filter:
  OriginRules.check(origins)
  require(
    origins != Origins.SameHost,
    "origins = SameHost: pages of the same origin need no CORS; list others (Origins.Only), or leave Cors out"
  )
  require(
    !credentials || origins != Origins.Any,
    "credentials = true with Origins.Any would let every page act as its visitor: list the origins (Origins.Only)"
  )
  (requestHeaders ++ exposedHeaders).foreach: name =>
    require(
      Tokens.isToken(name) && name != "*",
      s"header \"$name\": must be the name of one header; * does not stand for all"
    )
  require(maxAge.toSeconds >= 0, s"maxAge = $maxAge: must not be negative; zero asks each time")

  private val sendable = requestHeaders.map(Tokens.lower).toSet

  def apply(request: Request, response: Response): Unit =
    val origin = request.header("Origin")
    if origins != Origins.Any then response.onOwnHead(_.add("Vary", "Origin"))
    opening(origin).foreach((name, value) => response.header(name, value): Unit)
    val meant = if request.method == "OPTIONS" then request.header(Preflight.Method) else None
    if origin.nonEmpty && meant.nonEmpty then preflight(request, response, isAllowed(origin), meant.mkString)
    else exposing(origin).foreach((name, value) => response.header(name, value): Unit)

  private def isAllowed(origin: Option[String]): Boolean = origin.exists: from =>
    origins match
      case Origins.Any => true
      case Origins.Only(listed) => OriginRules.isListed(listed, from)
      case Origins.SameHost => false

  private def opening(origin: Option[String]): Seq[(String, String)] =
    if !isAllowed(origin) then Nil
    else
      val shown = if origins == Origins.Any then "*" else origin.mkString
      ("Access-Control-Allow-Origin" -> shown) +:
        Option.when(credentials)("Access-Control-Allow-Credentials" -> "true").toSeq

  private def exposing(origin: Option[String]): Seq[(String, String)] =
    if !isAllowed(origin) || exposedHeaders.isEmpty then Nil
    else Seq("Access-Control-Expose-Headers" -> exposedHeaders.mkString(", "))

  private def preflight(request: Request, response: Response, allowed: Boolean, method: String): Unit =
    response.onOwnHead(_.add("Vary", "Access-Control-Request-Method, Access-Control-Request-Headers"))
    val asked = request.header("Access-Control-Request-Headers").toSeq
      .flatMap(_.split(",")).map(_.strip).filter(_.nonEmpty)
    val bad = asked.filterNot(name => sendable(Tokens.lower(name)))
    if !allowed then response.fail(403, "Pages of this origin may not use this resource.")
    else if bad.nonEmpty then
      val shown = bad.map(_.take(40)).take(5).mkString(", ")
      response.fail(403, s"Pages of other origins may not send these headers here: $shown.")
    else
      response
        .header("Access-Control-Allow-Methods", method)
        .header("Access-Control-Allow-Headers", requestHeaders.mkString(", "))
        .header("Access-Control-Max-Age", maxAge.toSeconds.toString)
        .empty()

  override private[eddy] def label: String = "cors"
  override private[eddy] def code: Seq[AnyRef] = Nil
  override private[eddy] def always(origin: Option[String]): Seq[(String, String)] =
    val vary = if origins == Origins.Any then Nil else Seq("Vary" -> "Origin")
    vary ++ opening(origin) ++ exposing(origin)
  override private[eddy] def seesPreflights: Boolean = true
end Cors
