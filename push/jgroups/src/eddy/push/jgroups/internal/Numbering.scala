package eddy.push.jgroups.internal

import eddy.push.Position
import eddy.push.internal.{Appended, MessageCodec}
import eddy.push.jgroups.JGroupsConfig

import java.util.ArrayDeque
import scala.collection.mutable
import scala.util.control.NonFatal

import org.jgroups.Address

/** The work of a node while it is the coordinator: it assigns numbers, and tracks which of them another node
  * has, too. Until then no subscriber here gets a publication with a position: if this node died, the
  * position would be another's. It counts on nodes that had all numbered entries before they announced
  * themselves, and asks the first two of them when somebody waits: two, so that one that pauses does not hold
  * the others up. Without such a node it does not wait. Guarded by the node's lock.
  */
private[jgroups] final class Numbering(config: JGroupsConfig, replica: Replica, link: Link):
  import Numbering.*
  // those of the view, in its order, and which of them it counts on
  private var others = Vector.empty[Address]
  private val counted = mutable.HashSet.empty[Address]
  // so many of the others, up to the second that it counts on
  private var confirmers = 0

  // in the order of their numbers
  private val unconfirmed = new ArrayDeque[Unconfirmed]()
  private var unconfirmedBytes = 0L
  // of the numbers sent to others: the last that readers can see, the last that another node was asked to
  // confirm, and the last that one has
  private var visible = 0L
  private var asked = 0L
  private var confirmed = 0L
  private var askedNanos = 0L

  // --- the other nodes
  // --------------------------------------------------------------------------------------------

  def among(members: Vector[Address]): Unit =
    others = members
    counted.filterInPlace(others.contains): Unit
    review()

  def countsOn(member: Address): Boolean = counted(member)

  /** It has everything up to `last`, and later numbers are on their way to it. */
  def count(member: Address, last: Long): Unit =
    confirm(last)
    counted += member
    review()

  /** It lacks something. */
  def discount(member: Address): Unit = if counted.remove(member) then review()

  private def review(): Unit =
    confirmers = others.indices.filter(i => counted(others(i))).take(2).lastOption.fold(0)(_ + 1)
    if confirmers == 0 then confirm(asked)

  // --- what they ask
  // ----------------------------------------------------------------------------------------------

  /** @param node who asks, by `id`
    * @param isOwn whether this node asks, and waits for another to have it
    */
  def run(request: Request, node: String, id: Long, isOwn: Boolean): Outcome = request match
    case Request.Publish(channel, bytes) =>
      if others.nonEmpty && !link.hasRoom then
        Outcome.Refused(s"the coordinator is behind with sending, ${link.load}: publish slower")
      else if isFull then Outcome.Refused(full)
      else
        try
          replica.append(channel, MessageCodec.decode(bytes)) match
            case Appended.New(publication) =>
              val entry = Entry.Publication(channel, publication.position, bytes)
              val isHeld = publication.position.offset > 0 && replica.isListenedTo(channel)
              number(entry, node, id, confirm = isOwn || isHeld)
              if isHeld then hold(bytes.length)(() => replica.offer(publication))
              else replica.offer(publication)
              Outcome.Numbered(entry)
            case Appended.Duplicate(position) => Outcome.Known(position)
        catch case NonFatal(wrong) => Outcome.Refused(s"the coordinator cannot read it: ${wrong.getMessage}")
    case _ if isOwn && isFull => Outcome.Refused(full)
    case Request.Forget(channel) =>
      replica.forget(channel)
      val entry = Entry.Cleared(channel)
      number(entry, node, id, confirm = isOwn)
      Outcome.Numbered(entry)
    case Request.Look(channel) =>
      replica.open(channel).foreach(epoch => number(Entry.Begun(channel, epoch), "", 0, confirm = isOwn))
      Outcome.Reached

  /** Has all nodes let go of channels. */
  def drop(channels: Vector[String]): Unit =
    replica.drop(channels)
    number(Entry.Dropped(channels), "", 0, confirm = false)

  // --- what waits for another node
  // --------------------------------------------------------------------------------

  private def isFull = unconfirmed.size >= config.maxUnsent || unconfirmedBytes >= config.maxUnsentBytes
  private def full =
    s"no other node has said that it has the last ${unconfirmed.size}, $unconfirmedBytes bytes: ask and publish slower"

  /** Calls `done` when another node has all that a read may see here now. */
  def whenConfirmed(done: () => Unit): Unit =
    if confirmers > 0 && visible > asked && visible > confirmed then ask()
    hold(0)(done)

  /** Until another node has what one was asked to confirm last. */
  private def hold(bytes: Int)(done: () => Unit): Unit =
    if asked <= confirmed then done()
    else
      unconfirmed.add(Unconfirmed(asked, bytes, done)): Unit
      unconfirmedBytes += bytes

  /** Asks again when a request from so long ago is not confirmed. */
  def askAgain(afterNanos: Long): Unit =
    if !unconfirmed.isEmpty && System.nanoTime - askedNanos >= afterNanos then ask()

  /** For a confirmation, by a number that changes nothing. */
  private def ask(): Unit = number(Entry.Dropped(Vector.empty), "", 0, confirm = true)

  /** Another node has everything up to here. */
  def confirm(last: Long): Unit =
    confirmed = math.max(confirmed, last)
    while !unconfirmed.isEmpty && unconfirmed.peekFirst.nn.number <= confirmed do
      val first = unconfirmed.pollFirst.nn
      unconfirmedBytes -= first.bytes
      first.done()

  /** Another coordinator, or this one in another term, continues from the numbers assigned here. */
  def confirmAll(): Unit =
    confirm(asked)
    clear()

  /** The numbers assigned here are void, and no node is counted on. */
  def clear(): Unit =
    unconfirmed.clear()
    unconfirmedBytes = 0
    visible = 0
    asked = 0
    confirmed = 0
    counted.clear()
    confirmers = 0

  private def number(entry: Entry, node: String, id: Long, confirm: Boolean): Unit =
    replica.last += 1
    val confirming = if confirm then confirmers else 0
    val frame = FrameCodec.encode(Frame.Numbered(replica.term, replica.last, node, id, confirming, entry))
    replica.recent.add(RecentFrame(replica.last, frame))
    if others.nonEmpty then
      if confirming > 0 then
        asked = replica.last
        askedNanos = System.nanoTime
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
