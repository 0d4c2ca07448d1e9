package eddy.web.internal

import java.io.IOException
import java.nio.ByteBuffer
import java.nio.channels.FileChannel
import java.nio.file.Path
import java.nio.file.StandardOpenOption.READ
import java.util.zip.CRC32C

/** A version of a file that is open for reading: by its own handle, so that another file in its place does
  * not matter. Used by one thread at a time.
  *
  * It has the stamp if that still is the file's after this object was made.
  *
  * @param mayGrow whether bytes may be added meanwhile, as to a log; every other change makes what is read
  * of no use
  */
private[eddy] final class OpenedFile(
    val channel: FileChannel,
    val path: Path,
    stamp: FileStamp,
    mayGrow: Boolean
):
  private val first = if mayGrow then OpenedFile.first(channel) else null
  private var last: OpenedFile.Piece | Null = null

  def close(): Unit = channel.close()

  /** Whether a piece that was just read from `at` on is of this version. */
  def isSame(piece: ByteBuffer, at: Long): Boolean =
    val now = FileStamp.of(path)
    // another file in its place, or none, says nothing of this one
    if mayGrow then last = OpenedFile.Piece(at, piece.position, OpenedFile.sum(piece.duplicate.flip()))
    now == null || now.key != stamp.key || now == stamp || mayGrow && now.size > stamp.size && isAsRead

  /** Whether the pieces that were read before are unchanged. */
  private def isAsRead: Boolean = Seq(first, last).forall: known =>
    known == null || {
      val again = ByteBuffer.allocate(known.length)
      var n = 0
      while n >= 0 && again.hasRemaining do n = channel.read(again, known.at + again.position)
      OpenedFile.sum(again.flip()) == known.sum
    }
end OpenedFile

private[eddy] object OpenedFile:
  private final val SampleBytes = 4096

  /** A checksum of the first bytes; 0 for an empty file. */
  def startOf(file: Path): Long =
    try
      val channel = FileChannel.open(file, READ)
      try first(channel).sum
      finally channel.close()
    catch case _: IOException => 0

  private def first(channel: FileChannel): Piece =
    val piece = ByteBuffer.allocate(SampleBytes)
    while piece.hasRemaining && channel.read(piece, piece.position) >= 0 do ()
    Piece(0, piece.position, sum(piece.flip()))

  private final class Piece(val at: Long, val length: Int, val sum: Long)

  private def sum(bytes: ByteBuffer): Long =
    val sum = CRC32C()
    sum.update(bytes)
    sum.getValue
end OpenedFile

/** Cuts the answer off: the version that it promised no longer exists. */
private[eddy] final class FileChangedException(message: String) extends IOException(message)
