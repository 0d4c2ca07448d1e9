package eddy.push.internal.wire

import eddy.push.PushError
import eddy.web.jwt.JwtRejection

/** Why a token was not accepted.
  *
  * @param check the claim, or what else was looked at
  * @param passing what the client receives when another token, or the same one later, may be good; `None`
  *   when it is wrong for good
  */
private[push] final case class TokenRefusal(check: String, detail: String, passing: Option[PushError] = None)
    derives CanEqual

private[push] object TokenRefusal:
  def of(rejection: JwtRejection): TokenRefusal =
    val (check, passing) = rejection match
      case JwtRejection.Malformed => ("form", None)
      case JwtRejection.Algorithm => ("alg", None)
      case JwtRejection.UnknownKey => ("kid", None)
      case JwtRejection.Signature => ("signature", None)
      case JwtRejection.Expired => ("exp", Some(PushError.TokenExpired))
      case JwtRejection.NoExpiry => ("exp", None)
      // clocks differ, or it was made ahead of time: the library asks for another one
      case JwtRejection.NotYet => ("nbf", Some(PushError.TokenExpired))
      case JwtRejection.Issuer => ("iss", None)
      case JwtRejection.Audience => ("aud", None)
      case JwtRejection.KeysUnavailable => ("keys", Some(PushError.Internal))
    TokenRefusal(check, rejection.detail, passing)

  val malformed: TokenRefusal = of(JwtRejection.Malformed)
  val revoked: TokenRefusal = TokenRefusal("jti", "The token, or all of its user, was revoked.")
  val unwanted: TokenRefusal =
    TokenRefusal("verifier", "There is nothing to verify tokens with: see PushConfig.tokens.")
  val ofChannel: TokenRefusal =
    TokenRefusal("channel", "The token is for one channel, and not valid to connect.")
  def unsupported(claim: String): TokenRefusal =
    TokenRefusal(claim, "The claim is not supported here: leave it out.")
  val otherClient: TokenRefusal = TokenRefusal("client", "The token is for another connection.")
  val otherChannel: TokenRefusal = TokenRefusal("channel", "The token is for another channel.")
  val otherUser: TokenRefusal = TokenRefusal("sub", "The token is of another user than the connection's.")
end TokenRefusal
