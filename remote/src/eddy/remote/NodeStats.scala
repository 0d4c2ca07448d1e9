package eddy.remote

import eddy.actor.DeadLetter
import eddy.remote.spi.TransportStats

/** The state and the counters of a node; a moment's copy.
  *
  * @param exported actors and addresses for answers that other nodes may know
  * @param peers the nodes with an open session, by name
  */
final case class NodeStats(exported: Int, peers: Vector[PeerStats])

/** What a node has exchanged with one incarnation of another node.
  *
  * @param sent messages taken for sending, in all sessions with the incarnation
  * @param received messages received from it
  * @param lostBy messages to it that were rejected or lost on this side, by reason
  * @param unsentBytes of messages that wait to be sent
  * @param pendingQuestions sent to it and not answered
  * @param links between actors of both nodes
  * @param monitors of actors here on actors there
  * @param transport frames and bytes of the present session, and how often it was resumed
  */
final case class PeerStats(
    peer: PeerNode,
    sent: Long,
    received: Long,
    lostBy: Map[DeadLetter.Reason, Long],
    unsentBytes: Long,
    pendingQuestions: Int,
    links: Int,
    monitors: Int,
    transport: TransportStats
)
