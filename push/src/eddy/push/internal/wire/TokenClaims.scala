package eddy.push.internal.wire

import eddy.push.Json
import eddy.push.internal.Credential
import eddy.push.internal.wire.CommandCodec.{fields, isNull, json, list}

import com.github.plokhotnyuk.jsoniter_scala.core.{JsonReader, JsonValueCodec, JsonWriter}

/** What a token says, beside what its verifier has looked at. Times are in seconds since 1970.
  *
  * @param channel that of a subscription's token
  * @param channels that the connection is subscribed to at once
  * @param expiresAt when what the token allows expires; 0 for never
  * @param issued 0 for unknown
  */
private[push] final case class TokenClaims(
    user: String,
    id: String,
    info: Json,
    channel: String,
    channels: Set[String],
    expiresAt: Long,
    issued: Long
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
      case _ => in.skip()
    TokenClaims(user, id, info, channel, channels, other.getOrElse(expiry), issued)

end TokenClaims
