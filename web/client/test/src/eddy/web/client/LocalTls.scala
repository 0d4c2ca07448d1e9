package eddy.web.client

import eddy.web.internal.tls.SelfSigned

import java.security.cert.Certificate
import java.security.{KeyStore, SecureRandom}
import javax.net.ssl.{KeyManagerFactory, SSLContext, TrustManagerFactory}

/** TLS with a certificate that this test has made, and those who trust it. */
object LocalTls:
  /** For a server at 127.0.0.1, which has no other name, and for its clients. */
  def contexts: (SSLContext, SSLContext) =
    val made = SelfSigned.make(Seq("127.0.0.1"))
    val keys = store
    keys.setKeyEntry("server", made.key, Array.empty[Char], made.chain.toArray[Certificate])
    val trusted = store
    trusted.setCertificateEntry("server", made.chain.head)
    val keyManagers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm)
    keyManagers.init(keys, Array.empty[Char])
    val trustManagers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm)
    trustManagers.init(trusted)
    val server = SSLContext.getInstance("TLS")
    server.init(keyManagers.getKeyManagers, null, SecureRandom())
    val client = SSLContext.getInstance("TLS")
    client.init(null, trustManagers.getTrustManagers, SecureRandom())
    (server, client)

  private def store: KeyStore =
    val empty = KeyStore.getInstance("PKCS12")
    empty.load(null, null)
    empty
end LocalTls
