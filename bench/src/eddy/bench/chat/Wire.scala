package eddy.bench.chat

import java.nio.ByteBuffer

import com.github.plokhotnyuk.jsoniter_scala.core.*
import com.github.plokhotnyuk.jsoniter_scala.macros.*

/** As much of the chat's wire (docs/chat.md) as a load generator needs. */
private[chat] object Wire:
  /** Any message of the server; fields that others have are skipped. */
  final case class Incoming(
      `type`: String,
      message: Option[Message] = None,
      limits: Option[Limits] = None,
      code: Option[String] = None,
      detail: Option[String] = None
  )

  final case class Message(text: String)

  final case class Limits(messagesPerSecond: Double)

  private final case class Join(`type`: String, room: String, name: String)
  private final case class Say(`type`: String, id: String, text: String)

  private given JsonValueCodec[Incoming] =
    JsonCodecMaker.make(CodecMakerConfig.withTransientEmpty(false).withTransientDefault(false))
  private given JsonValueCodec[Join] = JsonCodecMaker.make
  private given JsonValueCodec[Say] = JsonCodecMaker.make

  def read(json: ByteBuffer): Incoming = readFromByteBuffer(json)

  def join(room: String, name: String): Array[Byte] = writeToArray(Join("join", room, name))

  def say(id: String, text: String): Array[Byte] = writeToArray(Say("say", id, text))
end Wire
