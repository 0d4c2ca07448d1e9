package eddy.social.internal

import com.github.plokhotnyuk.jsoniter_scala.core.JsonValueCodec
import com.github.plokhotnyuk.jsoniter_scala.macros.JsonCodecMaker

/** The JSON of answers. */
private[social] object Wire:
  /** @param now the server's clock, in milliseconds since 1970
    * @param window how far the clock of a client may be from it, in seconds
    */
  final case class ServerTime(now: Long, window: Long)

  final case class User(id: String, username: String)

  given JsonValueCodec[ServerTime] = JsonCodecMaker.make
  given JsonValueCodec[User] = JsonCodecMaker.make
