package eddy.web

import eddy.state.Pure
import eddy.web.internal.{IpNetwork, TokenBuckets}

import scala.concurrent.duration.{DurationLong, FiniteDuration}

/** A filter that answers 429, with Retry-After, to a client that asks too often: for each key a bucket of
  * `burst` tokens, of which each request takes one, and which fills with `requests` tokens in each `per`.
  * Responses state the remaining tokens, in the headers RateLimit-Policy and RateLimit
  * (draft-ietf-httpapi-ratelimit-headers-10).
  *
  * It counts for the routes that are put through it together, in this process. Memory is bounded: `maxKeys`
  * buckets, of which full ones are forgotten, with keys that are kept as their SHA-256 when they are longer
  * than 64 characters; requests of keys beyond that share one bucket.
  *
  * @param requests how many in each `per`
  * @param burst how many at once; 0 stands for as many as `requests`
  * @param name in the headers, for clients that meet several limits
  */
final class RateLimit private[web] (
    val requests: Int,
    val per: FiniteDuration,
    val burst: Int,
    val name: String,
    val maxKeys: Int,
    key: (Request => String) | Null,
    nanoTime: () => Long
) extends Filter:
  internal.Checks.inRange("requests", requests, 1, 1_000_000_000, "leave the filter out for no limit")
  internal.Checks.inRange("burst", burst, 1, 1_000_000_000, "as many as `requests` is usual")
  internal.Checks.inRange("maxKeys", maxKeys, 1, 100_000_000, "one bucket takes some 300 bytes at most")
  require(per.toMillis >= 1, s"per = $per: must be at least one millisecond")
  require(
    name.nonEmpty && name.forall(c => c >= ' ' && c < 127 && c != '"' && c != '\\'),
    s"name \"${name.filterNot(_.isControl)}\": must be visible ASCII without quotes and backslashes"
  )
  require(
    per.toNanos.toDouble / requests * burst < Long.MaxValue / 4.0,
    s"burst = $burst: at $requests in $per such a bucket takes decades to fill; give a smaller one"
  )
  private val keyOf: Request => String = if key == null then RateLimit.clientOf else key
  private val buckets = TokenBuckets(per.toNanos / requests, burst, maxKeys, nanoTime)
  private val policy = s"\"$name\";q=$requests;w=${math.max(1, per.toSeconds)}"

  /** Takes a token of this key's bucket, in place of the filter: for a handler that knows the key only later,
    * such as the user of a session that it looks up. Returns `None` if there was one, and otherwise how long
    * the client should wait. Any thread may call.
    */
  // the buckets are atomic
  @Pure
  def take(key: String): Option[FiniteDuration] =
    val taken = buckets.take(key)
    Option.unless(taken.isAllowed)(taken.waitSeconds.seconds)

  def apply(request: Request, response: Response): Unit =
    val taken = buckets.take(keyOf(request))
    val _ = response
      .header("RateLimit-Policy", policy)
      .header("RateLimit", s"\"$name\";r=${taken.left};t=${taken.untilFullSeconds}")
    if !taken.isAllowed then
      response
        .header("Retry-After", taken.waitSeconds.toString)
        .fail(429, s"More than $requests requests in $per: try again in ${taken.waitSeconds} seconds.")

  override private[eddy] def label: String = "rate-limit"
  override private[eddy] def code: Seq[AnyRef] =
    val own = key
    if own == null then Nil else List(own)
end RateLimit

object RateLimit:
  /** For each address of a client ([[Peer]]); with IPv6 for each network of 64 bits, which one customer has.
    */
  def apply(
      requests: Int,
      per: FiniteDuration,
      burst: Int = 0,
      name: String = "default",
      maxKeys: Int = 100_000
  ): RateLimit = made(requests, per, burst, name, maxKeys, null)

  /** For each key, such as a user's name. */
  def by(
      requests: Int,
      per: FiniteDuration,
      burst: Int = 0,
      name: String = "default",
      maxKeys: Int = 100_000
  )(
      key: Request => String
  ): RateLimit = made(requests, per, burst, name, maxKeys, key)

  private def made(
      requests: Int,
      per: FiniteDuration,
      burst: Int,
      name: String,
      maxKeys: Int,
      key: (Request => String) | Null
  ): RateLimit =
    val atOnce = if burst == 0 then requests else burst
    new RateLimit(requests, per, atOnce, name, maxKeys, key, () => System.nanoTime)

  /** The key of the client's address: with IPv6 its network of 64 bits, which one customer has. */
  // of the request alone
  @Pure
  def clientOf(request: Request): String = IpNetwork.ofCustomer(Peer.of(request).address)
end RateLimit
