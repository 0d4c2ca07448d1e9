package eddy.actor

/** Carries context with each message from the sending code to the reaction that handles it: such as the
  * request on whose behalf it is sent, for tracing. See [[ActorSystem]]. Called by any thread, for each
  * message: must neither block nor throw.
  */
trait Carrier:
  /** What belongs to the code that runs on this thread; null for nothing. */
  def present: Carried | Null

/** What a message takes along. Any thread. */
trait Carried:
  /** Runs `body` with this as what is present. */
  def run(body: Runnable): Unit
