package eddy.push.jgroups.internal

import eddy.push.MediatorNode
import eddy.push.jgroups.JGroupsConfig

import org.jgroups.Address

/** The part of [[Member]] by which a node that is new, or was cut off, gets everything that another has. Guarded by the lock. */
private[jgroups] abstract class MemberTransfers(config: JGroupsConfig, own: MediatorNode)
    extends MemberPublications(config, own):
  import MemberState.Phase
  private var reader: (Address, Snapshot.Reader) | Null = null
  private var transfers = 0L

  /** Goes on with becoming the coordinator. */
  protected def takeOver(): Unit

  /** Asks for everything. */
  protected final def join(): Unit =
    phase = Phase.Joining
    forgetTransfer()
    link.tell(coordinator, Frame.Hello(view.getViewId.getId, "", 0))

  /** Gives up what is on its way to this node, and what has come before it: they belong to another view, or are not enough. */
  protected final def forgetTransfer(): Unit =
    early.clear()
    reader = null

  protected final def tellEverything(to: Address): Unit = if replica.term.nonEmpty then
    transfers += 1
    val (transfer, pieces) = (transfers, replica.snapshot.pieces)
    link.tell(
      to,
      pieces.zipWithIndex.map((bytes, i) => Frame.Piece(transfer, i, !pieces.hasNext, bytes))
    )

  protected final def put(from: Address, piece: Frame.Piece): Unit =
    if phase == Phase.Joining || phase == Phase.Waiting || phase == Phase.Taking && replica.term.isEmpty then
      if piece.index == 0 then reader = (from, Snapshot.Reader(piece.transfer))
      reader match
        case (`from`, pieces) if pieces.transfer == piece.transfer => pieces.add(piece).foreach(restore)
        // of a transfer that was given up
        case _ => ()

  private def restore(snapshot: Snapshot): Unit =
    reader = null
    replica.restore(snapshot)
    numbering.clear()
    looks.clear()
    requests.fail(one => one.sentTo != null && one.changes, "this node was cut off from the others")
    requests.all.foreach(_.sentTo = null)
    if phase == Phase.Taking then takeOver()
    else
      phase = Phase.Following
      val came = early.toVector
      early.clear()
      came.foreach: (numbered, bytes) =>
        if numbered.term == replica.term then number(coordinator, numbered, bytes)
      if phase == Phase.Following then
        link.tell(coordinator, Frame.Have(replica.term, replica.last))
        sendAll()
end MemberTransfers
