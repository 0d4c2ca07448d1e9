package eddy.push.jgroups.internal

import eddy.push.Position

import java.io.{ByteArrayInputStream, ByteArrayOutputStream, DataInputStream, DataOutputStream, IOException}

/** Frames as bytes: a version, a kind, and the fields in order; words as in `DataOutput.writeUTF`, bytes with
  * their number before.
  */
private[jgroups] object FrameCodec:
  private final val Version = 3

  def encode(frame: Frame): Array[Byte] =
    val bytes = ByteArrayOutputStream(256)
    val out = DataOutputStream(bytes)
    out.writeByte(Version)
    out.writeByte(frame.ordinal)
    frame match
      case Frame.Numbered(term, number, node, id, confirmers, entry) =>
        out.writeUTF(term)
        out.writeLong(number)
        out.writeUTF(node)
        out.writeLong(id)
        out.writeInt(confirmers)
        out.writeByte(entry.ordinal)
        entry match
          case Entry.Publication(channel, position, message) =>
            out.writeUTF(channel)
            write(out, position)
            write(out, message)
          case Entry.Begun(channel, epoch) =>
            out.writeUTF(channel)
            out.writeUTF(epoch)
          case Entry.Dropped(channels) => write(out, channels)
          case Entry.Cleared(channel) => out.writeUTF(channel)
      case Frame.Term(term, after, last) =>
        out.writeUTF(term)
        out.writeUTF(after)
        out.writeLong(last)
      case Frame.Hello(view, term, last, earlier, isOnStream) =>
        out.writeLong(view)
        out.writeUTF(term)
        out.writeLong(last)
        write(out, earlier)
        out.writeBoolean(isOnStream)
      case Frame.Ask(term, node, id, request) =>
        out.writeUTF(term)
        out.writeUTF(node)
        out.writeLong(id)
        out.writeByte(request.ordinal)
        out.writeUTF(request.channel)
        request match
          case Request.Publish(_, message) => write(out, message)
          case _ => ()
      case Frame.Have(term, last) =>
        out.writeUTF(term)
        out.writeLong(last)
      case Frame.Uses(channels) =>
        write(out, channels)
      case Frame.Want(term, after) =>
        out.writeUTF(term)
        out.writeLong(after)
      case Frame.Refused(id, why) =>
        out.writeLong(id)
        out.writeUTF(why)
      case Frame.Known(id, position) =>
        out.writeLong(id)
        write(out, position)
      case Frame.Reached(id, term, last) =>
        out.writeLong(id)
        out.writeUTF(term)
        out.writeLong(last)
      case Frame.Piece(view, transfer, index, isLast, piece) =>
        out.writeLong(view)
        out.writeLong(transfer)
        out.writeInt(index)
        out.writeBoolean(isLast)
        write(out, piece)
    end match
    bytes.toByteArray.nn
  end encode

  /** @throws IOException when it is not a frame, or of another version */
  def decode(bytes: Array[Byte]): Frame =
    val in = DataInputStream(ByteArrayInputStream(bytes))
    val version = in.readByte()
    if version != Version then
      throw IOException(
        s"a frame of version $version, while this node knows version $Version: bring all nodes to one release"
      )
    in.readByte() match
      case 0 => Frame.Numbered(word(in), in.readLong(), word(in), in.readLong(), in.readInt(), entry(in))
      case 1 => Frame.Term(word(in), word(in), in.readLong())
      case 2 => Frame.Hello(in.readLong(), word(in), in.readLong(), words(in), in.readBoolean())
      case 3 => Frame.Ask(word(in), word(in), in.readLong(), request(in))
      case 4 => Frame.Have(word(in), in.readLong())
      case 5 => Frame.Uses(words(in))
      case 6 => Frame.Want(word(in), in.readLong())
      case 7 => Frame.Refused(in.readLong(), word(in))
      case 8 => Frame.Known(in.readLong(), optional(in))
      case 9 => Frame.Reached(in.readLong(), word(in), in.readLong())
      case 10 => Frame.Piece(in.readLong(), in.readLong(), in.readInt(), in.readBoolean(), array(in))
      case other => throw IOException(s"a frame of the unknown kind $other")
  end decode

  private def entry(in: DataInputStream): Entry = in.readByte() match
    case 0 => Entry.Publication(word(in), position(in), array(in))
    case 1 => Entry.Begun(word(in), word(in))
    case 2 => Entry.Dropped(words(in))
    case 3 => Entry.Cleared(word(in))
    case other => throw IOException(s"an entry of the unknown kind $other")

  private def request(in: DataInputStream): Request = in.readByte() match
    case 0 => Request.Publish(word(in), array(in))
    case 1 => Request.Forget(word(in))
    case 2 => Request.Look(word(in))
    case other => throw IOException(s"a request of the unknown kind $other")

  def write(out: DataOutputStream, bytes: Array[Byte]): Unit =
    out.writeInt(bytes.length)
    out.write(bytes)

  def write(out: DataOutputStream, position: Position): Unit =
    out.writeUTF(position.epoch)
    out.writeLong(position.offset)

  def write(out: DataOutputStream, position: Option[Position]): Unit =
    out.writeBoolean(position.nonEmpty)
    position.foreach(write(out, _))

  def write(out: DataOutputStream, words: Vector[String]): Unit =
    out.writeInt(words.size)
    words.foreach(out.writeUTF)

  def words(in: DataInputStream): Vector[String] = Vector.fill(atMost(in, in.readInt()))(word(in))

  def word(in: DataInputStream): String = in.readUTF.nn

  def array(in: DataInputStream): Array[Byte] = in.readNBytes(atMost(in, in.readInt())).nn

  def position(in: DataInputStream): Position =
    val epoch = word(in)
    Position(in.readLong(), epoch)

  def optional(in: DataInputStream): Option[Position] = Option.when(in.readBoolean())(position(in))

  /** No more than there are bytes, whatever is claimed. */
  private def atMost(in: DataInputStream, claimed: Int): Int =
    if claimed < 0 || claimed > in.available then
      throw IOException(s"a length of $claimed where ${in.available} bytes are left")
    else claimed
end FrameCodec
