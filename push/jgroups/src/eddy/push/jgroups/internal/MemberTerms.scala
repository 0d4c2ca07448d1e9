package eddy.push.jgroups.internal

import eddy.push.MediatorNode
import eddy.push.internal.Epochs
import eddy.push.jgroups.JGroupsConfig

import scala.collection.mutable
import scala.jdk.CollectionConverters.*

import org.jgroups.{Address, MergeView, View}

/** The part of [[Member]] that knows which nodes are up, and which one numbers: views, terms, and how one
  * follows the other. Guarded by the lock.
  *
  * {{{
  *   Apart --view--> Joining --everything--> Waiting --the coordinator counts on it--> Following
  *   Following --other coordinator, or it may have missed something--> Waiting
  *   first of the view: --> Taking --all have said what they have--> Leading
  *   a number is missing, or another term: --> Joining
  * }}}
  */
private[jgroups] abstract class MemberTerms(config: JGroupsConfig, own: MediatorNode, recent: Recent)
    extends MemberTransfers(config, own, recent):
  import MemberState.Phase
  import MemberTerms.*
  // the latest of each node, of this view or one that is to come
  private val hellos = mutable.HashMap.empty[Address, Frame.Hello]
  // how often they were asked in this view for entries that this node lacks
  private val wanted = mutable.HashMap.empty[Address, Int]
  // who in this view was sent all that it lacked
  private val supplied = mutable.HashSet.empty[Address]
  // how far this node is to be before it is up
  private var target = Long.MaxValue

  protected final def enter(next: View): Unit =
    val before = viewOrNull
    if before == null || before.getCoord != next.getCoord then isOnStream = false
    viewOrNull = next
    hellos.filterInPlace((_, hello) => hello.view >= viewId): Unit
    wanted.clear()
    supplied.clear()
    forgetTransfer()
    if coordinator == link.me then
      if phase == Phase.Leading && !isRivalled(next) then
        numbering.among(others)
        greet()
      else
        phase = Phase.Taking
        takeOver()
    else if replica.term.isEmpty || phase == Phase.Joining then join()
    else
      // a node that was lost for a while may not know it when it is back
      if phase != Phase.Following || !isOnStream || next.isInstanceOf[MergeView] then await()
      greetCoordinator()
  end enter

  /** Whether a part that comes back has as many nodes as that of this one: it may be the one that has gone
    * on.
    */
  private def isRivalled(next: View): Boolean = next match
    case merge: MergeView =>
      // a lost node is in its own view with others that have seen a later one
      val parts = merge.getSubgroups.nn.asScala.toVector
      val partOf = (member: Address) => parts.filter(_.containsMember(member)).maxByOption(_.getViewId.getId)
      val sizes = (link.me +: others).groupMapReduce(partOf)(_ => 1)(_ + _)
      val own = partOf(link.me)
      sizes.exists((part, size) => part != own && size >= sizes(own))
    case _ => false

  private def await(): Unit =
    phase = Phase.Waiting
    target = Long.MaxValue

  protected final def greetCoordinator(): Unit =
    askedNanos = System.nanoTime
    target = Long.MaxValue
    val hello =
      if phase == Phase.Joining then Frame.Hello(viewId, "", 0, Vector.empty, isOnStream = false)
      else Frame.Hello(viewId, replica.term, replica.last, replica.earlier, isOnStream)
    link.tell(coordinator, hello)

  /** Greets the coordinator again when it has not answered for so long. */
  protected final def greetAgain(afterNanos: Long): Unit =
    if System.nanoTime - askedNanos >= afterNanos then greetCoordinator()

  // --- the coordinator
  // --------------------------------------------------------------------------------------------

  /** Another node says what it has. */
  protected final def greeted(from: Address, hello: Frame.Hello): Unit =
    hellos(from) = hello
    if phase == Phase.Leading then greet() else if phase == Phase.Taking then takeOver()

  /** Announces the term to the nodes that have joined this view, or rejoined it. */
  private def greet(): Unit =
    val due = hellos.filter((member, hello) => hello.view == viewId && view.containsMember(member)).toVector
    due.foreach: (member, hello) =>
      hellos.remove(member): Unit
      if hello.term.isEmpty then numbering.discount(member)
      val hasMissedNothing = hello.isOnStream && (supplied(member) || numbering.countsOn(member))
      supplied += member
      if hello.term != replica.term then tellEverything(member)
      else
        (if hasMissedNothing then Some(Vector.empty) else replica.lacks(hello.last)) match
          case None => tellEverything(member)
          case Some(frames) =>
            frames.foreach(frame => link.tell(member, frame.bytes))
            numbering.count(member, hello.last)
            link.tell(member, Frame.Term(replica.term, replica.term, replica.last))
  end greet

  protected final def takeOver(from: Address): Unit =
    // unless it has gone on to the next view
    if hellos.get(from).forall(_.view <= viewId) then
      hellos(from) = Frame.Hello(viewId, replica.term, replica.last, replica.earlier, isOnStream = false)
    takeOver()

  private def takeOver(): Unit =
    val said = others.flatMap(member => hellos.get(member).filter(_.view == viewId).map(member -> _))
    if said.size == others.size then
      // nodes that have continued from this node's state; of parts that were split, if they are as many
      val heirs = said.filter(_(1).earlier.contains(replica.term))
      val alike = said.count(_(1).term == replica.term)
      if heirs.nonEmpty && (heirs.size > alike || !view.isInstanceOf[MergeView]) then isOutdated = true
      val more =
        if lacksAll then if heirs.nonEmpty then heirs else said.filter(_(1).term.nonEmpty)
        else said.filter((_, hello) => hello.term == replica.term && hello.last > replica.last)
      def wants(member: Address) = wanted.getOrElse(member, 0)
      more.filter((member, _) => lacksAll || wants(member) < MostWants).sortBy(-_(1).last).headOption match
        case Some((member, _)) =>
          wanted(member) = wants(member) + 1
          if lacksAll then link.tell(member, Frame.Want("", 0))
          else
            hellos.remove(member): Unit
            link.tell(member, Frame.Want(replica.term, replica.last))
        case None => lead(said)

  private def lead(said: Seq[(Address, Frame.Hello)]): Unit =
    val term = Epochs.fresh(node.system)
    val alike = said.filter(_(1).term == replica.term)
    // who lacks more than is known of asks for everything
    if replica.term.nonEmpty then
      alike.flatMap((_, hello) => replica.lacks(hello.last)).maxByOption(_.size)
        .foreach(_.foreach(frame => link.tellAll(frame.bytes)))
    if others.nonEmpty then link.tellAll(FrameCodec.encode(Frame.Term(term, replica.term, replica.last)))
    hellos.filterInPlace((_, hello) => hello.view > viewId): Unit
    goOn(term)
    numbering.among(others)
    supplied.clear()
    for (member, _) <- alike do
      supplied += member
      numbering.count(member, 0)
    phase = Phase.Leading
    sendAll()

  // --- the others
  // -------------------------------------------------------------------------------------------------

  /** The coordinator announces the term. */
  protected final def follow(term: Frame.Term): Unit =
    if term.term == term.after then
      if phase == Phase.Waiting && term.term == replica.term then
        target = term.last
        placeEarly()
        isOnStream = true
        reached()
    else if term.after == replica.term && term.last == replica.last && (phase != Phase.Joining || term.after.isEmpty)
    then
      goOn(term.term)
      isOnStream = true
      startFollowing()
      placeEarly()
    else join()

  protected final def reached(): Unit =
    if phase == Phase.Waiting && replica.last >= target then startFollowing()

  private def startFollowing(): Unit =
    phase = Phase.Following
    // what changes nothing may be asked twice
    requests.all.foreach(one => if !one.changes then one.sentTo = null)
    sendAll()

  private def goOn(term: String): Unit =
    // a request that is not numbered by now never was
    numbering.confirmAll()
    replica.goOn(term)
    isOutdated = false
    looks.clear()
    requests.all.foreach(_.sentTo = null)
end MemberTerms

private[jgroups] object MemberTerms:
  /** Requested entries that have not come by then do not come. */
  private final val MostWants = 3
