package eddy.push.internal

import eddy.push.{ClientInfo, Json, Message}

import com.github.plokhotnyuk.jsoniter_scala.core.{
  JsonReader,
  JsonReaderException,
  JsonValueCodec,
  JsonWriter,
  ReaderConfig,
  readFromArray,
  readFromSubArray,
  writeToArray
}
import com.github.plokhotnyuk.jsoniter_scala.macros.{CodecMakerConfig, JsonCodecMaker}

/** Messages as bytes between nodes: one JSON object each, the same for all mediators.
  * {{{
  *   v version, absent for 1   c channel, where the mediator does not name it   d data   t time   o origin
  *   s sent   k key   g tags   b by: c client, u user, i connectionInfo, h channelInfo
  * }}}
  * Absent or empty fields are left out; names that a reader does not know are skipped, so a new field needs
  * no new version. A version that it does not know is refused.
  */
private[push] object MessageCodec:
  private final val Version = 1

  /** @param channel empty where the mediator tells it */
  def encode(message: Message, channel: String = ""): Array[Byte] =
    writeToArray(Wire(
      Version,
      channel,
      message.data,
      message.time,
      message.origin,
      message.sent,
      message.key,
      message.tags,
      message.by.map(c => By(c.client, c.user, c.connectionInfo, c.channelInfo))
    ))

  /** @throws MessageFormatException when it does not parse, or is of a later version */
  def decode(bytes: Array[Byte]): Message = decodeWithChannel(bytes)(1)

  /** The channel that was given to [[encode]], and the message.
    * @throws MessageFormatException when it does not parse, or is of a later version
    */
  def decodeWithChannel(bytes: Array[Byte]): (String, Message) =
    message(parsed(bytes.length)(readFromArray[Wire](bytes, config)))

  /** Several as one, in order: a JSON array of what [[encode]] has given. */
  def join(messages: Seq[Array[Byte]]): Array[Byte] =
    val all = new Array[Byte](messages.foldLeft(1)(_ + _.length + 1))
    var at = 0
    for message <- messages do
      all(at) = if at == 0 then '[' else ','
      message.copyToArray(all, at + 1): Unit
      at += message.length + 1
    all(at) = ']'
    all

  /** What stands in `bytes` from there on, as [[join]] has made it; one at least.
    * @throws MessageFormatException when it does not parse, or is of a later version
    */
  def split(bytes: Array[Byte], from: Int = 0): Vector[Message] =
    val length = bytes.length - from
    val wires = parsed(length)(readFromSubArray[Vector[Wire]](bytes, from, bytes.length, config))
    if wires.isEmpty then throw MessageFormatException("no message of a node, where there should be some")
    wires.map(message(_)(1))

  private def parsed[A](length: Int)(parse: => A): A =
    try parse
    catch
      case wrong: JsonReaderException =>
        throw MessageFormatException(
          s"$length bytes that are not a message of a node: ${JsonFaults.text(wrong)}"
        )

  private def message(wire: Wire): (String, Message) =
    if wire.v != Version then
      throw MessageFormatException(
        s"a message of version ${wire.v}, while this node knows version $Version: bring all nodes to one release"
      )
    val by = wire.b.map(b => ClientInfo(b.c, b.u, b.i, b.h))
    (wire.c, Message(wire.d, by, wire.g, wire.k, wire.t, wire.o, wire.s))

  private val config = ReaderConfig.withAppendHexDumpToParseException(false)

  private final case class By(c: String = "", u: String = "", i: Json = Json.none, h: Json = Json.none)

  private final case class Wire(
      v: Int = Version,
      c: String = "",
      d: Json = Json.none,
      t: Long = 0,
      o: String = "",
      s: Long = 0,
      k: Option[String] = None,
      g: Map[String, String] = Map.empty,
      b: Option[By] = None
  )

  /** As it is, within other JSON. */
  given json: JsonValueCodec[Json]:
    def nullValue: Json = Json.none
    def decodeValue(in: JsonReader, default: Json): Json = new Json(in.readRawValAsBytes())
    def encodeValue(value: Json, out: JsonWriter): Unit =
      if value.isEmpty then out.writeNull() else out.writeRawVal(value.bytes)

  private given JsonValueCodec[Wire] = JsonCodecMaker.make(CodecMakerConfig.withMapMaxInsertNumber(MaxTags))
  private given several: JsonValueCodec[Vector[Wire]] = JsonCodecMaker.make(CodecMakerConfig)

  /** More are not read. */
  final val MaxTags = 1024
end MessageCodec

/** Bytes from the mediator that are not a message. */
private[push] final class MessageFormatException(message: String) extends Exception(message)
