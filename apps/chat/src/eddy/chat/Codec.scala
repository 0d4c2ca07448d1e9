package eddy.chat

import com.github.plokhotnyuk.jsoniter_scala.core.*
import com.github.plokhotnyuk.jsoniter_scala.macros.*

/** The JSON of the wire. Unknown fields are skipped, so that either side may be the newer one. */
object Codec:
  private inline def config = CodecMakerConfig
    .withDiscriminatorFieldName(Some("type"))
    .withAdtLeafClassNameMapper(name =>
      JsonCodecMaker.`enforce-kebab-case`(JsonCodecMaker.simpleClassName(name))
    )
    .withRequireDiscriminatorFirst(false)
    .withTransientEmpty(false)

  private given JsonValueCodec[RefusalCode] = RefusalCodec
  given clientMessage: JsonValueCodec[ClientMessage] = JsonCodecMaker.make(config)
  given serverMessage: JsonValueCodec[ServerMessage] = JsonCodecMaker.make(config)

  private given messages: JsonValueCodec[Vector[Publication]] = JsonCodecMaker.make(config)

  def encode(message: ServerMessage): String = writeToString(message)

  private[chat] def encode(all: Vector[Publication]): String = writeToString(all)

  /** A welcome with messages that are encoded already, in place of its own. */
  private[chat] def encode(welcome: ServerMessage.Welcome, messages: String): String =
    // quotes within its texts are escaped: nothing else looks like it
    val parts = encode(welcome.copy(messages = Vector.empty): ServerMessage).split(NoMessages, 2)
    s"${parts(0)}\"messages\":$messages${parts(1)}"

  private val NoMessages = java.util.regex.Pattern.quote("\"messages\":[]").nn

  def encode(message: ClientMessage): String = writeToString(message)

  /** The message in `json`, or what is wrong with it. */
  def decodeClient(json: String): Either[String, ClientMessage] =
    try Right(readFromString[ClientMessage](json))
    catch case e: JsonReaderException => Left(reason(e))

  /** The message in `json`, or what is wrong with it. For clients and tests. */
  def decodeServer(json: String): Either[String, ServerMessage] =
    try Right(readFromString[ServerMessage](json))
    catch case e: JsonReaderException => Left(reason(e))

  /** Without the place in the bytes and the hex dump that the library adds: no client needs them. */
  private def reason(e: JsonReaderException): String =
    e.getMessage.nn.replaceFirst("(?s), offset: 0x.*", "").nn
end Codec

/** Refusal codes as kebab-case strings. */
private object RefusalCodec extends JsonValueCodec[RefusalCode]:
  private val names = RefusalCode.values.map(c => c -> kebab(c.toString)).toMap
  private val codes = names.map(_.swap)

  private def kebab(name: String): String =
    name.flatMap(c => if c.isUpper then s"-${c.toLower}" else s"$c").drop(1)

  def nullValue: RefusalCode = RefusalCode.BadMessage

  def encodeValue(code: RefusalCode, out: JsonWriter): Unit = out.writeVal(names(code))

  def decodeValue(in: JsonReader, default: RefusalCode): RefusalCode =
    codes.getOrElse(in.readString(""), in.decodeError("unknown refusal code"))
end RefusalCodec
