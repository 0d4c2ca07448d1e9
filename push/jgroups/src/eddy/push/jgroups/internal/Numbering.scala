package eddy.push.jgroups.internal

import eddy.push.Position
import eddy.push.internal.{Appended, MessageCodec}
import eddy.push.jgroups.JGroupsConfig

import java.util.ArrayDeque
import scala.util.control.NonFatal

/** What a node does while it is the coordinator: gives numbers, and knows which of them another node has, too. Until then nobody here hears of
  * what has a position: were this node to die, the position would be another's. Another node is asked to say so where somebody waits for
  * it. Belongs to whoever holds the node's lock.
  */
private[jgroups] final class Numbering(config: JGroupsConfig, replica: Replica, link: Link):
  import Numbering.*
  // in the order of their numbers
  private val unconfirmed = new ArrayDeque[Unconfirmed]()
  private var unconfirmedBytes = 0L
  // of what others were told: the last that reads can see, the last that another node was asked to confirm, and the last that one has
  private var visible = 0L
  private var asked = 0L
  private var confirmed = 0L

  /** @param node who asks, by `id`
    * @param isAlone whether there is no other node to tell
    * @param isOwn whether this node asks, and waits for another to have it
    */
  def run(request: Request, node: String, id: Long, isAlone: Boolean, isOwn: Boolean): Outcome =
    request match
      case Request.Publish(channel, bytes) =>
        if !isAlone && !link.hasRoom then
          Outcome.Refused(s"the coordinator is behind with sending, ${link.load}: publish slower")
        else if unconfirmed.size >= config.maxUnsent || unconfirmedBytes >= config.maxUnsentBytes then
          Outcome.Refused(
            s"no other node has said that it has the last ${unconfirmed.size}, $unconfirmedBytes bytes: publish slower"
          )
        else
          try
            replica.append(channel, MessageCodec.decode(bytes)) match
              case Appended.New(publication) =>
                val entry = Entry.Publication(channel, publication.position, bytes)
                val isHeld =
                  !isAlone && publication.position.offset > 0 && replica.isListenedTo(channel)
                number(entry, node, id, isAlone, confirm = isOwn || isHeld)
                if isHeld then hold(bytes.length)(() => replica.offer(publication))
                else replica.offer(publication)
                Outcome.Numbered(entry)
              case Appended.Duplicate(position) => Outcome.Known(position)
          catch
            case NonFatal(wrong) => Outcome.Refused(s"the coordinator cannot read it: ${wrong.getMessage}")
      case Request.Forget(channel) =>
        val entry = Entry.Begun(channel, replica.forget(channel))
        number(entry, node, id, isAlone, confirm = isOwn)
        Outcome.Numbered(entry)
      case Request.Look(channel) =>
        replica.open(channel).foreach(epoch =>
          number(Entry.Begun(channel, epoch), "", 0, isAlone, confirm = isOwn)
        )
        Outcome.Reached

  /** Has all nodes let go of channels. */
  def drop(channels: Vector[String], isAlone: Boolean): Unit =
    replica.drop(channels)
    number(Entry.Dropped(channels), "", 0, isAlone, confirm = false)

  /** Calls `done` when another node has all that a read may see here now. */
  def whenConfirmed(done: () => Unit): Unit =
    if visible > asked && visible > confirmed then ask()
    hold(0)(done)

  /** Until another node has what one was asked to confirm last. */
  private def hold(bytes: Int)(done: () => Unit): Unit =
    if asked <= confirmed then done()
    else
      unconfirmed.add(Unconfirmed(asked, bytes, done)): Unit
      unconfirmedBytes += bytes

  /** For a confirmation, by a number that changes nothing. */
  private def ask(): Unit =
    number(Entry.Dropped(Vector.empty), "", 0, isAlone = false, confirm = true)

  /** Another node has everything up to here. */
  def confirm(last: Long): Unit =
    confirmed = math.max(confirmed, last)
    while !unconfirmed.isEmpty && unconfirmed.peekFirst.nn.number <= confirmed do
      val first = unconfirmed.pollFirst.nn
      unconfirmedBytes -= first.bytes
      first.done()

  /** There is no other node, or another coordinator goes on from what was numbered here. */
  def confirmAll(): Unit =
    confirm(asked)
    clear()

  /** What was numbered here holds no more. */
  def clear(): Unit =
    unconfirmed.clear()
    unconfirmedBytes = 0
    visible = 0
    asked = 0
    confirmed = 0

  private def number(entry: Entry, node: String, id: Long, isAlone: Boolean, confirm: Boolean): Unit =
    replica.last += 1
    val frame = FrameCodec.encode(Frame.Numbered(replica.term, replica.last, node, id, confirm, entry))
    replica.recent.add(replica.last, frame)
    if !isAlone then
      if confirm then asked = replica.last
      entry match
        case Entry.Publication(_, position, _) if position.offset == 0 => ()
        case _ => visible = replica.last
      link.tellAll(frame)
end Numbering

private[jgroups] object Numbering:
  /** What to do when another node has this number. */
  private final class Unconfirmed(val number: Long, val bytes: Int, val done: () => Unit)

  enum Outcome:
    case Numbered(entry: Entry)
    case Known(position: Option[Position])
    case Reached
    case Refused(why: String)
