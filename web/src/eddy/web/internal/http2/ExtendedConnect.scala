package eddy.web.internal.http2

import eddy.web.internal.Tokens

import io.netty.handler.codec.http.{DefaultHttpRequest, HttpHeaders, HttpMethod}

/** A WebSocket's handshake over HTTP/2 (RFC 8441): routed as the GET that it is over HTTP/1. */
private[eddy] final class ExtendedConnect(path: String, fields: HttpHeaders)
    extends DefaultHttpRequest(Http2Head.Version, HttpMethod.GET, path, fields)

private[eddy] object ExtendedConnect:
  def isWebSocket(protocol: String): Boolean = Tokens.lower(protocol) == "websocket"
