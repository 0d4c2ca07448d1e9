package libraries

import java.time.Duration

import io.github.bucket4j.Bucket
import io.github.resilience4j.circuitbreaker.CircuitBreaker
import io.github.resilience4j.ratelimiter.RateLimiter
import io.github.resilience4j.retry.Retry

object Resilience4jHandlers:
  private val breaker = CircuitBreaker.ofDefaults("users")
  private val limiter = RateLimiter.ofDefaults("users")
  private val retry = Retry.ofDefaults("users")

  val circuitBreaker: String => String =
    id => CircuitBreaker.decorateSupplier(breaker, () => Users.name(id)).get()

  val retries: String => String = id => retry.executeSupplier(() => Users.name(id))

  val rateLimiter: String => String =
    id => RateLimiter.decorateFunction(limiter, (key: String) => Users.name(key)).apply(id)

object Bucket4jHandlers:
  private val bucket: Bucket =
    Bucket.builder().addLimit(limit => limit.capacity(100).refillGreedy(100, Duration.ofSeconds(1))).build()

  val consume: String => String = id => if bucket.tryConsume(1) then Users.name(id) else "too many"
