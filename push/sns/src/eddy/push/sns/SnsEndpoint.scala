package eddy.push.sns

import eddy.push.sns.internal.{Calls, Reason}
import eddy.web.{Body, Routes}

import java.net.URI
import java.time.Instant
import java.util.concurrent.atomic.LongAdder
import scala.concurrent.duration.{DurationInt, FiniteDuration}

import io.micrometer.core.instrument.binder.MeterBinder
import io.micrometer.core.instrument.{FunctionCounter, MeterRegistry}

/** Where SNS calls one node: mount [[routes]] on a server, and give it to the [[SnsConfig]] of one mediator.
  *
  * A message that is not signed by SNS, of another topic, or too old is answered with 403 and counted:
  * `bindTo` shows the counts.
  *
  * @param url of this node alone, as SNS reaches it: behind a balancer each node needs its own. `https`, or
  *   `http` for trials
  * @param maxAge how old a message may be. SNS repeats a call that failed within a minute and a half unless
  *   the topic says otherwise
  */
final class SnsEndpoint private[sns] (val url: String, maxAge: FiniteDuration, clock: () => Instant)
    extends MeterBinder:
  def this(url: String, maxAge: FiniteDuration = 15.minutes) = this(url, maxAge, () => Instant.now())

  private val parsed =
    try URI(url)
    catch
      case e: java.net.URISyntaxException =>
        throw IllegalArgumentException(s"url = \"$url\": ${e.getMessage}", e)
  require(
    Set(
      "http",
      "https"
    )(String.valueOf(parsed.getScheme)) && parsed.getHost != null && parsed.getRawUserInfo == null &&
      parsed.getRawQuery == null && parsed.getRawFragment == null && String.valueOf(
        parsed.getPath
      ).startsWith("/"),
    s"url = \"$url\": must be such as https://node1.example.org/sns, with a path and without a query"
  )
  require(
    maxAge > 1.minute,
    s"maxAge = $maxAge: must be more than a minute, as clocks differ and SNS repeats calls"
  )

  private[sns] val calls = Calls(maxAge, clock)

  /** The one route: `POST` at the URL's path. */
  def routes: Routes =
    Routes.post(String.valueOf(parsed.getPath), Body.Whole(SnsEndpoint.MaxBytes))((q, r) => calls(q, r))

  /** How many calls were taken. */
  def taken: Long = calls.taken.sum

  /** How many calls were refused. */
  def refused: Long = Reason.values.map(r => calls.refused(r).sum).sum

  /** `eddy_push_sns_calls_total{outcome}`: `taken`, or why a call was refused. */
  override def bindTo(registry: MeterRegistry): Unit =
    counter("taken", calls.taken)
    Reason.values.foreach(r => counter(r.name, calls.refused(r)))

    def counter(outcome: String, count: LongAdder): Unit =
      FunctionCounter.builder("eddy.push.sns.calls", count, (c: LongAdder) => c.sum.toDouble)
        .description("calls of SNS to the endpoint, taken or refused")
        .tags("outcome", outcome)
        .register(registry): Unit

  override def toString: String = s"SnsEndpoint($url)"
end SnsEndpoint

object SnsEndpoint:
  /** A message of 256 KiB in JSON within JSON. */
  private final val MaxBytes = 1024 * 1024
