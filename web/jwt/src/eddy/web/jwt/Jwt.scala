package eddy.web.jwt

import eddy.web.*

/** A filter that lets requests pass which bring a token in `Authorization: Bearer …` (RFC 6750). The handler
  * finds what it says in `request(Jwt.claims)`. Others get 401 with WWW-Authenticate, those whose token lacks
  * a scope 403, and 503 when the keys cannot be had.
  *
  * @param scopes words that the claim `scope` must all have
  * @param realm what the token is for, for the client to read
  */
final class Jwt(verifier: JwtVerifier, scopes: Set[String] = Set.empty, realm: String = "api") extends Filter:
  (scopes + realm).foreach: word =>
    require(
      word.nonEmpty && word.forall(c => c > ' ' && c < 127 && c != '"' && c != '\\'),
      s"\"${word.filterNot(_.isControl)}\": must be visible ASCII without spaces, quotes and backslashes"
    )

  def apply(request: Request, response: Response): Unit =
    val sent =
      request.headers.collect { case (name, value) if name.equalsIgnoreCase("Authorization") => value }
    sent match
      case Seq(Jwt.Bearer(token: String)) => judge(verifier.verify(token), request, response)
      case Nil => refuse(response, 401, "", "This needs a token: send Authorization: Bearer and the token.")
      case Seq(one) if !one.take(6).equalsIgnoreCase("Bearer") =>
        refuse(response, 401, "", "This needs a token of the type Bearer.")
      case _ =>
        refuse(response, 400, "invalid_request", "Send Authorization once, with Bearer and one token.")

  private def judge(verdict: Either[JwtRejection, JwtClaims], request: Request, response: Response): Unit =
    verdict match
      case Right(claims) if scopes.subsetOf(claims.scopes) => request.set(Jwt.claims, claims)
      case Right(_) =>
        refuse(
          response,
          403,
          "insufficient_scope",
          s"The token needs these scopes: ${scopes.toSeq.sorted.mkString(" ")}."
        )
      case Left(JwtRejection.KeysUnavailable) =>
        response.header("Retry-After", "5").fail(503, JwtRejection.KeysUnavailable.detail)
      case Left(rejection) => refuse(response, 401, "invalid_token", rejection.detail)

  private def refuse(response: Response, status: Int, error: String, detail: String): Unit =
    val needed =
      if error == "insufficient_scope" then s", scope=\"${scopes.toSeq.sorted.mkString(" ")}\"" else ""
    val why = if error.isEmpty then "" else s", error=\"$error\", error_description=\"$detail\"$needed"
    response.header("WWW-Authenticate", s"Bearer realm=\"$realm\"$why").fail(status, detail)

  override private[eddy] def label: String = "jwt"
  override private[eddy] def code: Seq[AnyRef] = Nil
  override private[eddy] def mayWait: Boolean = verifier.mayWait
end Jwt

object Jwt:
  /** What the token of a request says. */
  val claims: Attribute[JwtClaims] = Attribute("claims")

  private val Bearer = "(?i:Bearer) +([A-Za-z0-9\\-._~+/]+=*)".r
