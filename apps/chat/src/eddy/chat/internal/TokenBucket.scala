package eddy.chat.internal

/** A token bucket: `burst` at once, then `perSecond`. Not thread-safe: its owner is one unit, or holds a
  * lock.
  *
  * @param now a monotonic clock in milliseconds, at the time of construction
  */
private[chat] final class TokenBucket(perSecond: Double, burst: Long, now: Long):
  private var tokens: Double = burst.toDouble
  private var last = now

  /** Takes a token if there is one. */
  def take(now: Long): Boolean =
    refill(now)
    val there = tokens >= 1
    if there then tokens -= 1
    there

  /** Milliseconds until a token will be there; 0 if one is. */
  def waitMillis(now: Long): Long =
    refill(now)
    if tokens >= 1 then 0 else math.ceil((1 - tokens) / perSecond * 1000).toLong

  private def refill(now: Long): Unit =
    if now > last then
      tokens = math.min(burst.toDouble, tokens + (now - last) * perSecond / 1000)
      last = now
end TokenBucket
