package eddy.actor

/** A message that no actor will handle. */
final case class DeadLetter(message: Any, receiver: ActorRef[?], reason: DeadLetter.Reason)

object DeadLetter:
  enum Reason derives CanEqual:
    /** The receiver had ended before it was sent, or before it was taken. */
    case Terminated

    /** The receiver's mailbox was full, or it was lost to make room for another message. */
    case Overflow

    /** A later message with the same key took its place; see [[Overflow.KeepLatest]]. */
    case Replaced

    /** The receiver's mailbox keeps the latest of each key, and the key function threw; see
      * [[Overflow.KeepLatest]].
      */
    case Unkeyed

    /** The function of [[contramap]], which makes the receiver's message of what was sent, threw. */
    case Unmapped

    /** The receiver was restarted without its mailbox. */
    case Restarted

    /** The receiver's engine has terminated: the receiver will not run again. */
    case EngineShutDown

    /** The receiver's node cannot be reached, or the connection to it was lost before the message was sent.
      */
    case Unreachable

    /** The receiver is on another node, and the message cannot be written as bytes. */
    case Unpicklable

    /** It came from another node, and its bytes are no message that the receiver takes. */
    case Unreadable

    /** The receiver is on another node, and the message has more bytes than its node sends. */
    case TooLarge
  end Reason
end DeadLetter
