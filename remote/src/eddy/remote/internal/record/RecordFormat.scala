package eddy.remote.internal.record

import eddy.remote.internal.wire.PickleFailure
import eddy.remote.{PickleInput, PickleOutput, PickleReader, Pickler, Unreadable}

/** Records as bytes. {{{
  * record  := 0 receiver:varint type:varint flags [sender] [answers] [context] value
  *          | 1 stream:varint total:varint bytes
  *          | 2 control
  * flags   := 1 a sender | 2 answers | 4 the receiver is a name of the table | 8 a context
  * sender  := address
  * answers := count:varint address…
  * context := count:varint (name:string value:string)…
  * }}}
  */
private[remote] object RecordFormat:
  /** Bytes of a record at most. A longer one is sent in pieces. */
  val maxBytes: Int = 65_552

  /** Bytes of a record in each of its pieces but the last. */
  val pieceBytes: Int = 64 << 10

  /** A message without its value. */
  def writeHeader(
      receiver: Long,
      typeIndex: Int,
      sender: WireAddress | Null,
      answers: List[WireAddress],
      context: List[(String, String)],
      out: PickleOutput,
      isNamed: Boolean = false
  ): Unit =
    out.writeByte(messageKind)
    out.writeUnsignedLong(receiver)
    out.writeUnsigned(typeIndex)
    val senderFlag = if sender == null then 0 else hasSender
    val answersFlag = if answers.isEmpty then 0 else hasAnswers
    val nameFlag = if isNamed then hasName else 0
    val contextFlag = if context.isEmpty then 0 else hasContext
    out.writeByte((senderFlag | answersFlag | nameFlag | contextFlag).toByte)
    if sender != null then writeAddress(sender, out)
    if answers.nonEmpty then
      out.writeUnsigned(answers.size)
      answers.foreach(writeAddress(_, out))
    if context.nonEmpty then
      out.writeUnsigned(context.size)
      for (name, value) <- context do
        out.writeString(name)
        out.writeString(value)
  end writeHeader

  def writeAddress(address: WireAddress, out: PickleOutput): Unit =
    out.writeUnsigned(address.node)
    out.writeUnsignedLong(address.number)

  def readAddress(in: PickleInput): WireAddress = WireAddress(in.readLength(), in.readUnsignedLong())

  def write(control: Control): Array[Byte] =
    val out = PickleOutput()
    out.writeByte(controlKind)
    controls.writeTo(control, out)
    out.toArray

  /** A record that is sent in pieces: the bytes of `head`, and then `length` bytes of `body`. */
  def pieces(stream: Long, head: Array[Byte], body: Array[Byte], length: Int): Iterator[Array[Byte]] =
    val total = head.length + length
    Iterator.range(0, total, pieceBytes).map: from =>
      val out = PickleOutput(pieceHeaderBytes)
      out.writeByte(pieceKind)
      out.writeUnsignedLong(stream)
      out.writeUnsigned(if from == 0 then total else 0)
      val size = math.min(pieceBytes, total - from)
      val ofHead = math.min(size, math.max(0, head.length - from))
      val piece = java.util.Arrays.copyOf(out.array, out.size + size)
      System.arraycopy(head, math.min(from, head.length), piece, out.size, ofHead)
      System.arraycopy(body, math.max(0, from - head.length), piece, out.size + ofHead, size - ofHead)
      piece

  /** Whose order a message keeps: a name and a number are different receivers. */
  def orderOf(receiver: Long, isNamed: Boolean): Long = if isNamed then -2 - receiver else receiver

  /** The same of the message whose first bytes these are; none: they begin no message. */
  def orderOf(record: Array[Byte], from: Int): Option[Long] =
    val in = PickleInput(record, from, record.length)
    try
      if in.readByte() != messageKind then None
      else
        val receiver = in.readUnsignedLong()
        val _ = in.readLength()
        Some(orderOf(receiver, isNamed = (in.readByte() & hasName) != 0))
    catch case _: PickleFailure => None

  /** @param in for this record, whatever it has read before */
  def read(bytes: Array[Byte], in: PickleInput = PickleInput(noBytes, 0, 0)): Either[Unreadable, Record] =
    in.restart(bytes, 0, bytes.length)
    PickleReader.attempt(in):
      in.readByte() match
        case `messageKind` =>
          val receiver = in.readUnsignedLong()
          val typeIndex = in.readLength()
          val flags = in.readByte()
          if (flags & ~(hasSender | hasAnswers | hasName | hasContext)) != 0 then
            in.fail(s"$flags are no flags of a message")
          val sender = if (flags & hasSender) != 0 then readAddress(in) else null
          val answers = if (flags & hasAnswers) != 0 then readAnswers(in) else Nil
          val context = if (flags & hasContext) != 0 then readContext(in) else Nil
          val isNamed = (flags & hasName) != 0
          Record.Message(receiver, typeIndex, sender, answers, context, bytes, rest(in), isNamed)
        case `pieceKind` =>
          val stream = in.readUnsignedLong()
          val total = in.readLength()
          if in.remaining == 0 then in.fail("a piece has no byte")
          Record.Piece(stream, total, bytes, rest(in))
        case `controlKind` => Record.Other(controls.readFrom(in))
        case other => in.fail(s"there is no record of kind $other")
  end read

  private def rest(in: PickleInput): Int =
    val from = in.position
    in.skip(in.remaining)
    from

  private def readAnswers(in: PickleInput): List[WireAddress] =
    val count = in.readLength()
    if count == 0 then in.fail("a message says that it has answers, and has none")
    if count > in.remaining then throw PickleFailure("the bytes end within the value")
    List.fill(count)(readAddress(in))

  private def readContext(in: PickleInput): List[(String, String)] =
    val count = in.readLength()
    if count == 0 then in.fail("a message says that it has a context, and has none")
    if count > in.remaining then throw PickleFailure("the bytes end within the value")
    List.fill(count)((in.readString(), in.readString()))

  private val controls = Pickler[Control]
  val noBytes: Array[Byte] = new Array[Byte](0)
  // a kind, and two numbers
  private val pieceHeaderBytes = 16
  private final val messageKind: Byte = 0
  private final val pieceKind: Byte = 1
  private final val controlKind: Byte = 2
  private final val hasSender = 1
  private final val hasAnswers = 2
  private final val hasName = 4
  private final val hasContext = 8
end RecordFormat
