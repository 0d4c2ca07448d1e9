package eddy.remote

/** A session with another node opened or closed. */
enum NodeEvent:
  case Up(peer: PeerNode)

  /** All monitors and links of the session have been notified before. */
  case Down(peer: PeerNode, reason: NodeLoss)

/** Why a session with another node closed. */
enum NodeLoss derives CanEqual:
  /** It said goodbye, or this node did. */
  case Left

  /** It is terminated, frozen or unreachable: which is unknown. */
  case Lost(reason: String)

  /** One of both nodes sent what the protocol does not allow. */
  case Violated(reason: String)

  /** The node was started again. */
  case Restarted
end NodeLoss
