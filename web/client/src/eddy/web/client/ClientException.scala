package eddy.web.client

/** Why a call has no answer, or one that is of no use. */
enum ClientFailure derives CanEqual:
  /** No connection: nobody listens there, the name is unknown, or TLS found no agreement. The request was not
    * sent.
    */
  case Connect

  /** The time for the call, or for the next piece of a body, was over. The server may have done what was
    * asked.
    */
  case Timeout

  /** The answer is larger than allowed. */
  case TooLarge

  /** Redirections without end, to no http address, or from https to http. */
  case Redirect

  /** The connection broke before the answer was whole. The server may have done what was asked. */
  case Broken

  /** Too many calls under way ([[ClientConfig.maxCalls]]). The request was not sent. */
  case Busy

  /** The client has been closed. */
  case Closed

  /** The answer has a status that was not hoped for, or is not what was asked to be read. */
  case BadAnswer

  /** How it appears in metrics. */
  def label: String = toString.toLowerCase(java.util.Locale.ROOT)
end ClientFailure

/** A call has failed; the message names method, address and reason. It is not for the eyes of one's own
  * clients.
  */
final class ClientException private[eddy] (
    val failure: ClientFailure,
    message: String,
    cause: Throwable | Null = null
) extends java.io.IOException(message, cause)
