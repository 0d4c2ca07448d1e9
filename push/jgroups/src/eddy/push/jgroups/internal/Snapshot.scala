package eddy.push.jgroups.internal

import eddy.push.internal.{ChannelLog, MessageCodec}
import eddy.push.{Position, Publication}

import java.io.{ByteArrayInputStream, ByteArrayOutputStream, DataInputStream, DataOutputStream, IOException}
import scala.collection.mutable

/** Everything that a node holds, at one number of a term: how a node that comes later learns of it. In pieces
  * of whole records:
  *
  * {{{
  *   T term last terms                 once, first
  *   R number frame                    the last numbers, oldest first: others may lack them
  *   C channel epoch last ancestors    then what belongs to this channel
  *   P offset age message              oldest first
  *   K key position? age               oldest first
  * }}}
  * Ages are in nanoseconds, as clocks of nodes differ.
  */
private[jgroups] final case class Snapshot(
    term: String,
    last: Long,
    earlier: Vector[String],
    recent: Vector[RecentFrame],
    logs: Vector[(String, ChannelLog.Snapshot)]
):
  import Snapshot.*

  /** Encoded as they are asked for; on one thread. At least one. */
  def pieces: Iterator[Array[Byte]] =
    val records = Iterator.single((out: DataOutputStream) => writeHead(out)) ++
      recent.iterator.map(frame => (out: DataOutputStream) => write(out, frame)) ++
      logs.iterator.flatMap((channel, log) => writers(channel, log))
    // no Iterator of our own: to the inference it would be one that any unknown collection may have
    Iterator.unfold(records)(left => Option.when(left.hasNext)((piece(left), left)))

  private def piece(records: Iterator[DataOutputStream => Unit]): Array[Byte] =
    val bytes = ByteArrayOutputStream(PieceBytes)
    val out = DataOutputStream(bytes)
    while records.hasNext && bytes.size < PieceBytes do records.next()(out)
    bytes.toByteArray.nn

  private def writeHead(out: DataOutputStream): Unit =
    out.writeByte('T')
    out.writeUTF(term)
    out.writeLong(last)
    FrameCodec.write(out, earlier)

  private def write(out: DataOutputStream, frame: RecentFrame): Unit =
    out.writeByte('R')
    out.writeLong(frame.number)
    FrameCodec.write(out, frame.bytes)

  private def writers(channel: String, log: ChannelLog.Snapshot): Iterator[DataOutputStream => Unit] =
    Iterator.single[DataOutputStream => Unit] { out =>
      out.writeByte('C')
      out.writeUTF(channel)
      out.writeUTF(log.epoch)
      out.writeLong(log.last)
      out.writeInt(log.ancestors.size)
      log.ancestors.foreach(FrameCodec.write(out, _))
    } ++ log.publications.iterator.map: (publication, age) =>
      (out: DataOutputStream) =>
        out.writeByte('P')
        out.writeLong(publication.offset)
        out.writeLong(age)
        FrameCodec.write(out, MessageCodec.encode(publication.message))
    ++ log.keys.iterator.map: (key, position, age) =>
      (out: DataOutputStream) =>
        out.writeByte('K')
        out.writeUTF(key)
        FrameCodec.write(out, position)
        out.writeLong(age)
end Snapshot

private[jgroups] object Snapshot:
  /** A piece may be longer by one record. */
  private final val PieceBytes = 64 * 1024

  /** Puts the pieces of one transfer together. One caller at a time. */
  final class Reader(val transfer: Long):
    private var next = 0
    private var head = ("", 0L, Vector.empty[String])
    private val recent = Vector.newBuilder[RecentFrame]
    private val done = Vector.newBuilder[(String, ChannelLog.Snapshot)]
    private var current: (String, ChannelLog.Snapshot) | Null = null
    private val publications = mutable.ArrayBuffer.empty[(Publication, Long)]
    private val keys = mutable.ArrayBuffer.empty[(String, Option[Position], Long)]

    /** The value with this piece as the last; `None` before.
      * @throws IOException when one is missing before it, or it is not a piece
      */
    def add(piece: Frame.Piece): Option[Snapshot] =
      if piece.index != next then
        throw IOException(s"piece ${piece.index} of the histories came where $next was due")
      next += 1
      val in = DataInputStream(ByteArrayInputStream(piece.bytes))
      while in.available > 0 do record(in)
      Option.when(piece.isLast):
        endChannel()
        Snapshot(head(0), head(1), head(2), recent.result(), done.result())

    private def record(in: DataInputStream): Unit = in.readByte().toChar match
      case 'T' => head = (FrameCodec.word(in), in.readLong(), FrameCodec.words(in))
      case 'R' =>
        val number = in.readLong()
        recent += RecentFrame(number, FrameCodec.array(in))
      case 'C' =>
        endChannel()
        val channel = FrameCodec.word(in)
        val (epoch, last) = (FrameCodec.word(in), in.readLong())
        val ancestors = List.fill(math.max(0, math.min(in.readInt(), in.available)))(FrameCodec.position(in))
        current = (channel, ChannelLog.Snapshot(epoch, last, ancestors, Vector.empty, Vector.empty))
      case 'P' =>
        val (offset, age) = (in.readLong(), in.readLong())
        val message = MessageCodec.decode(FrameCodec.array(in))
        val (channel, log) = open
        publications += ((Publication(channel, Position(offset, log.epoch), message), age))
      case 'K' =>
        val (key, position) = (FrameCodec.word(in), FrameCodec.optional(in))
        keys += ((key, position, in.readLong()))
      case other => throw IOException(s"a record of the unknown kind $other in the histories")

    private def open: (String, ChannelLog.Snapshot) =
      val now = current
      if now == null then throw IOException("the histories have a publication before its channel") else now

    private def endChannel(): Unit =
      val ended = current
      if ended != null then
        done += ((ended(0), ended(1).copy(publications = publications.toVector, keys = keys.toVector)))
        publications.clear()
        keys.clear()
        current = null
  end Reader
end Snapshot
