package eddy.push.internal.wire

import eddy.push.Json
import eddy.push.internal.wire.CommandCodec.{fields, isNull, json, list}
import eddy.push.internal.{Credential, SubscriptionDetails}

import com.github.plokhotnyuk.jsoniter_scala.core.{JsonReader, JsonValueCodec, JsonWriter}

/** What a token says, beside what its verifier has looked at. Times are in seconds since 1970.
  *
  * @param channel that of a subscription's token
  * @param channels that the connection is subscribed to at once
  * @param expiresAt when the token's rights expire; 0 for never
  * @param issued 0 for unknown
  * @param client the connection that it is for; empty for any
  * @param meta for the application, and for no client
  * @param subs those of the channels of which it says more
  * @param unsupported the name of a claim that Centrifugo knows and that is not acted on here
  */
private[push] final case class TokenClaims(
    user: String,
    id: String,
    info: Json,
    channel: String,
    channels: Set[String],
    expiresAt: Long,
    issued: Long,
    client: String = "",
    meta: Json = Json.none,
    subs: Map[String, SubscriptionDetails] = Map.empty,
    unsupported: Option[String] = None
):
  /** @param of whom a hook has taken the user for */
  def credential(of: String): Credential = Credential(of, id, issued, Some(user))

private[push] object TokenClaims:
  given codec: JsonValueCodec[TokenClaims] = new JsonValueCodec[TokenClaims]:
    def nullValue: TokenClaims = TokenClaims("", "", Json.none, "", Set.empty, 0, 0)
    def encodeValue(claims: TokenClaims, out: JsonWriter): Unit = out.encodeError("tokens are only read")
    def decodeValue(in: JsonReader, default: TokenClaims): TokenClaims = decode(in)

  private def decode(in: JsonReader): TokenClaims =
    var (user, id, channel, info) = ("", "", "", Json.none)
    var channels = Set.empty[String]
    var (expiry, issued) = (0L, 0L)
    var other: Option[Long] = None
    var (client, meta) = ("", Json.none)
    var subs = Map.empty[String, SubscriptionDetails]
    var unsupported: Option[String] = None
    fields(in):
      case "sub" => user = in.readString("")
      case "jti" => id = in.readString("")
      case "channel" => channel = in.readString("")
      case "info" => info = json(in)
      case "channels" => channels = list(in)(in.readString("")).toSet
      // may have fractions (RFC 7519, section 2)
      case "exp" => expiry = in.readDouble().toLong
      case "iat" => issued = in.readDouble().toLong
      case "expire_at" => if !isNull(in) then other = Some(in.readDouble().toLong)
      case "client" => client = in.readString("")
      case "meta" => meta = json(in)
      case "subs" =>
        fields(in): name =>
          subs += name -> details(in)(claim => unsupported = Some(claim))
      case name if Unsupported(name) => if !json(in).isEmpty then unsupported = Some(name)
      case _ => in.skip()
    TokenClaims(
      user,
      id,
      info,
      channel,
      channels ++ subs.keySet,
      other.getOrElse(expiry),
      issued,
      client,
      meta,
      subs,
      unsupported
    )
  end decode

  private def details(in: JsonReader)(refuse: String => Unit): SubscriptionDetails =
    var (info, data) = (Json.none, Json.none)
    fields(in):
      case "info" => info = json(in)
      case "data" => data = json(in)
      case name if Unsupported(name) => if !json(in).isEmpty then refuse(s"subs.$name")
      case _ => in.skip()
    SubscriptionDetails(info, data)

  private val Unsupported = Set("caps", "override", "b64info", "b64data", "b64channel", "b64channels")

end TokenClaims
