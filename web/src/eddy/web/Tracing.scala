package eddy.web

import eddy.state.Pure
import eddy.web.internal.SecretValues

import java.net.InetSocketAddress

/** Follows requests across processes; the module `web.telemetry` has one for OpenTelemetry
  * (docs/telemetry.md). Called on I/O threads: must neither block nor throw.
  */
trait Tracing:
  /** The header of a request has arrived. */
  def begin(request: TracedRequest): Trace

object Tracing:
  private val running = ThreadLocal[Trace]()

  /** The headers that mark an outgoing request as part of the trace of the handler on this thread. Empty
    * outside of a handler, or when the server has no [[ServerConfig.tracing]].
    */
  @Pure
  def outgoing: Seq[(String, String)] =
    val trace = running.get
    if trace == null then Nil else trace.outgoing

  /** Of the handler that runs on this thread, or of the sender of the message that an actor handles on it;
    * null outside of one.
    */
  private[eddy] def present: Trace | Null = running.get

  private[eddy] def run(trace: Trace, event: () => Unit): Unit =
    // an actor that waits for an answer within a message that it handles
    val before = running.get
    running.set(trace)
    try trace.run(event)
    finally running.set(before)
end Tracing

/** One request that is followed. Any thread. */
trait Trace:
  /** What logs and problem documents call it: 32 hexadecimal digits; null when it is not followed. */
  def id: String | Null

  /** Runs an event of the request, with this as the present context. */
  def run(event: () => Unit): Unit

  /** As [[Tracing.outgoing]], for the present context of this thread. */
  def outgoing: Seq[(String, String)]

  /** An event of the request has failed. */
  def failed(failure: Throwable): Unit

  /** The response is out, or never will be: then the status is 499. */
  def end(status: Int): Unit
end Trace

/** The facts known about a request when it begins.
  *
  * @param target as sent, with the values of secret parameters masked, as are those of a Referer in `headers`
  * @param route the pattern of its route, if there is one: of these there are few, unlike paths
  * @param version such as `1.1` or `2`
  * @param remoteAddress the client, by trusted proxies where there are such
  * @param connectionAddress the peer of the connection
  */
final class TracedRequest private[eddy] (
    val method: String,
    val target: String,
    val route: Option[String],
    val version: String,
    val isSecure: Boolean,
    val remoteAddress: InetSocketAddress,
    val connectionAddress: InetSocketAddress,
    val headers: TracedRequest.Headers
)

object TracedRequest:
  /** The headers of a request. */
  trait Headers:
    def names: Iterable[String]

    /** All values, in order; capitals do not matter. */
    def all(name: String): Seq[String]

  private[eddy] def of(
      http: io.netty.handler.codec.http.HttpRequest,
      target: String,
      route: Option[String],
      isSecure: Boolean,
      remote: InetSocketAddress,
      connection: InetSocketAddress,
      secrets: SecretValues
  ): TracedRequest =
    import scala.jdk.CollectionConverters.given
    val headers = new Headers:
      def names: Iterable[String] = http.headers.names.asScala
      def all(name: String): Seq[String] =
        val values = http.headers.getAll(name).asScala.toSeq
        if name.equalsIgnoreCase("Referer") then values.map(secrets.masked) else values
    val version = http.protocolVersion.majorVersion match
      case 2 => "2"
      case major => s"$major.${http.protocolVersion.minorVersion}"
    new TracedRequest(http.method.name, target, route, version, isSecure, remote, connection, headers)
  end of
end TracedRequest
