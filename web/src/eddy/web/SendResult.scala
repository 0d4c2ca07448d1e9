package eddy.web

/** What became of a piece of output handed to a [[WebSocket]], a [[BodyStream]] or an [[EventStream]].
  *
  * Sending never blocks and never buffers without bound: a message that does not fit is refused, and the
  * caller decides.
  */
enum SendResult derives CanEqual:

  /** Accepted: it goes out in order, unless the connection breaks first. */
  case Sent

  /** Refused and NOT queued: the outgoing buffer is over its limit. `onDrain` runs when it is time to try
    * again.
    */
  case Full

  /** Refused: the connection or the stream is closed. */
  case Closed
end SendResult
