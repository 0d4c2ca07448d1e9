package eddy.push.internal.api

import eddy.push.internal.Revocations

import java.time.Instant

/** The revocation, or the error in the call. A moment in another unit would revoke nothing, or for ever, and
  * nobody would notice.
  */
private[push] object RevokeCall:
  /** Until when the token of this `uid` need be known. */
  def token(call: ApiCall): Either[String, Instant] =
    if call.uid.isEmpty then
      Left("no uid: give the token's jti; tokens without one go with invalidate_user_tokens")
    else expiry(call)

  /** Until when the user's tokens need be known, and those issued before when. */
  def user(call: ApiCall): Either[String, (Instant, Instant)] =
    if call.user.isEmpty then Left("no user: give the sub of the tokens")
    else if call.channel.nonEmpty then
      val instead = "leave it away to have all of the user's tokens invalid, or use unsubscribe"
      Left(s"channel = \"${call.channel.take(50)}\": tokens for one channel cannot be recognized; $instead")
    else
      expiry(call).flatMap: until =>
        val before = call.issuedBefore.getOrElse(Instant.now.getEpochSecond)
        if before < 0 || before > until.getEpochSecond then
          Left(s"issued_before = $before: must be from 0 to expire_at = ${until.getEpochSecond}, in $Seconds")
        else Right((until, Instant.ofEpochSecond(before)))

  private def expiry(call: ApiCall): Either[String, Instant] = call.expireAt match
    case None => Left(s"no expire_at: say when the tokens expire, in $Seconds")
    case Some(at) if at > LastYear => Left(s"expire_at = $at: after the year 9999; give $Seconds")
    case Some(at) if !Revocations.isNeeded(at) =>
      val later = "when the tokens expire, or any future moment"
      Left(s"expire_at = $at: is past; give $later, in $Seconds")
    case Some(at) => Right(Instant.ofEpochSecond(at))

  private final val Seconds = "seconds since 1970"

  /** Today's milliseconds are more. */
  private final val LastYear = 253402300799L
end RevokeCall
