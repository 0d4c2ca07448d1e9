package eddy.push.internal

import eddy.push.KeyFile

import java.nio.file.Files
import java.security.KeyStore
import javax.net.ssl.{KeyManagerFactory, SSLContext, TrustManagerFactory}
import scala.util.Using

/** TLS of mediators, by key stores in PKCS #12. */
private[push] object KeyStores:
  /** Reads the stores.
    *
    * @param trusts whom this node believes
    * @param shows what it shows of itself
    * @throws java.io.IOException when a store cannot be read, or its password is wrong
    * @throws java.security.GeneralSecurityException when its content cannot be used
    */
  def context(trusts: KeyFile, shows: Option[KeyFile]): SSLContext =
    val trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm)
    trust.init(load(trusts))
    val keys = shows.map: file =>
      val factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm)
      factory.init(load(file), file.password.toCharArray)
      factory.getKeyManagers
    val context = SSLContext.getInstance("TLS")
    context.init(keys.orNull, trust.getTrustManagers, null)
    context

  private def load(file: KeyFile): KeyStore =
    val store = KeyStore.getInstance("PKCS12")
    Using.resource(Files.newInputStream(file.path))(store.load(_, file.password.toCharArray))
    store
end KeyStores
