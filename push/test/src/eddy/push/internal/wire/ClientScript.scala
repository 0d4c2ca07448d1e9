package eddy.push.internal.wire

import eddy.push.*

import com.github.plokhotnyuk.jsoniter_scala.core.{JsonValueCodec, readFromArray}
import com.github.plokhotnyuk.jsoniter_scala.macros.JsonCodecMaker

/** The server's part in the script of push/centrifuge: methods by which it does what the script needs done.
  */
final class ClientScript:
  import ClientScript.*

  @volatile var channels: Channels | Null = null
  @volatile private var last = Json.none

  private val done = Verdict.Allow(Json("{}"))

  val hooks: Hooks = Hooks()
    .onRpc("echo")(c => Verdict.Allow(c.data))
    .onRpc("refuse")(_ => Verdict.refuse(1000, "not today"))
    .onRpc("last message")(_ => Verdict.Allow(last))
    .onRpc("disconnect"): c =>
      val asked = read[Wanted](c)
      channels.nn.disconnect(asked.user, code = asked.code, reason = "as the script wants"): Unit
      done
    .onRpc("subscribe"): c =>
      val asked = read[Wanted](c)
      channels.nn.subscribeUser(asked.user, asked.channel, data = asked.data): Unit
      done
    .onRpc("tell"): c =>
      val asked = read[Wanted](c)
      channels.nn.send(asked.user, asked.data): Unit
      done
    .onRpc("unsubscribe"): c =>
      val asked = read[Wanted](c)
      channels.nn.unsubscribe(asked.user, asked.channel): Unit
      done
    .onRpc("publish"): c =>
      val asked = read[Wanted](c)
      val tags = if asked.kind.isEmpty then Map.empty else Map("kind" -> asked.kind)
      channels.nn.publish(asked.channel, asked.data, PublishOptions(tags = tags)): Unit
      done
    .onMessage(c => last = c.data)

  private def read[A](c: Calling)(using JsonValueCodec[A]): A = readFromArray(c.data.bytes)
end ClientScript

object ClientScript:
  private val open = Namespace(
    history = 100,
    presence = true,
    joinLeave = true,
    clientsPublish = true,
    clientsReadHistory = true,
    clientsReadPresence = true,
    clientsSubscribe = true,
    patterns = true
  )
  val namespaces: Seq[Namespace] = Seq(open, open.copy(name = "picture"), Namespace("closed"))

  private final case class Wanted(
      user: String = "",
      channel: String = "",
      code: Int = 0,
      kind: String = "",
      data: Json = Json.none
  )
  private given JsonValueCodec[Json] = new JsonValueCodec[Json]:
    import com.github.plokhotnyuk.jsoniter_scala.core.{JsonReader, JsonWriter}
    def nullValue: Json = Json.none
    def decodeValue(in: JsonReader, default: Json): Json = new Json(in.readRawValAsBytes())
    def encodeValue(json: Json, out: JsonWriter): Unit = out.writeRawVal(json.bytes)
  private given JsonValueCodec[Wanted] = JsonCodecMaker.make
end ClientScript
