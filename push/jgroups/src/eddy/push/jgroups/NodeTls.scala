package eddy.push.jgroups

import java.nio.file.Path

/** TLS between nodes, by which each also proves that it is one: who cannot show a certificate that the others trust is not let in.
  *
  * @param keyStore what this node shows of itself
  * @param trustStore who signs nodes of this cluster, and nobody else: whom it trusts may join
  */
final case class NodeTls(keyStore: KeyFile, trustStore: KeyFile)

/** A key store in PKCS #12. */
final case class KeyFile(path: Path, password: String):
  override def toString: String = s"KeyFile($path)"
