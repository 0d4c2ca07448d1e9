package eddy.actor

/** What goes along with messages, from the code that sends to the reaction that takes: such as the request on whose behalf that
  * is, for tracing. See [[ActorSystem]]. Any thread, for each message: must neither block nor throw.
  */
trait Carrier:
  /** What belongs to the code that runs on this thread; null for nothing. */
  def present: Carried | Null

/** What a message takes along. Any thread. */
trait Carried:
  /** Runs `body` with this as what is present. */
  def run(body: Runnable): Unit
