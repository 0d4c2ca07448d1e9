package eddy.social.internal

import com.github.plokhotnyuk.jsoniter_scala.core.JsonValueCodec
import com.github.plokhotnyuk.jsoniter_scala.macros.{CodecMakerConfig, JsonCodecMaker}

/** The JSON of answers. */
private[social] object Wire:
  /** @param now the server's clock, in milliseconds since 1970
    * @param window how far the clock of a client may be from it, in seconds
    */
  final case class ServerTime(now: Long, window: Long)

  final case class User(id: String, username: String)

  /** @param at when it began, in milliseconds since 1970
    * @param expires when it ends, in milliseconds since 1970
    * @param current whether it is that of the request
    */
  final case class Session(id: String, at: Long, expires: Long, current: Boolean)

  final case class Sessions(items: Vector[Session])

  /** @param author the name of the user
    * @param at when it was sent, in milliseconds since 1970
    * @param images the addresses of its sizes, relative to that of the request
    */
  final case class Picture(
      id: String,
      author: String,
      width: Int,
      height: Int,
      at: Long,
      images: Map[String, String]
  )

  given JsonValueCodec[ServerTime] = JsonCodecMaker.make
  given JsonValueCodec[Picture] = JsonCodecMaker.make
  given JsonValueCodec[User] = JsonCodecMaker.make
  given JsonValueCodec[Sessions] = JsonCodecMaker.make(CodecMakerConfig.withTransientEmpty(false))
end Wire
