package eddy.web.client.internal

import eddy.web.client.{Call, ClientException, ClientFailure}

import java.net.ConnectException
import java.net.http.{HttpConnectTimeoutException, HttpTimeoutException, WebSocketHandshakeException}
import java.nio.channels.UnresolvedAddressException
import java.util.concurrent.CompletionException
import javax.net.ssl.SSLException

/** Says in words what the JDK's exceptions hardly say. */
private[client] object Failures:
  def of(call: Call, failure: Throwable): ClientException =
    def made(kind: ClientFailure, why: String) = new ClientException(kind, s"$call: $why", failure)
    val chain = Iterator.iterate[Throwable | Null](failure)(f => if f == null then null else f.getCause)
      .take(10).takeWhile(_ != null).toSeq
    def has(kind: Class[?]) = chain.exists(kind.isInstance(_))
    failure match
      case known: ClientException => known
      case wrapped: CompletionException if wrapped.getCause != null => of(call, wrapped.getCause.nn)
      case _ =>
        chain.collectFirst { case inner: ClientException => inner } match
          case Some(inner) => inner
          case None =>
            val handshake = chain.collectFirst { case refusal: WebSocketHandshakeException => refusal }
            if handshake.nonEmpty then
              val status = handshake.get.getResponse.statusCode
              made(ClientFailure.BadAnswer, s"the server answered the WebSocket's handshake with $status")
            else if has(classOf[UnresolvedAddressException]) then
              made(ClientFailure.Connect, s"no host has the name ${call.uri.getHost}")
            else if has(classOf[HttpConnectTimeoutException]) then
              made(ClientFailure.Connect, "no connection in time (ClientConfig.connectTimeout)")
            else if has(classOf[ConnectException]) then
              made(ClientFailure.Connect, s"nobody answers there${reason(chain)}")
            else if has(classOf[SSLException]) then made(ClientFailure.Connect, s"TLS failed${reason(chain)}")
            else if has(classOf[HttpTimeoutException]) then made(ClientFailure.Timeout, "no answer in time")
            else
              made(ClientFailure.Broken, s"the connection broke before the answer was whole${reason(chain)}")
    end match
  end of

  /** The server has done nothing about the request: it was not sent, or refused before it was looked at (RFC
    * 9113, section 8.7).
    */
  def isUnsent(failure: Throwable): Boolean = has(failure, NoStream)
  def isUnprocessed(failure: Throwable): Boolean = has(failure, Unprocessed)

  // the JDK tells these by their texts alone
  private val NoStream = "too many concurrent streams"
  private val Unprocessed = "request not processed by peer"

  private def has(failure: Throwable, text: String): Boolean =
    Iterator.iterate[Throwable | Null](failure)(f => if f == null then null else f.getCause)
      .take(10).takeWhile(_ != null).exists(f => String.valueOf(f.nn.getMessage).contains(text))

  private def reason(chain: Seq[Throwable | Null]): String =
    chain.flatMap(f => Option(f).flatMap(f => Option(f.getMessage))).headOption.fold("")(m => s" ($m)")
end Failures
