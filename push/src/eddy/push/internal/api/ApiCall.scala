package eddy.push.internal.api

import eddy.push.Json
import eddy.push.internal.MessageCodec

import com.github.plokhotnyuk.jsoniter_scala.core.JsonValueCodec
import com.github.plokhotnyuk.jsoniter_scala.macros.{CodecMakerConfig, JsonCodecMaker}

/** What a service asks for: the fields of all methods, of which each has its own. Unknown ones are skipped, as with Centrifugo. */
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
    issuedBefore: Option[Long] = None
)

private[push] object ApiCall:
  final case class Since(offset: BigInt = 0, epoch: String = "")

  private given JsonValueCodec[Json] = MessageCodec.json
  given JsonValueCodec[ApiCall] =
    JsonCodecMaker.make(CodecMakerConfig.withFieldNameMapper(JsonCodecMaker.enforce_snake_case))
