package eddy.push.jgroups

import eddy.push.KeyFile

/** TLS between nodes, by which each also proves that it is one: a node without a certificate that the others
  * trust is refused.
  *
  * @param keyStore what this node shows of itself
  * @param trustStore the issuers of this cluster's nodes only: a node that it trusts may join
  */
final case class NodeTls(keyStore: KeyFile, trustStore: KeyFile)
