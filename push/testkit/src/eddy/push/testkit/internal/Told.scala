package eddy.push.testkit.internal

import eddy.push.Json

import com.github.plokhotnyuk.jsoniter_scala.core.{JsonReader, JsonValueCodec, JsonWriter}
import com.github.plokhotnyuk.jsoniter_scala.macros.{CodecMakerConfig, JsonCodecMaker}

/** One line of the server: the answer to a command, something without being asked, or a ping (all absent).
  */
private[testkit] final case class Told(
    id: Int = 0,
    error: Option[Fault] = None,
    connect: Option[Connected] = None,
    history: Option[Stored] = None,
    rpc: Option[Content] = None,
    push: Option[Pushed] = None
)

private[testkit] final case class Fault(code: Int, message: String = "")
private[testkit] final case class Connected(client: String)
private[testkit] final case class Content(data: Json = Json.none)
private[testkit] final case class Stored(publications: List[Content] = Nil)
private[testkit] final case class Ended(code: Int, reason: String = "")
private[testkit] final case class Somebody(info: Who)
private[testkit] final case class Who(client: String, user: String = "")

private[testkit] final case class Pushed(
    channel: String = "",
    pub: Option[Content] = None,
    join: Option[Somebody] = None,
    leave: Option[Somebody] = None,
    message: Option[Content] = None,
    unsubscribe: Option[Ended] = None
)

private[testkit] object Told:
  private given JsonValueCodec[Json]:
    def nullValue: Json = Json.none
    def decodeValue(in: JsonReader, default: Json): Json = Json(String(in.readRawValAsBytes(), "UTF-8"))
    def encodeValue(json: Json, out: JsonWriter): Unit = out.writeRawVal(json.toString.getBytes("UTF-8"))

  given JsonValueCodec[Told] = JsonCodecMaker.make(CodecMakerConfig)
