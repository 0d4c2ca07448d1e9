package eddy.web.internal

/** Masks paths of requests that no route has matched, such as one with another method or with a further
  * slash: the segment where a route has a secret parameter is never shown. Any thread.
  */
private[eddy] final class SecretPaths(patterns: Seq[RoutePattern], secrets: SecretValues):
  import SecretPaths.*

  // the literals in front of secret parameters; without one the empty text
  private val marks: Set[String] = patterns.flatMap: pattern =>
    val at = pattern.segments.indexWhere:
      case Segment.Parameter(name) => secrets.isSecret(name)
      case Segment.Rest(name) => secrets.isSecret(name)
      case Segment.Literal(_) => false
    Option.when(at >= 0):
      pattern.segments.take(
        at
      ).reverseIterator.collectFirst { case Segment.Literal(text) => text }.getOrElse("")
    .map(Tokens.lower)
  .toSet

  /** The target, with `REDACTED` for all of its path behind the first segment that a route has in front of a
    * secret parameter, or that is itself named as a secret is.
    */
  def masked(target: String): String =
    val query = target.indexWhere(c => c == '?' || c == '#')
    val end = if query < 0 then target.length else query
    val scheme = target.indexOf("://")
    val start = if scheme >= 0 && scheme < end then target.indexOf('/', scheme + 3) else 0
    if start < 0 || start >= end then secrets.masked(target)
    else
      val path = target.substring(start, end)
      val from = if marks("") then 0 else secretFrom(path)
      val shown =
        if from < 0 || path.substring(from).forall(_ == '/') then path
        else s"${path.substring(0, from)}/${SecretValues.Mask}"
      secrets.masked(s"${target.substring(0, start)}$shown${target.substring(end)}")

  /** Where the slash behind the first segment is that a secret follows; -1 for none. */
  private def secretFrom(path: String): Int =
    segments.findAllMatchIn(path).find: found =>
      val name = Tokens.lower(SecretValues.decoded(found.matched.nn.takeWhile(_ != ';')))
      marks(name) || secrets.isSecret(name)
    .fold(-1)(_.end)
end SecretPaths

private object SecretPaths:
  private val segments = "[^/]+".r
