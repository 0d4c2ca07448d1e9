package eddy.chat.internal

import eddy.chat.{Position, Publication}

/** The last `limit` publications of a room, with who sent them. Offsets count from 1 and have no gaps.
  *
  * @param epoch names this life of the room
  * @param offset of the last publication, 0 before the first
  */
private[chat] final case class History(
    epoch: String,
    limit: Int,
    offset: Long,
    entries: Vector[History.Entry]
):
  def add(id: String, name: String, token: String, text: String, wall: Long): (History, Publication) =
    val time = entries.lastOption.fold(wall)(e => math.max(e.publication.time, wall))
    val publication = Publication(offset + 1, id, name, text, time)
    val kept = if entries.length >= limit then entries.tail else entries
    (copy(offset = offset + 1, entries = kept :+ History.Entry(publication, token)), publication)

  /** What comes after `position`, or None when that is no longer, or never was, known here. */
  def after(position: Position): Option[Vector[Publication]] =
    val oldest = offset - entries.length // the offset before the oldest entry
    if position.epoch == epoch && position.offset >= oldest && position.offset <= offset then
      Some(entries.drop((position.offset - oldest).toInt).map(_.publication))
    else None

  def all: Vector[Publication] = entries.map(_.publication)

  /** The publications that `token` sent, by the client's id. */
  def sentBy(token: String): Vector[Publication] =
    entries.collect { case e if e.token == token => e.publication }
end History

private[chat] object History:
  final case class Entry(publication: Publication, token: String)

  def empty(epoch: String, limit: Int): History = History(epoch, limit, 0, Vector.empty)
