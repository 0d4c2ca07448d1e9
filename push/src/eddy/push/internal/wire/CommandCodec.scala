package eddy.push.internal.wire

import eddy.push.internal.wire.Command.{Body, SubscribeOptions}
import eddy.push.{Json, Position}

import scala.collection.immutable.TreeMap

import com.github.plokhotnyuk.jsoniter_scala.core.{JsonReader, JsonValueCodec, JsonWriter}

/** Reads one command. Unknown fields are skipped, as newer clients may send them; two methods in one command
  * are refused.
  *
  * @param maxSubscriptions how many a client may name that connects; refused while they are read, as the
  *   client is unknown yet
  */
private[push] final class CommandCodec(maxSubscriptions: Int) extends JsonValueCodec[Command]:
  import CommandCodec.*

  def nullValue: Command = Command(0, Body.Pong)
  def encodeValue(command: Command, out: JsonWriter): Unit = out.encodeError("commands are only read")

  def decodeValue(in: JsonReader, default: Command): Command =
    var id = 0L
    var body: Body | Null = null
    var unknown = false
    fields(in):
      case "id" =>
        id = if isNull(in) then 0 else in.readLong()
        if id < 0 || id > MaxId then in.decodeError(s"id must be from 0 to $MaxId")
      case name =>
        reading(name) match
          case Some(read) =>
            if isNull(in) then ()
            else if body != null then in.decodeError("two methods in one command")
            else body = read(in)
          case None =>
            unknown = true
            in.skip()
    val found = body
    if found != null then Command(id, found)
    else Command(id, if unknown || id > 0 then Body.Unknown else Body.Pong)
  end decodeValue

  private def reading(method: String): Option[JsonReader => Body] = method match
    case "connect" => Some(connect)
    case "subscribe" => Some(in => subscribe(in)((channel, options) => Body.Subscribe(channel, options)))
    case "unsubscribe" => Some(in => Body.Unsubscribe(channelOf(in)))
    case "publish" => Some(publish)
    case "presence" => Some(in => Body.Presence(channelOf(in)))
    case "presence_stats" => Some(in => Body.PresenceStats(channelOf(in)))
    case "history" => Some(history)
    case "rpc" => Some(in => named(in, "method", (method, data) => Body.Rpc(method, data)))
    case "send" => Some(in => named(in, "", (_, data) => Body.Send(data)))
    case "refresh" => Some(in => Body.Refresh(tokens(in)._2))
    case "sub_refresh" => Some(in => Body.SubRefresh.apply.tupled(tokens(in)))
    case "ping" => Some: in =>
        in.skip()
        Body.Ping
    case _ => None

  private def connect(in: JsonReader): Body =
    var (token, name, version, data) = ("", "", "", Json.none)
    // in order of their names: clients may choose some whose hashes are equal
    var subs = TreeMap.empty[String, Option[Position]]
    fields(in):
      case "token" => token = in.readString("")
      case "data" => data = json(in)
      case "name" => name = in.readString("")
      case "version" => version = in.readString("")
      case "subs" =>
        fields(in): channel =>
          subs += channel -> subscribe(in)((_, options) => options.recover)
          if subs.size > maxSubscriptions then in.decodeError(s"more than $maxSubscriptions subscriptions")
      case _ => in.skip()
    Body.Connect(token, data, subs, name, version)

  private def subscribe[A](in: JsonReader)(make: (String, SubscribeOptions) => A): A =
    var (channel, token, epoch, data, filter) = ("", "", "", Json.none, Json.none)
    var (recover, joinLeave, offset, flags) = (false, false, 0L, 0L)
    fields(in):
      case "channel" => channel = in.readString("")
      case "token" => token = in.readString("")
      case "recover" => recover = boolean(in)
      case "epoch" => epoch = in.readString("")
      case "offset" => offset = offsetOf(in)
      case "data" => data = json(in)
      case "join_leave" => joinLeave = boolean(in)
      case "tf" => filter = json(in)
      case "flag" => if !isNull(in) then flags = in.readLong()
      case _ => in.skip()
    val seen = if recover then Some(Position(offset, epoch)) else None
    make(channel, SubscribeOptions(token, seen, data, joinLeave, filter, (flags & RejectUnrecovered) != 0))

  private def publish(in: JsonReader): Body =
    named(in, "channel", (channel, data) => Body.Publish(channel, data))

  private def history(in: JsonReader): Body =
    var (channel, limit, reverse) = ("", 0, false)
    var since: Option[Position] = None
    fields(in):
      case "channel" => channel = in.readString("")
      case "limit" => limit = if isNull(in) then 0 else in.readInt()
      case "reverse" => reverse = boolean(in)
      case "since" =>
        if !isNull(in) then
          var (offset, epoch) = (0L, "")
          fields(in):
            case "offset" => offset = offsetOf(in)
            case "epoch" => epoch = in.readString("")
            case _ => in.skip()
          since = Some(Position(offset, epoch))
      case _ => in.skip()
    Body.History(channel, limit, since, reverse)

  private def channelOf(in: JsonReader): String = tokens(in)._1

  /** A channel and a token. */
  private def tokens(in: JsonReader): (String, String) =
    var (channel, token) = ("", "")
    fields(in):
      case "channel" => channel = in.readString("")
      case "token" => token = in.readString("")
      case _ => in.skip()
    (channel, token)

  /** One text and the data. */
  private def named(in: JsonReader, field: String, make: (String, Json) => Body): Body =
    var (text, data) = ("", Json.none)
    fields(in):
      case "data" => data = new Json(in.readRawValAsBytes())
      case `field` => text = in.readString("")
      case _ => in.skip()
    make(text, data)
end CommandCodec

private[push] object CommandCodec:
  /** The largest number that a client may call a command by, 2^32 - 1. */
  private val MaxId = 0xffffffffL

  /** As the protocol numbers the flags of a subscription. */
  private val RejectUnrecovered = 2L

  /** Calls `each` with the name of each field of an object; it must read the value. `null` is an object
    * without fields, as whatever is null counts as absent.
    */
  private[wire] def fields(in: JsonReader)(each: String => Unit): Unit = if !isNull(in) then
    if !in.isNextToken('{') then in.decodeError("expected an object")
    if !in.isNextToken('}') then
      in.rollbackToken()
      each(in.readKeyAsString())
      while in.isNextToken(',') do each(in.readKeyAsString())
      if !in.isCurrentToken('}') then in.objectEndOrCommaError()

  /** An array, each of whose values `each` reads; `null` is an empty one. */
  private[wire] def list[A](in: JsonReader)(each: => A): Vector[A] =
    val all = Vector.newBuilder[A]
    if !isNull(in) then
      if !in.isNextToken('[') then in.decodeError("expected an array")
      if !in.isNextToken(']') then
        in.rollbackToken()
        all += each
        while in.isNextToken(',') do all += each
        if !in.isCurrentToken(']') then in.arrayEndOrCommaError()
    all.result()

  /** Whether the next value is null; then it has been read. */
  private[wire] def isNull(in: JsonReader): Boolean =
    val found = in.isNextToken('n')
    in.rollbackToken()
    if found then in.skip()
    found

  private[wire] def json(in: JsonReader): Json =
    if isNull(in) then Json.none else new Json(in.readRawValAsBytes())
  private[wire] def boolean(in: JsonReader): Boolean = if isNull(in) then false else in.readBoolean()

  private[wire] def offsetOf(in: JsonReader): Long =
    ToldOffset(in.readBigInt(BigInt(0), ToldOffset.TooManyDigits)) match
      case Right(offset) => offset
      case Left(wrong) => in.decodeError(wrong)
end CommandCodec
