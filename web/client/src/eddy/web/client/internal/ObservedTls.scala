package eddy.web.client.internal

import java.security.SecureRandom
import javax.net.ssl.{
  KeyManager,
  SSLContext,
  SSLContextSpi,
  SSLEngine,
  SSLParameters,
  SSLServerSocketFactory,
  SSLSessionContext,
  SSLSocketFactory,
  TrustManager
}

/** A TLS context that says when a connection is about to be opened, of which the JDK's client says nothing.
  */
private[client] object ObservedTls:
  /** @param opening gets host and port; on any thread */
  def apply(context: SSLContext, opening: (String, Int) => Unit): SSLContext =
    new SSLContext(Observed(context, opening), context.getProvider, context.getProtocol) {}

  private final class Observed(of: SSLContext, opening: (String, Int) => Unit) extends SSLContextSpi:
    override def engineCreateSSLEngine(host: String, port: Int): SSLEngine =
      opening(host, port)
      of.createSSLEngine(host, port)

    override def engineCreateSSLEngine(): SSLEngine = of.createSSLEngine()
    override def engineInit(
        keys: Array[KeyManager],
        trusted: Array[TrustManager],
        random: SecureRandom
    ): Unit = throw IllegalStateException("the context is initialized already")
    override def engineGetSocketFactory(): SSLSocketFactory = of.getSocketFactory
    override def engineGetServerSocketFactory(): SSLServerSocketFactory = of.getServerSocketFactory
    override def engineGetServerSessionContext(): SSLSessionContext = of.getServerSessionContext
    override def engineGetClientSessionContext(): SSLSessionContext = of.getClientSessionContext
    override def engineGetDefaultSSLParameters(): SSLParameters = of.getDefaultSSLParameters
    override def engineGetSupportedSSLParameters(): SSLParameters = of.getSupportedSSLParameters
  end Observed
end ObservedTls
