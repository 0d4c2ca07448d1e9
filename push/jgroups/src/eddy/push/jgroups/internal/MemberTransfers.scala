package eddy.push.jgroups.internal

import eddy.push.MediatorNode
import eddy.push.jgroups.JGroupsConfig

import org.jgroups.Address

/** The part of [[Member]] by which a node that is new, or was cut off, gets everything that another has.
  * Guarded by the lock.
  */
private[jgroups] abstract class MemberTransfers(config: JGroupsConfig, own: MediatorNode, recent: Recent)
    extends MemberPublications(config, own, recent):
  import MemberState.Phase
  private var reader: (Address, Snapshot.Reader) | Null = null
  private var transfers = 0L

  /** Whether others may have what this node has, and more of it. */
  protected var isOutdated = false

  /** Continues to become the coordinator, with this node's entries. */
  protected def takeOver(from: Address): Unit

  /** Tells the coordinator what this node has. */
  protected def greetCoordinator(): Unit

  // when the coordinator was asked, or has begun to answer, last
  protected var askedNanos: Long = System.nanoTime

  /** Asks for everything. */
  protected final def join(): Unit =
    phase = Phase.Joining
    isOutdated = true
    greetCoordinator()

  /** Gives up transfers on their way to this node, and entries that came ahead of them: they belong to
    * another view. The transfers of this view, and the entries numbered meanwhile, belong together, however
    * often they were requested.
    */
  protected final def forgetTransfer(): Unit =
    early.clear()
    reader = null

  protected final def tellEverything(to: Address): Unit = if replica.term.nonEmpty then
    transfers += 1
    val (id, transfer, pieces) = (viewId, transfers, replica.snapshot.pieces)
    link.tellHistories(
      to,
      pieces.zipWithIndex.map((bytes, i) => Frame.Piece(id, transfer, i, !pieces.hasNext, bytes))
    )

  protected final def put(from: Address, piece: Frame.Piece): Unit =
    val isWanted = phase == Phase.Joining || phase == Phase.Waiting || phase == Phase.Taking
    if isWanted && piece.view == viewId then
      askedNanos = System.nanoTime
      if piece.index == 0 then reader = (from, Snapshot.Reader(piece.transfer))
      reader match
        case (`from`, pieces) if pieces.transfer == piece.transfer =>
          for snapshot <- pieces.add(piece) do
            reader = null
            if lacksAll || phase != Phase.Taking && snapshot.term != replica.term then restore(from, snapshot)
            else if snapshot.term == replica.term then
              if snapshot.last > replica.last then restore(from, snapshot)
              // numbers came sooner: with them it has everything, too
              else if phase == Phase.Waiting then supplied()
        // of a transfer that was given up
        case _ => ()

  /** Whether it is better to have what another has. */
  protected final def lacksAll: Boolean = replica.term.isEmpty || isOutdated

  private def restore(from: Address, snapshot: Snapshot): Unit =
    val missed =
      if snapshot.term == replica.term then Some(snapshot.recent.filter(_.number > replica.last)) else None
    val isKnown = missed.exists(_.size == snapshot.last - replica.last)
    replica.restore(snapshot)
    isOutdated = false
    looks.clear()
    if isKnown then
      numbering.confirmAll()
      missed.get.foreach(frame => answered(frame.bytes))
    else
      numbering.clear()
      requests.fail(one => one.sentTo != null && one.changes, "this node was cut off from the others")
    if phase == Phase.Taking then takeOver(from)
    else supplied()

  /** It is up when the coordinator counts on it. */
  private def supplied(): Unit =
    phase = Phase.Waiting
    isOnStream = true
    placeEarly()
    greetCoordinator()

  /** Completes this node's request, if the frame numbers one. */
  private def answered(bytes: Array[Byte]): Unit = FrameCodec.decode(bytes) match
    case numbered: Frame.Numbered => answer(numbered)
    case _ => ()
end MemberTransfers
