package eddy.push.internal

import java.nio.file.{Files, Path}
import java.security.KeyStore
import javax.net.ssl.{KeyManagerFactory, SSLContext, TrustManagerFactory}
import scala.util.Using

/** TLS of mediators, by key stores in PKCS #12. */
private[push] object KeyStores:
  /** Reads the stores, each given with its password.
    *
    * @param trusts whom this node believes
    * @param shows what it shows of itself
    * @throws java.io.IOException when a store cannot be read, or its password is wrong
    * @throws java.security.GeneralSecurityException when what is in it cannot be used
    */
  def context(trusts: (Path, String), shows: Option[(Path, String)]): SSLContext =
    val trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm)
    trust.init(load(trusts(0), trusts(1)))
    val keys = shows.map: (path, password) =>
      val factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm)
      factory.init(load(path, password), password.toCharArray)
      factory.getKeyManagers
    val context = SSLContext.getInstance("TLS")
    context.init(keys.orNull, trust.getTrustManagers, null)
    context

  private def load(path: Path, password: String): KeyStore =
    val store = KeyStore.getInstance("PKCS12")
    Using.resource(Files.newInputStream(path))(store.load(_, password.toCharArray))
    store
end KeyStores
