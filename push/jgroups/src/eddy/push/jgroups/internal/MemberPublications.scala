package eddy.push.jgroups.internal

import eddy.push.MediatorNode
import eddy.push.jgroups.JGroupsConfig

import scala.collection.mutable
import scala.util.control.NonFatal

import org.jgroups.Address

/** The part of [[Member]] by which publications get their places: asks the coordinator, or numbers as the
  * coordinator, and applies what was numbered. Guarded by the lock.
  */
private[jgroups] abstract class MemberPublications(config: JGroupsConfig, own: MediatorNode, recent: Recent)
    extends MemberState(config, own, recent):
  import MemberState.Phase

  protected val early: Early = Early()
  // what the coordinator had when it was asked
  protected val looks: mutable.ArrayBuffer[Frame.Reached] = mutable.ArrayBuffer.empty
  // to the coordinator, how far this node is
  protected var mustTellHave = false

  /** Whether nothing that this coordinator has numbered can have passed by this node, as far as it knows. */
  protected var isOnStream = false

  /** Asks for everything: something is missing. */
  protected def join(): Unit

  /** It is as far as it was to be before it is up. */
  protected def reached(): Unit

  protected final def number(from: Address, numbered: Frame.Numbered, bytes: Array[Byte]): Unit =
    val follows = numbered.term == replica.term && numbered.number <= replica.last + 1
    phase match
      // a node was asked for its entries, and the last coordinator's may come late
      case Phase.Taking => if follows then place(numbered, bytes)
      case Phase.Following | Phase.Waiting | Phase.Joining if from == coordinator =>
        if phase == Phase.Joining then early.add(numbered, bytes)
        else if follows then
          place(numbered, bytes)
          if phase == Phase.Waiting then reached()
        // the numbers between are on their way, or everything is
        else if phase == Phase.Waiting && (!isOnStream || numbered.term != replica.term) then
          early.add(numbered, bytes)
        else
          join()
          early.add(numbered, bytes)
      // no node has requested it
      case _ => ()

  /** Publications that arrived before they could be placed. */
  protected final def placeEarly(): Unit =
    early.take(replica.term).foreach: (numbered, bytes) =>
      if numbered.number <= replica.last + 1 then place(numbered, bytes)

  private def place(numbered: Frame.Numbered, bytes: Array[Byte]): Unit =
    if numbered.number == replica.last + 1 then
      replica.last = numbered.number
      replica.recent.add(RecentFrame(numbered.number, bytes))
      try replica(numbered.entry)
      catch case NonFatal(wrong) => node.failed("reading a publication of another node", wrong)
      if numbered.confirmers > 0 && view.getMembers.nn.indexOf(link.me) <= numbered.confirmers then
        mustTellHave = true
      if looks.nonEmpty then look()
    answer(numbered)

  protected final def answer(numbered: Frame.Numbered): Unit =
    if numbered.node == node.id then requests.answer(numbered.id, Requests.Answer.Done(numbered.entry))

  /** Answers reads that were waiting for received entries. */
  protected final def look(): Unit =
    val (due, waiting) = looks.toVector.partition(l => l.term == replica.term && l.last <= replica.last)
    looks.clear()
    looks ++= waiting
    due.foreach(l => requests.answer(l.id, Requests.Answer.Reached))

  protected final def sendAll(): Unit =
    requests.all.foreach(one => if one.sentTo != coordinator then send(one))

  protected final def send(one: Requests.Waiting[?]): Unit = phase match
    case Phase.Following =>
      one.sentTo = coordinator
      link.tell(coordinator, Frame.Ask(replica.term, node.id, one.id, one.request))
    case Phase.Leading =>
      one.sentTo = coordinator
      numbering.run(one.request, node.id, one.id, isOwn = true) match
        case Numbering.Outcome.Numbered(entry) =>
          numbering.whenConfirmed(() => requests.answer(one.id, Requests.Answer.Done(entry)))
        case Numbering.Outcome.Known(position) =>
          numbering.whenConfirmed(() => requests.answer(one.id, Requests.Answer.Known(position)))
        case Numbering.Outcome.Reached =>
          // the entries here now, and not those that may be here and nowhere else by then
          numbering.whenConfirmed(requests.prepare(one, Requests.Answer.Reached))
        case Numbering.Outcome.Refused(why) => requests.answer(one.id, Requests.Answer.Refused(why))
    // when it is known who numbers
    case _ => ()
end MemberPublications
