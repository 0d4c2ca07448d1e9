package eddy.push.activemq.internal

import eddy.push.activemq.{ActiveMqConfig, BrokerTls}
import eddy.push.internal.KeyStores

import java.io.{EOFException, IOException}
import java.net.{InetSocketAddress, Socket, SocketException, SocketTimeoutException, URI}
import javax.net.ssl.{SSLContext, SSLException, SSLSocket}
import scala.util.{Failure, Success, Try, Using}

/** Why a broker cannot be talked to by TLS. The client libraries do not always tell: when one has failed, the
  * handshake alone is tried.
  */
private[activemq] object TlsTrial:
  /** Blocks, for a time that is bounded.
    * @return why not; `None` when it works, no server answers, or the address is not of TLS
    */
  def refusal(address: String, config: ActiveMqConfig): Option[String] =
    // options of the address may trust others than the configuration does
    if !address.startsWith("ssl:") || address.contains('?') then None
    else
      Try(config.tls.fold(SSLContext.getDefault)(context)) match
        case Success(trusted) => refusal(URI(address), trusted, config.connectTimeout.toMillis.toInt)
        case Failure(unusable) => Some(s"the stores in tls cannot be used: ${unusable.getMessage}")

  private def context(tls: BrokerTls): SSLContext = KeyStores.context(tls.trustStore, tls.keyStore)

  private def refusal(address: URI, trusted: SSLContext, withinMillis: Int): Option[String] =
    try
      handshake(address, trusted, withinMillis)
      None
    catch
      case wrong: SSLException if !isCut(wrong) =>
        Some(
          s"$address and this node do not trust each other: ${wrong.getMessage}; check the trust store and key store in tls, " +
            "and the name in the broker's certificate"
        )
      case _: IOException => None

  private def handshake(address: URI, trusted: SSLContext, withinMillis: Int): Unit =
    Using.resource(new Socket()): plain =>
      plain.connect(InetSocketAddress(address.getHost, address.getPort), withinMillis)
      plain.setSoTimeout(withinMillis)
      trusted.getSocketFactory.createSocket(plain, address.getHost, address.getPort, true) match
        case secured: SSLSocket =>
          val parameters = secured.getSSLParameters
          parameters.setEndpointIdentificationAlgorithm("HTTPS")
          secured.setSSLParameters(parameters)
          secured.startHandshake()
          // what the broker thinks of this node's certificate comes after the handshake (RFC 8446, section
          // 4.4.2.4)
          secured.setSoTimeout(math.min(withinMillis, AnswerMillis))
          try
            val _ = secured.getInputStream.read()
          catch case _: SocketTimeoutException => ()
        case other => throw IOException(s"${other.getClass.getName} is not a TLS socket")

  /** The broker has gone, which says nothing of certificates. */
  private def isCut(wrong: SSLException): Boolean =
    Iterator.iterate[Throwable | Null](
      wrong
    )(t => if t == null then null else t.getCause).takeWhile(_ != null)
      .exists(t => t.isInstanceOf[EOFException] || t.isInstanceOf[SocketException])

  /** A broker that has no objection says nothing. */
  private final val AnswerMillis = 1000
end TlsTrial
