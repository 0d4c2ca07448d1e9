package eddy.web.internal

import java.nio.file.Path
import java.security.MessageDigest
import java.util.HexFormat

/** A file, with what HTTP wants to know of it.
  *
  * @param bytes null when it is too large to be held in memory: then it is read from `disk` each time
  */
private[eddy] final class StoredFile(
    val contentType: String,
    val bytes: Array[Byte] | Null,
    val gzipped: Array[Byte] | Null,
    val size: Long,
    val disk: Path | Null,
    modifiedMillis: Long
):
  val modifiedSecond: Long = modifiedMillis / 1000

  private val hash =
    if bytes == null then f"$modifiedMillis%x-$size%x"
    else HexFormat.of.formatHex(MessageDigest.getInstance("SHA-256").digest(bytes), 0, 16)

  /** Strong entity tags: equal bytes have equal tags, whichever process answers; what is not held is known by its time and size. */
  val tag: String = s"\"$hash\""
  val gzipTag: String = s"\"$hash-gzip\""
end StoredFile
