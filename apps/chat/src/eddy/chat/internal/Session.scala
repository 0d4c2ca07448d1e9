package eddy.chat.internal

import eddy.chat.Publication

import scala.collection.immutable.VectorMap

/** Somebody in a room, on any number of connections. Kept for a while after the last of them is gone.
  *
  * @param key of the name: what makes it taken
  * @param shown whether the others are told that this person is here
  * @param accepted the last messages of this session by the client's id: what makes a repeated one harmless
  * @param until with no connection left: when the next thing happens, `shown` ends or else the session does
  */
private[chat] final case class Session(
    token: String,
    name: String,
    key: String,
    connections: Set[ConnectionId],
    shown: Boolean,
    accepted: VectorMap[String, Publication],
    until: Long = Long.MaxValue
):
  def accept(p: Publication): Session =
    val kept = if accepted.size >= Session.RememberedIds then accepted.removed(accepted.head._1) else accepted
    copy(accepted = kept.updated(p.id, p))
end Session

private[chat] object Session:
  /** A client may have this many messages under way without losing idempotence. */
  val RememberedIds = 128

  /** Ids are made by clients: nothing long is kept. */
  val MaxIdLength = 64

  /** A new session takes up what the history still knows of its token. */
  def of(token: String, name: String, history: History): Session =
    val sent = history.sentBy(token).takeRight(RememberedIds)
    Session(token, name, Names.key(name), Set.empty, shown = false, VectorMap.from(sent.map(p => p.id -> p)))
