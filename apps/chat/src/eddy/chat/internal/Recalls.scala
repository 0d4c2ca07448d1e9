package eddy.chat.internal

import eddy.push.Position

import java.util.LinkedHashMap
import scala.concurrent.Future
import scala.util.Success

/** The messages for connections that join a room, as long as nothing new was said: for each position that
  * they
  * resume from they are read once, and encoded once. After a break of the network many resume from the same.
  * Owned by the room's actor.
  *
  * @param millis how long it is given again at most, as what becomes too old is not to be shown for long
  * @param mostBytes what is longer is shared by those alone that come while it is read
  */
private[chat] final class Recalls(millis: Long, mostBytes: Long):
  import Recalls.*

  // the last to be read last; clients choose the positions, but there are few of them
  private val known = LinkedHashMap[Option[Position], Recall]()

  /** @param newest where the room is: a reading that was begun there lacks nothing for a new connection
    */
  def of(since: Option[Position], newest: Position, now: Long)(read: => Future[Past]): Future[Past] =
    val recall = known.remove(since)
    val fits = recall != null && now - recall.tick < millis && recall.isOf(newest)
    val taken = if fits then recall else Recall(read, newest, now)
    known.putLast(since, taken): Unit
    if known.size > MaxPositions then known.pollFirstEntry(): Unit
    taken.past

  /** It has been read. */
  def done(past: Past): Unit =
    if past.sizeBytes > mostBytes then known.values.removeIf(_.holds(past)): Unit
end Recalls

private[chat] object Recalls:
  /** So many positions are remembered, each with its messages. */
  private[internal] final val MaxPositions = 4

  private final class Recall(val past: Future[Past], begunAt: Position, val tick: Long):
    def isOf(newest: Position): Boolean = past.value match
      case None => begunAt == newest
      case Some(Success(read)) => read.top == newest
      case Some(_) => false

    def holds(read: Past): Boolean = past.value.exists(_.toOption.exists(_ eq read))
