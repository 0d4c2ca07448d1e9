package eddy.push.internal.wire

import eddy.push.{ClientInfo, Json, Publication}

import com.github.plokhotnyuk.jsoniter_scala.core.{JsonReader, JsonValueCodec, JsonWriter, writeToArray}

/** JSON as the Centrifuge protocol has it, written in one go. Absent fields are left out. */
private[push] object Written:
  /** One object, whose fields `content` writes. */
  def apply(content: JsonWriter => Unit): Array[Byte] = writeToArray(())(using Writing(content))

  /** A text as a JSON value. */
  def text(text: String): Json = new Json(writeToArray(text)(using Text))

  private object Text extends JsonValueCodec[String]:
    def nullValue: String = ""
    def decodeValue(in: JsonReader, default: String): String = in.readString(default)
    def encodeValue(text: String, out: JsonWriter): Unit = out.writeVal(text)

  private final class Writing(content: JsonWriter => Unit) extends JsonValueCodec[Unit]:
    def nullValue: Unit = ()
    def decodeValue(in: JsonReader, default: Unit): Unit = in.decodeError("replies are only written")
    def encodeValue(nothing: Unit, out: JsonWriter): Unit = out.inBraces(content(out))

  extension (out: JsonWriter)
    def inBraces(content: => Unit): Unit =
      out.writeObjectStart()
      content
      out.writeObjectEnd()

    /** A field that is an object. */
    def part(name: String)(content: => Unit): Unit =
      out.writeNonEscapedAsciiKey(name)
      inBraces(content)

    def field(name: String, value: String): Unit =
      out.writeNonEscapedAsciiKey(name)
      out.writeVal(value)

    def field(name: String, value: Long): Unit =
      out.writeNonEscapedAsciiKey(name)
      out.writeVal(value)

    def truth(name: String, value: Boolean): Unit =
      out.writeNonEscapedAsciiKey(name)
      out.writeVal(value)

    /** Left out when false. */
    def flag(name: String, value: Boolean): Unit = if value then truth(name, value)

    /** Left out when absent. */
    def raw(name: String, value: Json): Unit = if !value.isEmpty then
      out.writeNonEscapedAsciiKey(name)
      out.writeRawVal(JsonScan.oneLine(value.bytes))

    def list[A](name: String, values: Iterable[A])(each: A => Unit): Unit =
      out.writeNonEscapedAsciiKey(name)
      out.writeArrayStart()
      values.foreach(each)
      out.writeArrayEnd()

    def info(who: ClientInfo): Unit =
      field("user", who.user)
      field("client", who.client)
      raw("conn_info", who.connectionInfo)
      raw("chan_info", who.channelInfo)

    /** @param named whether its channel is included: in subscriptions to patterns */
    def publication(publication: Publication, named: Boolean): Unit =
      val message = publication.message
      // a publication always has data
      if message.data.isEmpty then
        out.writeNonEscapedAsciiKey("data")
        out.writeNull()
      else raw("data", message.data)
      message.by.foreach(who => part("info")(info(who)))
      if publication.offset > 0 then field("offset", publication.offset)
      if message.tags.nonEmpty then
        part("tags"):
          message.tags.foreach: (tag, value) =>
            out.writeKey(tag)
            out.writeVal(value)
      if message.time > 0 then field("time", message.time)
      if named then field("channel", publication.channel)
  end extension
end Written
