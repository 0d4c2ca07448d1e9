package eddy.remote.tcp

import java.nio.file.Path

/** TLS 1.3 (RFC 8446) between nodes. Both ends of a connection show a certificate, and each checks that one
  * of the `trusted` has issued the other's, and that it is valid today. Host names are not compared: each
  * owner of such a certificate is a node of the cluster. So use an issuer that issues for this cluster only.
  *
  * The files are in PEM format. They are read when the node starts, and again for a new connection when one
  * of them has changed. If the new ones are bad, a warning says why, and the earlier ones stay in use.
  * Connections that exist keep theirs.
  *
  * @param certificate of this node, followed by those between it and the trusted one
  * @param key its private key (PKCS#8, not encrypted)
  * @param trusted certificates of the issuers
  */
final case class TcpTls(certificate: Path, key: Path, trusted: Path)
