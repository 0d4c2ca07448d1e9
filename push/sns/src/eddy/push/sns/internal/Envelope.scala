package eddy.push.sns.internal

import com.github.plokhotnyuk.jsoniter_scala.core.{
  JsonReaderException,
  JsonValueCodec,
  ReaderConfig,
  readFromArray
}
import com.github.plokhotnyuk.jsoniter_scala.macros.JsonCodecMaker

/** What SNS posts, in its own names: "HTTP/HTTPS notification JSON format" of its developer guide. A field
  * that comes twice is refused, so that the signed text is the one that is read.
  */
private[sns] final case class Envelope(
    Type: String = "",
    MessageId: String = "",
    TopicArn: String = "",
    Message: String = "",
    Timestamp: String = "",
    Subject: Option[String] = None,
    Token: Option[String] = None,
    SubscribeURL: Option[String] = None,
    SignatureVersion: String = "",
    Signature: String = "",
    SigningCertURL: String = ""
):
  def isNotification: Boolean = Type == Envelope.Notification

  /** The signed text: names and values on lines of their own, in the order of the names. */
  def canonical: String =
    val fields =
      if isNotification then
        Seq("Message" -> Message, "MessageId" -> MessageId) ++ Subject.map("Subject" -> _) ++
          Seq("Timestamp" -> Timestamp, "TopicArn" -> TopicArn, "Type" -> Type)
      else
        Seq(
          "Message" -> Message,
          "MessageId" -> MessageId,
          "SubscribeURL" -> SubscribeURL.getOrElse(""),
          "Timestamp" -> Timestamp,
          "Token" -> Token.getOrElse(""),
          "TopicArn" -> TopicArn,
          "Type" -> Type
        )
    fields.map((name, value) => s"$name\n$value\n").mkString

  /** The missing field; empty if none is missing. */
  def lacks: String =
    val always = Seq(
      "MessageId" -> MessageId,
      "TopicArn" -> TopicArn,
      "Message" -> Message,
      "Timestamp" -> Timestamp,
      "SignatureVersion" -> SignatureVersion,
      "Signature" -> Signature,
      "SigningCertURL" -> SigningCertURL
    )
    val handshake =
      if isNotification then Nil
      else Seq("Token" -> Token.getOrElse(""), "SubscribeURL" -> SubscribeURL.getOrElse(""))
    (always ++ handshake).collect { case (name, "") => name }.mkString(", ")
end Envelope

private[sns] object Envelope:
  val Notification = "Notification"
  val SubscriptionConfirmation = "SubscriptionConfirmation"
  val UnsubscribeConfirmation = "UnsubscribeConfirmation"

  def read(body: Array[Byte]): Either[Refusal, Envelope] =
    try
      val envelope = readFromArray[Envelope](body, config)
      if !Set(Notification, SubscriptionConfirmation, UnsubscribeConfirmation)(envelope.Type) then
        Left(Refusal(Reason.Malformed, s"type \"${envelope.Type.take(100)}\""))
      else if envelope.lacks.nonEmpty then
        Left(Refusal(Reason.Malformed, s"a ${envelope.Type} without ${envelope.lacks}"))
      else Right(envelope)
    catch
      case wrong: JsonReaderException =>
        Left(Refusal(Reason.Malformed, String.valueOf(wrong.getMessage).take(200)))

  private val config = ReaderConfig.withAppendHexDumpToParseException(false)
  private given JsonValueCodec[Envelope] = JsonCodecMaker.make
end Envelope
