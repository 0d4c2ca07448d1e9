package eddy.remote.internal.node

import eddy.remote.internal.record.Record

import java.util.HashMap

/** The large records of one session that have arrived in part. Of one thread.
  *
  * @param maxRecord bytes of a record at most
  * @param maxBytes of all of them together
  */
private[remote] final class Assembly(maxRecord: Int, maxBytes: Long):
  private final class Part(val bytes: Array[Byte]):
    var filled = 0

  private val parts = new HashMap[Long, Part]()
  private var held = 0L

  /** The record, if this piece completes it, or null; Left: the piece does not fit. */
  def add(piece: Record.Piece): Either[String, Array[Byte] | Null] =
    val known = parts.get(piece.stream)
    val isFirst = piece.total > 0
    if isFirst && known != null then Left(s"record ${piece.stream} began twice")
    else if !isFirst && known == null then
      Left(s"a piece came of record ${piece.stream}, which did not begin")
    else if isFirst && piece.total > maxRecord then
      Left(s"a message of ${piece.total} bytes exceeds maxMessage = $maxRecord")
    else if isFirst && held + piece.total > maxBytes then
      Left(s"large messages exceed maxAssembling = $maxBytes")
    else
      val part =
        if known != null then known
        else
          held += piece.total
          val fresh = new Part(new Array[Byte](piece.total))
          parts.put(piece.stream, fresh): Unit
          fresh
      val length = piece.bytes.length - piece.from
      if length > part.bytes.length - part.filled then Left(s"record ${piece.stream} is longer than it said")
      else
        System.arraycopy(piece.bytes, piece.from, part.bytes, part.filled, length)
        part.filled += length
        if part.filled < part.bytes.length then Right(null)
        else
          parts.remove(piece.stream): Unit
          held -= part.bytes.length
          Right(part.bytes)
    end if
  end add
end Assembly
