package eddy.push.jgroups.internal

import eddy.push.MediatorNode
import eddy.push.jgroups.JGroupsConfig

import scala.collection.mutable
import scala.util.control.NonFatal

import org.jgroups.Address

/** The part of [[Member]] by which publications get their places: asks the coordinator, or numbers as the coordinator, and applies what was
  * numbered. Guarded by the lock.
  */
private[jgroups] abstract class MemberPublications(config: JGroupsConfig, own: MediatorNode)
    extends MemberState(config, own):
  import MemberPublications.*
  import MemberState.Phase

  // came before everything had
  protected val early: mutable.ArrayBuffer[(Frame.Numbered, Array[Byte])] = mutable.ArrayBuffer.empty
  // what the coordinator had when it was asked
  protected val looks: mutable.ArrayBuffer[Frame.Reached] = mutable.ArrayBuffer.empty
  // to the coordinator, how far this node is
  protected var mustTellHave = false

  /** Asks for everything: something is missing. */
  protected def join(): Unit

  protected final def number(from: Address, numbered: Frame.Numbered, bytes: Array[Byte]): Unit = phase match
    case Phase.Joining => if early.size < MostEarly then early += ((numbered, bytes))
    case Phase.Leading | Phase.Apart | Phase.Closed => ()
    case Phase.Waiting if numbered.term != replica.term =>
      if from == coordinator && early.size < MostEarly then early += ((numbered, bytes))
    case Phase.Following | Phase.Waiting | Phase.Taking =>
      if numbered.term == replica.term && numbered.number <= replica.last + 1 then place(numbered, bytes)
      else if phase != Phase.Taking && from == coordinator then
        join()
        early += ((numbered, bytes))

  protected final def place(numbered: Frame.Numbered, bytes: Array[Byte]): Unit =
    if numbered.number == replica.last + 1 then
      replica.last = numbered.number
      replica.recent.add(numbered.number, bytes)
      try replica(numbered.entry)
      catch case NonFatal(wrong) => node.failed("reading a publication of another node", wrong)
      if numbered.confirm && isDeputy then mustTellHave = true
      if looks.nonEmpty then look()
    if numbered.node == node.id then requests.answer(numbered.id, Requests.Answer.Done(numbered.entry))

  /** Answers reads that were waiting for what has come. */
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
      link.tell(coordinator, Frame.Ask(node.id, one.id, one.request))
    case Phase.Leading =>
      one.sentTo = coordinator
      numbering.run(one.request, node.id, one.id, isAlone, isOwn = true) match
        case Numbering.Outcome.Numbered(entry) =>
          numbering.whenConfirmed(() => requests.answer(one.id, Requests.Answer.Done(entry)))
        case Numbering.Outcome.Known(position) =>
          numbering.whenConfirmed(() => requests.answer(one.id, Requests.Answer.Known(position)))
        case Numbering.Outcome.Reached =>
          // what is here now, and not what may be here and nowhere else by then
          numbering.whenConfirmed(requests.prepare(one, Requests.Answer.Reached))
        case Numbering.Outcome.Refused(why) => requests.answer(one.id, Requests.Answer.Refused(why))
    // when it is known who numbers
    case _ => ()
end MemberPublications

private[jgroups] object MemberPublications:
  /** More that come while a node gets everything are found missing after it. */
  private final val MostEarly = 100_000
