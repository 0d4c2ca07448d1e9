package eddy.web

import eddy.state.Pure
import eddy.web.internal.{CsrfToken, NettyRequest, OriginRules, OwnOrigin}

/** A filter that refuses requests which pages of other sites cause, with their visitors' cookies (cross-site
  * request forgery). Routes for GET and HEAD must therefore change nothing.
  *
  * Other methods pass when the browser says that the page is of the same origin, or that no page caused the
  * request (Sec-Fetch-Site); with older browsers, when Origin is this host. Requests with neither header do
  * not come from a browser, and pass. Others get 403. With `tokens` they must carry one, too; see
  * [[Csrf.token]].
  *
  * @param trustedOrigins other origins whose pages may, such as `https://login.example.org`
  * @param tokens against browsers that send neither header, and pages of subdomains; needs [[Sessions]]
  *   outside of it
  * @param field the field of urlencoded forms with the token; not of those that the route streams
  *   ([[Body.Streamed]])
  * @param header the header with the token, for scripts, for forms with files, and for streamed bodies
  */
@Pure
final case class Csrf(
    trustedOrigins: Set[String] = Set.empty,
    tokens: Boolean = false,
    field: String = "csrf",
    header: String = "X-CSRF-Token"
) extends Filter:
  trustedOrigins.foreach(OriginRules.check)

  def apply(request: Request, response: Response): Unit =
    if !Csrf.safe(request.method) then
      if !isOurs(request) then
        throw HttpProblem(403, "This request was caused by a page of another site, which may not do so.")
      if tokens && !hasToken(request) then
        throw HttpProblem(
          403,
          if isStreamed(request) then
            s"The token against forged requests is missing, or of another session; here it must be in the header $header."
          else "The token against forged requests is missing, or of another session: load the page again."
        )

  /** The token may be a field of the form. */
  override private[eddy] def waitsForBody(request: Request): Boolean =
    tokens && !Csrf.safe(request.method) && isOurs(request) && request.header(header).isEmpty &&
      isForm(request) && request.session.get(CsrfToken.Key).nonEmpty

  private def isForm(request: Request): Boolean =
    request.contentType.contains("application/x-www-form-urlencoded") && !isStreamed(request)

  private def isOurs(request: Request): Boolean =
    val origin = request.header("Origin")
    def trusted = origin.exists(OriginRules.isListed(trustedOrigins, _))
    request.header("Sec-Fetch-Site") match
      case Some("same-origin" | "none") => true
      case Some(_) => trusted
      case None => origin.forall(from => trusted || OwnOrigin.of(request).is(from))

  private def hasToken(request: Request): Boolean =
    def inForm = if isForm(request) then request.form(field) else None
    request.session.get(CsrfToken.Key).exists: expected =>
      request.header(header).orElse(inForm).exists(CsrfToken.matches(expected, _))

  /** Its body is yet to come, and is for the handler. */
  private def isStreamed(request: Request) = NettyRequest.of(request).isStreamed

  override private[eddy] def label: String = "csrf"
  override private[eddy] def code: Seq[AnyRef] = Nil
end Csrf

object Csrf:
  private val safe = Set("GET", "HEAD", "OPTIONS")

  /** What a form brings back in the field `csrf`, or a script in X-CSRF-Token. It belongs to the session, and
    * looks different each time, so that compression does not give it away.
    */
  def token(request: Request): String =
    val session = request.session
    val secret = session.get(CsrfToken.Key).getOrElse:
      val made = CsrfToken.secret()
      session(CsrfToken.Key) = made
      made
    CsrfToken.masked(secret)
end Csrf
