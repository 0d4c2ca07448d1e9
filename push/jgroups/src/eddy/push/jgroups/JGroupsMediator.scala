package eddy.push.jgroups

import eddy.push.internal.TiedMediator
import eddy.push.jgroups.internal.{ChannelLink, Member}
import eddy.push.{Lineage, MediatorNode, Position}

/** Nodes that find each other and exchange publications without a server, by JGroups. All hold the same
  * histories: one of them, the coordinator, assigns each publication its place, and another takes over when
  * it is gone. For the guarantees see docs/push-jgroups.md.
  */
final class JGroupsMediator(config: JGroupsConfig = JGroupsConfig()) extends TiedMediator[Member], Lineage:
  def name: String = "jgroups"
  def sharedHistory: Boolean = true

  // its start is done when the node has the histories of the others, or has found no other; it fails when it
  // cannot listen
  protected def tie(node: MediatorNode): Member = Member(config, node, ChannelLink(config, node, _))

  def present(channel: String, position: Position): Option[Position] =
    val member = tieOrNull
    if member == null then None else member.present(channel, position)

  /** For tests that cut it off. */
  private[jgroups] def member: Member = tieOrNull.nn

  override def toString: String = s"JGroupsMediator(${config.cluster})"
end JGroupsMediator
