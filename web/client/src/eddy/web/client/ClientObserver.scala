package eddy.web.client

import java.net.URI

/** Observes every call of a [[Client]], for measuring and tracing. Must be quick and safe for any thread.
  */
trait ClientObserver:
  /** A call begins; on the thread that makes it. */
  def begin(method: String, uri: URI): ClientObservation

/** One call that is observed. */
trait ClientObservation:
  /** Sent with the request, such as `traceparent`; headers of the call itself go before these. */
  def headers: Seq[(String, String)] = Nil

  /** The call is over; called once, with the status of its answer or the reason why it got no answer. A
    * streamed answer is over with its header.
    */
  def end(outcome: Either[ClientException, Int]): Unit
