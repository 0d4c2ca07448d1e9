package eddy.push.jgroups.internal

import eddy.push.MediatorNode
import eddy.push.internal.Epochs
import eddy.push.jgroups.JGroupsConfig

import scala.collection.mutable

import org.jgroups.{Address, MergeView, View}

/** The part of [[Member]] that knows who is there, and who numbers: views, terms, and how one follows the other. Guarded by the lock.
  *
  * {{{
  *   Apart --view--> Joining --everything--> Following <--goes on-- Waiting <--other coordinator-- Following
  *   first of the view: --> Taking --all have said what they have--> Leading
  *   a number is missing, or another term: --> Joining
  * }}}
  */
private[jgroups] abstract class MemberTerms(config: JGroupsConfig, own: MediatorNode)
    extends MemberTransfers(config, own):
  import MemberState.Phase
  // the latest of each member of the view
  private val hellos = mutable.HashMap.empty[Address, Frame.Hello]
  // asked already, in this view, for what they have and this node has not
  private val wanted = mutable.HashSet.empty[Address]

  protected final def enter(next: View): Unit =
    val before = viewOrNull
    val isSame = before != null && before.getCoord == next.getCoord && !next.isInstanceOf[MergeView]
    viewOrNull = next
    hellos.filterInPlace((member, _) => next.containsMember(member)): Unit
    wanted.clear()
    forgetTransfer()
    if coordinator == link.me then
      if phase == Phase.Leading then
        if isAlone then numbering.confirmAll()
        greet()
      else
        phase = Phase.Taking
        takeOver()
    else
      if replica.term.isEmpty || phase == Phase.Joining then join()
      else
        if !isSame || phase != Phase.Following then phase = Phase.Waiting
        link.tell(coordinator, Frame.Hello(next.getViewId.getId, replica.term, replica.last))
  end enter

  /** Tells those that have come to this view, or back, how it goes on. */
  private def greet(): Unit =
    val due = hellos.filter((_, hello) => hello.view == view.getViewId.getId).toVector
    due.foreach: (member, hello) =>
      hellos.remove(member): Unit
      if hello.term == replica.term then
        numbering.confirm(hello.last)
        link.tell(member, Frame.Term(replica.term, replica.term, replica.last))
      else tellEverything(member)

  protected final def takeOver(): Unit =
    val said =
      others.flatMap(member => hellos.get(member).filter(_.view == view.getViewId.getId).map(member -> _))
    if said.size == others.size then
      val more =
        if replica.term.isEmpty then said.filter(_(1).term.nonEmpty)
        else said.filter((_, hello) => hello.term == replica.term && hello.last > replica.last)
      more.filterNot((member, _) => wanted(member)).sortBy(-_(1).last).headOption match
        case Some((member, _)) =>
          wanted += member
          if replica.term.nonEmpty then hellos.remove(member): Unit
          link.tell(member, Frame.Want(replica.term, replica.last))
        case None => if replica.term.nonEmpty || more.isEmpty then lead(said.map(_(1)))

  private def lead(said: Seq[Frame.Hello]): Unit =
    val term = Epochs.fresh(node.system)
    val behind = said.filter(hello => hello.term == replica.term).map(_.last).minOption
    if replica.term.nonEmpty then behind.foreach(replica.recent.after(_).foreach(link.tellAll))
    if !isAlone then link.tellAll(FrameCodec.encode(Frame.Term(term, replica.term, replica.last)))
    hellos.clear()
    goOn(term)
    phase = Phase.Leading
    sendAll()

  /** The coordinator goes on from what was before. */
  protected final def follow(term: Frame.Term): Unit =
    val goesOn = term.after == replica.term && (term.term == term.after || term.last == replica.last)
    if !goesOn || phase == Phase.Joining && replica.term.nonEmpty then join()
    else
      if term.term != term.after then goOn(term.term)
      early.clear()
      phase = Phase.Following
      sendAll()

  private def goOn(term: String): Unit =
    // what was not numbered by now never was
    numbering.confirmAll()
    replica.goOn(term)
    looks.clear()
    requests.all.foreach(_.sentTo = null)

  /** Another node says what it has. */
  protected final def greeted(from: Address, hello: Frame.Hello): Unit =
    hellos(from) = hello
    if phase == Phase.Leading then greet() else if phase == Phase.Taking then takeOver()
end MemberTerms
