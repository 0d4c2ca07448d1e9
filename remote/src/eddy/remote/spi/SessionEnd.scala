package eddy.remote.spi

/** Why a session with another node closed. */
enum SessionEnd derives CanEqual:
  /** A node was stopped. It said goodbye, and will not return as this incarnation. */
  case Stopped

  /** The connection broke, and could not be resumed in time: the other node is terminated, frozen or
    * unreachable.
    */
  case Lost(reason: String)

  /** The other node sent what the protocol does not allow. */
  case Violated(reason: String)

  /** Another incarnation of the other node appeared, which was started later. */
  case Restarted
end SessionEnd
