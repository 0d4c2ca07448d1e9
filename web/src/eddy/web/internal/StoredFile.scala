package eddy.web.internal

import java.net.URL
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.Path
import java.security.MessageDigest
import java.util.HexFormat

/** Where a file was found.
  *
  * @param served as the folder has it, links included; null in an archive
  * @param real where the links led
  */
private[eddy] final class FilePlace(val url: URL | Null, val served: Path | Null, val real: Path | Null)

/** One version of a file, with what HTTP wants to know of it. Immutable, but for `zip`.
  *
  * @param stamp null in an archive of the class path, which does not change
  * @param hash of the content; of the stamp where the file is too large to be read for it
  * @param isHeld whether the content may be kept in memory; else it is read from disk each time
  * @param isSettled whether a later write would change the stamp
  * @param grows whether it was seen to grow, as logs do
  * @param sharesDate whether another content was served with the same date
  * @param start a checksum of the first bytes of a file that is not held
  */
private[eddy] final class StoredFile(
    val contentType: String,
    val size: Long,
    val place: FilePlace,
    val stamp: FileStamp | Null,
    val hash: String,
    val modifiedSecond: Long,
    val isHeld: Boolean,
    val isSettled: Boolean,
    val grows: Boolean,
    val sharesDate: Boolean,
    val start: Long,
    val zip: ZipState
):
  /** Not read, and written to at this time: the stamp may name more than one content. */
  val isWeak: Boolean = !isHeld && (!isSettled || grows)

  /** Strong entity tags: equal bytes have equal tags, whichever process answers. The stamp names large
    * files.
    */
  val tag: String = if isWeak then s"W/\"$hash\"" else s"\"$hash\""
  val gzipTag: String = s"\"$hash-gzip\""

  /** Whether the modification time names this content alone, and no other one that the file had. */
  val hasSureDate: Boolean = isSettled && !sharesDate && (stamp == null || stamp.hasOwnDate)
end StoredFile

private[eddy] object StoredFile:
  def hashOf(content: Array[Byte]): String =
    HexFormat.of.formatHex(MessageDigest.getInstance("SHA-256").digest(content), 0, 16)

  def hashOf(stamp: FileStamp): String =
    hashOf(s"${stamp.key} ${stamp.size} ${stamp.modified} ${stamp.changed}".getBytes(UTF_8))
