package eddy.push.jgroups.internal

import eddy.push.Position
import eddy.push.internal.{Appended, MessageCodec}

import java.util.ArrayDeque
import scala.util.control.NonFatal

/** What a node does while it is the coordinator: gives numbers, and knows which of its own publications another node has, too. Belongs to
  * whoever holds the node's lock.
  */
private[jgroups] final class Numbering(replica: Replica, link: Link):
  import Numbering.*
  // this node's, by number, with what to do
  private val unconfirmed = new ArrayDeque[(Long, () => Unit)]()

  /** @param node who asks, by `id`
    * @param isAlone whether there is no other node to tell
    * @param confirm whether to wait for another node
    */
  def run(request: Request, node: String, id: Long, isAlone: Boolean, confirm: Boolean): Outcome =
    request match
      case Request.Publish(channel, bytes) =>
        if !isAlone && !link.hasRoom then
          Outcome.Refused(s"the coordinator is behind with sending, ${link.load}: publish slower")
        else
          try
            replica.append(channel, MessageCodec.decode(bytes)) match
              case Appended.New(publication) =>
                val entry = Entry.Publication(channel, publication.position, bytes)
                number(entry, node, id, isAlone, confirm)
                Outcome.Numbered(entry)
              case Appended.Duplicate(position) => Outcome.Known(position)
          catch
            case NonFatal(wrong) => Outcome.Refused(s"the coordinator cannot read it: ${wrong.getMessage}")
      case Request.Forget(channel) =>
        val entry = Entry.Begun(channel, replica.forget(channel))
        number(entry, node, id, isAlone, confirm)
        Outcome.Numbered(entry)
      case Request.Look(channel) =>
        replica.open(channel).foreach(epoch =>
          number(Entry.Begun(channel, epoch), "", 0, isAlone, confirm = false)
        )
        Outcome.Reached

  /** Has all nodes let go of channels. */
  def drop(channels: Vector[String], isAlone: Boolean): Unit =
    replica.drop(channels)
    number(Entry.Dropped(channels), "", 0, isAlone, confirm = false)

  /** Calls `done` when another node has what was numbered last. */
  def whenConfirmed(done: () => Unit): Unit = unconfirmed.add((replica.last, done)): Unit

  /** Another node has everything up to here. */
  def confirm(last: Long): Unit =
    while !unconfirmed.isEmpty && unconfirmed.peekFirst.nn(0) <= last do unconfirmed.pollFirst.nn(1)()

  /** There is no other node, or another coordinator goes on from what was numbered here. */
  def confirmAll(): Unit = confirm(Long.MaxValue)

  /** What was numbered here holds no more. */
  def clear(): Unit = unconfirmed.clear()

  private def number(entry: Entry, node: String, id: Long, isAlone: Boolean, confirm: Boolean): Unit =
    replica.last += 1
    val frame = FrameCodec.encode(Frame.Numbered(replica.term, replica.last, node, id, confirm, entry))
    replica.recent.add(replica.last, frame)
    if !isAlone then link.tellAll(frame)
end Numbering

private[jgroups] object Numbering:
  enum Outcome:
    case Numbered(entry: Entry)
    case Known(position: Option[Position])
    case Reached
    case Refused(why: String)
