package eddy.web.internal

import java.io.ByteArrayOutputStream
import java.util.zip.GZIPOutputStream

/** Compression of buffered bodies (RFC 9110, section 8.4.1), on the handlers' threads. */
private[eddy] object Gzip:
  /** Less is hardly shorter when it is compressed. */
  private[internal] final val MinBytes = 256

  private val applications =
    Set("json", "javascript", "xml", "manifest+json", "ld+json", "problem+json", "wasm", "xhtml+xml", "rtf")

  def isCompressible(contentType: String): Boolean =
    val media = MediaTypes.bare(contentType)
    media.startsWith("text/") || media == "image/svg+xml" || media == "image/bmp" ||
    media == "font/ttf" || media == "font/otf" ||
    media.startsWith("application/") &&
    (applications(media.substring(12)) || media.endsWith("+json") || media.endsWith("+xml"))

  /** Whether Accept-Encoding takes gzip, and with no lower weight than `identity`. */
  def isAccepted(acceptEncoding: String | Null): Boolean =
    Negotiation.choose(acceptEncoding, Gzip.only) != null

  private val only = Seq(GzipCoding)

  def compress(bytes: Array[Byte]): Array[Byte] =
    val out = new ByteArrayOutputStream(bytes.length / 3 + 64)
    val gzip = new GZIPOutputStream(out)
    gzip.write(bytes)
    gzip.close()
    out.toByteArray
end Gzip
