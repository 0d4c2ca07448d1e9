package eddy.web.internal

import java.nio.charset.StandardCharsets.US_ASCII
import scala.jdk.CollectionConverters.given

import io.netty.handler.codec.http.HttpHeaderNames.{ACCEPT, RETRY_AFTER}
import io.netty.handler.codec.http.{HttpHeaders, HttpMethod, HttpRequest}

/** The answer to a browser's `EventSource` that cannot be served at the moment: an event stream that ends at
  * once, and says when to connect again. After a status other than 200 a browser never does (HTML, section
  * 9.2.3).
  */
private[eddy] object RetryLater:
  final val MediaType = "text/event-stream"

  // passing states: too many requests, overload or a stop, an answer that was late
  private val passing = Set(429, 503, 504)

  def isFor(request: HttpRequest, status: Int): Boolean =
    passing(status) && request.method == HttpMethod.GET && isAsked(request.headers.getAll(ACCEPT).asScala)

  /** Whether the client is an `EventSource`, or behaves like one.
    * @param accept the values of Accept
    */
  def isAsked(accept: Iterable[String]): Boolean =
    accept.iterator.flatMap(_.split(",")).flatMap(Negotiation.weightOf).exists: (name, weight) =>
      name == MediaType && weight > 0

  /** @param headers of the answer, with the time to wait if it is known */
  def text(headers: HttpHeaders): Array[Byte] =
    val seconds = Option(headers.get(RETRY_AFTER)).flatMap(_.toIntOption).fold(2)(_.max(2).min(MaxSeconds))
    // not all at the same time
    val millis = 1000L * seconds + (3000 * math.random()).toLong
    s"retry: $millis\n\n".getBytes(US_ASCII)

  private final val MaxSeconds = 3600
end RetryLater
