package eddy.web.internal

import eddy.web.WebSocketOptions
import eddy.web.internal.http2.ExtendedConnect

import java.nio.charset.StandardCharsets.US_ASCII
import java.security.MessageDigest
import java.util.Base64
import scala.jdk.CollectionConverters.given

import io.netty.buffer.Unpooled
import io.netty.handler.codec.http.HttpVersion.HTTP_1_1
import io.netty.handler.codec.http.{DefaultFullHttpResponse, HttpRequest, HttpResponseStatus}

/** An accepted opening handshake (RFC 6455, section 4.2). */
private[eddy] final class WebSocketHandshake(
    accept: String,
    val subprotocol: Option[String],
    val deflates: Boolean
):
  def response: DefaultFullHttpResponse =
    val response =
      DefaultFullHttpResponse(HTTP_1_1, HttpResponseStatus.SWITCHING_PROTOCOLS, Unpooled.EMPTY_BUFFER)
    val headers = response.headers
    headers.set("Upgrade", "websocket").set("Connection", "Upgrade").set("Sec-WebSocket-Accept", accept): Unit
    agreed.foreach((name, value) => headers.set(name, value): Unit)
    response

  /** The headers that say what was agreed on, over any protocol. */
  def agreed: Seq[(String, String)] =
    subprotocol.map("Sec-WebSocket-Protocol" -> _).toSeq ++
      Option.when(deflates)("Sec-WebSocket-Extensions" -> MessageDeflate.Accepted)
end WebSocketHandshake

private[eddy] object WebSocketHandshake:
  private val Magic = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

  def isUpgrade(http: HttpRequest): Boolean =
    isConnect(http) || hasItem(http, "Upgrade", "websocket") && hasItem(http, "Connection", "upgrade")

  /** Over HTTP/2 there is no key: the attack that it prevents cannot happen there. */
  private def isConnect(http: HttpRequest) = http.isInstanceOf[ExtendedConnect]

  def check(exchange: Exchange, options: WebSocketOptions): WebSocketHandshake | Refusal =
    val http = exchange.http
    val key = http.headers.getAll("Sec-WebSocket-Key").asScala
    if exchange.isHttp10 then Refusal(400, "A WebSocket needs HTTP/1.1.")
    else if !isUpgrade(http) then Unrouted.needsUpgrade
    else if http.headers.getAll("Sec-WebSocket-Version").asScala.toSeq != Seq("13") then
      Refusal(426, "The WebSocket version must be 13.", Unrouted.upgrade)
    else if !isConnect(http) && (key.size != 1 || !isKey(key.head)) then
      Refusal(400, "Sec-WebSocket-Key must be there once, with 16 bytes in base64.")
    else if hasBody(exchange) then
      Refusal(400, "A WebSocket handshake has no body.")
    else if exchange.core.phase == ServerPhase.Draining then Refusal(503, "The server is stopping.")
    else
      WebSocketHandshake(
        key.headOption.fold("")(acceptOf),
        choose(http, options),
        options.compression && offersDeflate(http)
      )
    end if
  end check

  private def items(http: HttpRequest, name: String): Seq[String] =
    http.headers.getAll(name).asScala.toSeq.flatMap(_.split(",")).map(_.strip).filter(_.nonEmpty)

  private def hasItem(http: HttpRequest, name: String, item: String) =
    items(http, name).exists(_.equalsIgnoreCase(item))

  private def hasBody(exchange: Exchange): Boolean =
    val body = exchange.body
    body != null && body.toArray.length > 0

  private def isKey(key: String): Boolean =
    key.length == 24 && key.endsWith("==") &&
      key.substring(0, 22).forall(c => c < 128 && (c.isLetterOrDigit || c == '+' || c == '/'))

  private def acceptOf(key: String): String =
    val digest = MessageDigest.getInstance("SHA-1").digest((key + Magic).getBytes(US_ASCII))
    Base64.getEncoder.encodeToString(digest)

  private def choose(http: HttpRequest, options: WebSocketOptions): Option[String] =
    val offered = items(http, "Sec-WebSocket-Protocol")
    options.subprotocols.find(offered.contains)

  private def offersDeflate(http: HttpRequest): Boolean =
    items(http, "Sec-WebSocket-Extensions").exists(MessageDeflate.isAcceptable)

  /** Whether the page may, as far as is known: trusted proxies tell by a filter. */
  def originRefusal(exchange: Exchange, options: WebSocketOptions): Refusal | Null =
    val origin = exchange.http.headers.get("Origin")
    if origin == null || OwnOrigin.of(exchange).lets(options.origins, origin) then null
    else ofOtherOrigin

  private val ofOtherOrigin = Refusal(
    403,
    "Pages of this origin may not open this WebSocket; the server's WebSocketOptions.origins list those that may."
  )
end WebSocketHandshake
