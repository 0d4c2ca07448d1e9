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

  /** @param liked whether the user likes the picture now
    * @param likes of the picture
    */
  final case class Liked(liked: Boolean, likes: Long)

  /** @param rev ascends with each change
    * @param items the names of the users who have liked it last
    */
  final case class Likes(likes: Long, rev: Long, items: Vector[String])

  /** An event of the live feed of a picture's likes.
    *
    * @param `type` `like`, `unlike`, or `state` for the count alone
    * @param by the name of the user
    * @param likes of the picture, then
    * @param rev ascends with each change: the greatest one has the count
    * @param at in milliseconds since 1970
    */
  final case class LikeEvent(
      `type`: String,
      by: Option[String],
      picture: String,
      likes: Long,
      rev: Long,
      at: Long
  )

  given JsonValueCodec[Liked] = JsonCodecMaker.make
  given JsonValueCodec[Likes] = JsonCodecMaker.make(CodecMakerConfig.withTransientEmpty(false))
  given JsonValueCodec[LikeEvent] = JsonCodecMaker.make
  given JsonValueCodec[ServerTime] = JsonCodecMaker.make
  given JsonValueCodec[Picture] = JsonCodecMaker.make
  given JsonValueCodec[User] = JsonCodecMaker.make
  given JsonValueCodec[Sessions] = JsonCodecMaker.make(CodecMakerConfig.withTransientEmpty(false))
end Wire
