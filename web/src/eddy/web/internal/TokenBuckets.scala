package eddy.web.internal

import eddy.state.Pure

import java.nio.charset.StandardCharsets.UTF_16BE
import java.security.MessageDigest
import java.util.HexFormat
import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.atomic.AtomicLong

/** What became of a request for a token. */
private[eddy] final case class TokenTaken(
    isAllowed: Boolean,
    left: Long,
    waitSeconds: Long,
    untilFullSeconds: Long
)

/** Token buckets, each kept as the time at which it will be full again (the generic cell rate algorithm,
  * ITU-T I.371): one number, and nothing to do while time passes.
  *
  * @param interval nanoseconds that a token takes to come back
  */
@Pure
private[eddy] final class TokenBuckets(interval: Long, burst: Int, maxKeys: Int, nanoTime: () => Long):
  private val step = math.max(1, interval)
  private val full = ConcurrentHashMap[String, java.lang.Long]()
  private val shared = ConcurrentHashMap[String, java.lang.Long](1)
  private val lastSweep = AtomicLong(nanoTime())

  def take(name: String): TokenTaken =
    val now = nanoTime()
    val key = TokenBuckets.short(name)
    forget(now)
    val buckets = if full.size < maxKeys || full.containsKey(key) then full else shared
    var allowed = false
    val at = buckets.compute(
      if buckets eq full then key else TokenBuckets.Overflow,
      (_, before) =>
        val from = if before == null then now else later(before, now)
        allowed = from - now <= step * (burst - 1L)
        if allowed then from + step else from
    )
    val debt = at.longValue - now
    val wait = if allowed then 0 else debt - step * (burst - 1L)
    TokenTaken(allowed, math.max(0, (step * burst - debt) / step), seconds(wait), seconds(debt))

  /** Buckets that are full again are as good as none. */
  private def forget(now: Long): Unit =
    val last = lastSweep.get
    val due = now - last >= math.max(step * burst, TokenBuckets.SweepNanos)
    val crowded = full.size >= maxKeys && now - last >= TokenBuckets.CrowdedNanos
    if (due || crowded) && lastSweep.compareAndSet(last, now) then
      full.values.removeIf(at => at - now <= 0): Unit

  def size: Int = full.size

  // the clock's zero is anywhere, so that only differences mean something
  private def later(a: Long, b: Long) = if a - b > 0 then a else b
  private def seconds(nanos: Long) = (nanos + 999_999_999) / 1_000_000_000
end TokenBuckets

private[eddy] object TokenBuckets:
  private val Overflow = ""
  private val Longest = 64

  /** The part of a key that is stored; its sender may have made it long. */
  private def short(key: String): String =
    if key.length <= Longest then key
    else
      val digest = MessageDigest.getInstance("SHA-256").digest(key.getBytes(UTF_16BE))
      // one character longer than a key that is kept as it is
      s"#${HexFormat.of.formatHex(digest)}"

  private val SweepNanos = 10_000_000_000L
  private val CrowdedNanos = 100_000_000L
