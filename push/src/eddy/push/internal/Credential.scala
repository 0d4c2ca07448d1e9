package eddy.push.internal

/** What somebody was let in by, as far as it can be revoked.
  *
  * @param token its id (`jti`); empty for none
  * @param issued when, in seconds since 1970; 0 for unknown. Without a token, when it was let in
  * @param subject whom the token names: a hook may have taken him for another user
  */
private[push] final case class Credential(
    user: String,
    token: String,
    issued: Long,
    subject: Option[String] = None
) derives CanEqual:
  def isOf(who: String): Boolean = user == who || subject.contains(who)

/** @param token the id of a revoked token; empty for all of a user's that were issued until a moment
  * @param issuedUntil in seconds since 1970
  * @param until it need not be known longer, as the tokens have expired then; in seconds since 1970
  */
private[push] final case class Revocation(
    token: String = "",
    user: String = "",
    issuedUntil: Long = 0,
    until: Long
) derives CanEqual:
  def covers(by: Credential): Boolean =
    if token.nonEmpty then token == by.token else by.isOf(user) && by.issued <= issuedUntil

  /** What both revoke of the same token or user. */
  def or(other: Revocation): Revocation =
    copy(issuedUntil = math.max(issuedUntil, other.issuedUntil), until = math.max(until, other.until))
end Revocation
