package eddy.push

import java.nio.file.Path

/** A key store in PKCS #12, for mediators that speak TLS. */
final case class KeyFile(path: Path, password: String):
  /** Without the password. */
  override def toString: String = s"KeyFile($path)"
