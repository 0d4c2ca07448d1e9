package eddy.web.internal

import eddy.web.internal.http2.{Http2Preface, Http2Setup}
import eddy.web.internal.tls.{TlsFront, TlsHandshake}

import io.netty.channel.ChannelPipeline
import io.netty.channel.socket.SocketChannel
import io.netty.handler.ssl.ApplicationProtocolNames

/** Which protocol is spoken on a new connection.
  *
  * {{{
  *   behind proxies that say so: ProxyHeader reads of whom, then as below
  *   plain port: Http2Preface looks at the first bytes -> HTTP/2, else HttpConnection, which exists from
  *   the start
  *   TLS port:   TlsFront -> SNI -> TlsHandshake -> what ALPN agreed on
  * }}}
  */
private[eddy] object Protocols:
  def open(core: ServerCore, channel: SocketChannel): Unit =
    if core.config.proxyProtocol && core.isProxy(PeerAddress.ofSocket(channel).getAddress) then
      ProxyHeader.await(core, channel)
    else begin(core, channel)

  /** Behind what a proxy says of the client, if it is to say something. */
  def begin(core: ServerCore, channel: SocketChannel): Unit =
    val contexts = core.tls
    if contexts == null then
      core.config.http2.filter(_.cleartext).foreach: http2 =>
        channel.pipeline.addLast("preface", Http2Preface(core, http2)): Unit
    channel.pipeline.addLast("unsent", UnsentBytes(core.unsent, channel)): Unit
    if contexts == null then channel.pipeline.addLast("http", HttpConnection(core)): Unit
    else
      val timeout = core.config.tls.fold(0L)(_.handshakeTimeout.toMillis)
      val handshake = TlsHandshake(core, timeout)
      channel.pipeline.addLast(
        "tls",
        TlsFront(core, contexts, handshake)
      ).addLast("handshake", handshake): Unit

  /** The handshake is over. On the I/O thread. */
  def agreed(core: ServerCore, pipeline: ChannelPipeline, protocol: String | Null): Unit =
    core.config.http2 match
      case Some(http2) if protocol == ApplicationProtocolNames.HTTP_2 =>
        Http2Setup.install(core, http2, pipeline)
      case _ =>
        val connection = HttpConnection(core)
        pipeline.addLast("http", connection): Unit
        // The channel became active before this handler came.
        connection.channelActive(pipeline.context(connection))
end Protocols
