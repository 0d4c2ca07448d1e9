package eddy.web.internal

import java.net.{InetAddress, InetSocketAddress}

import io.netty.channel.ChannelPipeline
import io.netty.channel.socket.DuplexChannel
import io.netty.handler.codec.http.HttpResponse

/** What carries an exchange: an HTTP/1 connection, or a stream of an HTTP/2 one. */
private[eddy] trait Carrier:
  def core: ServerCore

  /** The way to the I/O thread. Any thread. */
  def outbox: Outbox

  /** The peer of the connection; by the PROXY protocol the client. */
  def remoteAddress: InetSocketAddress

  /** What a proxy has said of the client of the connection; null when none had to. */
  def told: ToldPeer | Null

  /** Where the connection has come in; null when it is gone. */
  def localAddress: InetAddress | Null

  /** What its I/O thread has admitted. */
  def load: LoopLoad

  /** What the bodies of the connection hold. */
  def held: HeldBytes

  /** Bytes that wait on the connection for its client. */
  def unsent: UnsentBytes

  /** How the client takes what this carries. */
  def taking: Taking

  /** The filters that need no body have let the request pass. On the I/O thread. */
  def passed(exchange: Exchange): Unit

  /** Takes a part of a response in. On the I/O thread. */
  def emit(exchange: Exchange, output: Output): Unit

  /** Takes the head of a streamed response in. On the I/O thread. */
  def beginStream(exchange: Exchange, stream: StreamOut, head: HttpResponse): Unit

  /** A handler failed while its stream was open: the client must see that the body is not whole. Any
    * thread.
    */
  def breakStream(exchange: Exchange): Unit

  /** Ends our side, when a WebSocket that has taken over is done; later bytes of the client are read. */
  def endOutput(pipeline: ChannelPipeline): Unit = pipeline.channel match
    case duplex: DuplexChannel => HalfClose(pipeline, duplex)
    case other => other.close(): Unit

  /** Gives up what the server keeps for an open connection, when a WebSocket that has taken it over ends. */
  def released(): Unit
end Carrier
