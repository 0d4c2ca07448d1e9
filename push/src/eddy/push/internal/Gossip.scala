package eddy.push.internal

import eddy.push.{ClientInfo, Json}

import com.github.plokhotnyuk.jsoniter_scala.core.{JsonValueCodec, readFromArray, writeToArray}
import com.github.plokhotnyuk.jsoniter_scala.macros.{CodecMakerConfig, JsonCodecMaker}

/** Messages of a node to the others about its subscribers.
  *
  * @param n counts the messages of the node: a receiver that finds a number missing asks for everything
  * @param part which part of everything this is, counted from 0; -1 for changes only
  * @param parts of how many
  * @param changes in order; in a part, the subscribers
  * @param wants nodes that are to tell everything; `*` for all
  * @param bye the node ends
  */
private[push] final case class Gossip(
    n: Long = 0,
    part: Int = -1,
    parts: Int = 0,
    changes: List[Gossip.Change] = Nil,
    wants: List[String] = Nil,
    bye: Boolean = false
) derives CanEqual:
  def toJson: Json = new Json(writeToArray(this))

private[push] object Gossip:
  /** Short names, as there are many: channel, the client, whether it came. */
  final case class Change(
      ch: String,
      c: String,
      u: String = "",
      i: Json = Json.none,
      h: Json = Json.none,
      in: Boolean = true
  ) derives CanEqual:
    def who: ClientInfo = ClientInfo(c, u, i, h)

  object Change:
    def of(channel: String, who: ClientInfo, in: Boolean): Change =
      Change(channel, who.client, who.user, who.connectionInfo, who.channelInfo, in)

  /** As many as fit into one message, which every mediator must take; at least one, if there is one. */
  def part(changes: collection.BufferedIterator[Change]): List[Change] =
    val taken = List.newBuilder[Change]
    var left = PartBytes
    var fits = true
    while fits && changes.hasNext do
      val size = writeToArray(changes.head).length + 1
      fits = size <= left || left == PartBytes
      if fits then
        left -= size
        taken += changes.next()
    taken.result()

  /** @throws Exception when it does not parse */
  def parse(data: Json): Gossip = readFromArray[Gossip](data.bytes)

  private final val PartBytes = 64 * 1024

  private given JsonValueCodec[Json] = MessageCodec.json
  private given JsonValueCodec[Change] = JsonCodecMaker.make(CodecMakerConfig)
  private given JsonValueCodec[Gossip] = JsonCodecMaker.make(CodecMakerConfig)
end Gossip
