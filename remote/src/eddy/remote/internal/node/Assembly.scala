package eddy.remote.internal.node

import eddy.remote.internal.record.{Record, RecordFormat}

import java.util.{ArrayList, HashMap}

/** The large records of one session that have arrived in part. Of one thread. Pieces are kept as they come:
  * so no more is held than has arrived.
  *
  * @param maxRecord bytes of a record at most
  * @param maxBytes of all of them together
  */
private[remote] final class Assembly(maxRecord: Int, maxBytes: Long):
  import Assembly.*

  private val parts = new HashMap[Long, Part]()
  // when they are whole
  private var promised = 0L

  /** Bytes of memory for what has arrived. */
  def heldBytes: Long =
    var sum = 0L
    parts.values.nn.forEach(part => sum += part.heldBytes)
    sum

  /** The record, if this piece completes it, or null; Left: the piece does not fit. */
  def add(piece: Record.Piece): Either[String, Assembly.Whole | Null] =
    val known = parts.get(piece.stream)
    val isFirst = piece.total > 0
    val length = piece.bytes.length - piece.from
    if isFirst && known != null then Left(s"record ${piece.stream} began twice")
    else if !isFirst && known == null then
      Left(s"a piece came of record ${piece.stream}, which did not begin")
    else if isFirst && piece.total <= RecordFormat.maxBytes then
      Left(s"a record of ${piece.total} bytes came in pieces")
    else if isFirst && piece.total > maxRecord then
      Left(s"a record of ${piece.total} bytes exceeds maxMessage = $maxRecord")
    else if isFirst && promised + piece.total > maxBytes then
      Left(s"large records exceed maxAssembling = $maxBytes")
    else
      val part = if known != null then known else begin(piece)
      if length != math.min(part.left, RecordFormat.pieceBytes) then
        Left(s"a piece of record ${piece.stream} has $length bytes, and ${part.left} were left")
      else
        part.add(piece, length)
        if part.left > 0 then Right(null)
        else
          parts.remove(piece.stream): Unit
          promised -= part.total
          Right(part.whole)
    end if
  end add

  private def begin(piece: Record.Piece): Part =
    val part = new Part(piece.total)
    parts.put(piece.stream, part): Unit
    promised += part.total
    part
end Assembly

private[remote] object Assembly:
  /** A record that is complete. */
  final class Whole(pieces: ArrayList[Record.Piece], val length: Int):
    def first: Record.Piece = pieces.get(0)

    /** Its bytes, copied. Any thread. */
    def toArray: Array[Byte] =
      val all = new Array[Byte](length)
      var at = 0
      pieces.forEach: piece =>
        val size = piece.bytes.length - piece.from
        System.arraycopy(piece.bytes, piece.from, all, at, size)
        at += size
      all
  end Whole

  private final class Part(val total: Int):
    private val pieces = new ArrayList[Record.Piece](4)
    private var filled = 0

    def left: Int = total - filled
    def heldBytes: Int = filled

    /** When nothing is left. */
    def whole: Whole = new Whole(pieces, total)

    def add(piece: Record.Piece, length: Int): Unit =
      pieces.add(piece): Unit
      filled += length
  end Part
end Assembly
