package eddy.web

import eddy.web.internal.GzipCoding

/** A way to compress buffered bodies of responses (RFC 9110, section 8.4.1). Called from many threads at
  * once.
  */
trait ContentCoding:
  /** As clients name it in Accept-Encoding, such as `gzip`. */
  def name: String

  /** The same content in fewer bytes. */
  def encode(content: Array[Byte]): Array[Byte]

object ContentCoding:
  /** Understood by every client; the JDK's own. */
  val Gzip: ContentCoding = GzipCoding
