package eddy.web.tls

import eddy.web.TlsCertificate
import eddy.web.internal.tls.{KeyMaterial, SelfSigned}

import java.nio.file.{Files, Path}
import java.security.KeyStore
import java.util.Base64

/** Certificates in files, for tests. */
object Pem:
  def of(folder: Path): TlsCertificate =
    TlsCertificate.Pem(folder.resolve("chain.pem"), folder.resolve("key.pem"))

  /** For localhost; made once, as making one takes seconds. */
  lazy val shared: TlsCertificate =
    val file = Files.createTempFile("eddy-test", ".p12")
    file.toFile.deleteOnExit()
    keyStore(file, "localhost", "word")
    TlsCertificate.Pkcs12(file, "word")

  /** Writes `chain.pem` and `key.pem`. */
  def write(folder: Path, hosts: String*): Unit =
    val material = SelfSigned.make(hosts)
    write(folder.resolve("chain.pem"), "CERTIFICATE", material.chain.head.getEncoded)
    write(folder.resolve("key.pem"), "PRIVATE KEY", material.key.getEncoded)

  def keyStore(file: Path, host: String, password: String): Unit =
    val material: KeyMaterial = SelfSigned.make(Seq(host))
    val store = KeyStore.getInstance("PKCS12")
    store.load(null, null)
    store.setKeyEntry("key", material.key, password.toCharArray, material.chain.toArray)
    val out = Files.newOutputStream(file)
    try store.store(out, password.toCharArray)
    finally out.close()

  private def write(file: Path, kind: String, der: Array[Byte]): Unit =
    val text = Base64.getMimeEncoder(64, "\n".getBytes).encodeToString(der)
    Files.writeString(file, s"-----BEGIN $kind-----\n$text\n-----END $kind-----\n"): Unit
end Pem
