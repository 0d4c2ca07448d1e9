package eddy.push.internal.api

import eddy.push.Json
import eddy.push.internal.MessageCodec

import com.github.plokhotnyuk.jsoniter_scala.core.{JsonReader, JsonValueCodec, JsonWriter}
import com.github.plokhotnyuk.jsoniter_scala.macros.{CodecMakerConfig, JsonCodecMaker, named}

/** What a service asks for: the fields of all methods, of which each has its own. Unknown ones are skipped,
  * as with Centrifugo.
  */
private[push] final case class ApiCall(
    channel: String = "",
    channels: List[String] = Nil,
    data: Json = Json.none,
    tags: Map[String, String] = Map.empty,
    idempotencyKey: String = "",
    user: String = "",
    client: String = "",
    limit: Option[Int] = None,
    since: Option[ApiCall.Since] = None,
    reverse: Option[Boolean] = None,
    uid: String = "",
    expireAt: Option[Long] = None,
    issuedBefore: Option[Long] = None,
    whitelist: List[String] = Nil,
    disconnect: Option[ApiCall.Disconnect] = None,
    code: Option[Int] = None,
    reason: String = "",
    info: Json = Json.none,
    // known to Centrifugo and not here
    skipHistory: Json = Json.none,
    version: Json = Json.none,
    versionEpoch: Json = Json.none,
    delta: Json = Json.none,
    @named("b64data") b64data: Json = Json.none,
    @named("b64info") b64info: Json = Json.none,
    session: Json = Json.none,
    recoverSince: Json = Json.none,
    `override`: Json = Json.none
):
  /** A field that is given, and that nothing is done with. */
  def unsupported: Option[String] = Seq(
    "skip_history" -> skipHistory,
    "version" -> version,
    "version_epoch" -> versionEpoch,
    "delta" -> delta,
    "b64data" -> b64data,
    "b64info" -> b64info,
    "session" -> session,
    "recover_since" -> recoverSince,
    "override" -> `override`
  ).collectFirst { case (name, value) if !ApiCall.Absent(value.toString) => name }
end ApiCall

private[push] object ApiCall:
  /** Counts as absent: the value of every field that is not set. */
  private val Absent = Set("", "false", "0", "\"\"", "{}")

  final case class Disconnect(code: Int = 3503, reason: String = "")

  final case class Since(offset: BigInt = 0, epoch: String = "")

  /** Blanks before a value are skipped, and `null` counts as absent. */
  private given JsonValueCodec[Json] = new JsonValueCodec[Json]:
    def nullValue: Json = Json.none
    def decodeValue(in: JsonReader, default: Json): Json =
      if in.isNextToken('n') then in.readNullOrError(Json.none, "expected JSON")
      else
        in.rollbackToken()
        MessageCodec.json.decodeValue(in, default)
    def encodeValue(value: Json, out: JsonWriter): Unit = MessageCodec.json.encodeValue(value, out)

  given JsonValueCodec[ApiCall] =
    JsonCodecMaker.make(CodecMakerConfig.withFieldNameMapper(JsonCodecMaker.enforce_snake_case))
end ApiCall
