package eddy.chat.internal

import eddy.push.{ClientInfo, Json, Publication as Published}

import scala.util.Try

import com.github.plokhotnyuk.jsoniter_scala.core.*
import com.github.plokhotnyuk.jsoniter_scala.macros.*

/** What the nodes tell each other of a room and nobody needs later: in the channel [[ChannelNames.signals]]. */
private[chat] enum Signal derives CanEqual:
  /** Somebody types, or has stopped. Told again while it holds. */
  case Typing(name: String, active: Boolean)

  /** A connection has left on purpose: there is no grace for it. */
  case Left(client: String, user: String)

/** A room's channels. Their namespaces are in [[eddy.chat.ChatApp.channels]]. */
private[chat] object ChannelNames:
  final val Messages = "chat"
  final val Signals = "chat-signals"

  /** With history, and with who is there. */
  def messages(room: String): String = s"$Messages:$room"
  def signals(room: String): String = s"$Signals:$room"

/** What is in a room's channels, as JSON. Reading gives `None` for what is none of it: others may publish there too. */
private[chat] object Contents:
  /** A message. */
  final case class Said(id: String, name: String, text: String)

  /** Of a connection, for presence. */
  private final case class Who(name: String)

  private given JsonValueCodec[Said] = JsonCodecMaker.make
  private given JsonValueCodec[Who] = JsonCodecMaker.make
  private given JsonValueCodec[Signal] = JsonCodecMaker.make(
    CodecMakerConfig
      .withDiscriminatorFieldName(Some("type"))
      .withAdtLeafClassNameMapper(n => JsonCodecMaker.`enforce-kebab-case`(JsonCodecMaker.simpleClassName(n)))
      .withTransientEmpty(false)
  )

  def write(said: Said): Json = Json(writeToString(said))
  def write(signal: Signal): Json = Json(writeToString(signal))
  def client(client: String, user: String, name: String): ClientInfo =
    ClientInfo(client, user, Json(writeToString(Who(name))))

  def said(data: Json): Option[Said] = read(data)
  def signal(published: Published): Option[Signal] = read(published.message.data)
  def name(who: ClientInfo): Option[String] = read[Who](who.connectionInfo).map(_.name)

  private def read[A: JsonValueCodec](json: Json): Option[A] =
    Try(readFromString[A](json.toString)).toOption
end Contents
