package eddy.push.jgroups

import eddy.push.KeyFile

/** TLS between nodes, by which each also proves that it is one: who cannot show a certificate that the others
  * trust is not let in.
  *
  * @param keyStore what this node shows of itself
  * @param trustStore who signs nodes of this cluster, and nobody else: whom it trusts may join
  */
final case class NodeTls(keyStore: KeyFile, trustStore: KeyFile)
