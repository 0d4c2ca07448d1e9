package eddy.actor

/** Carries context with each message from the sending code to the reaction that handles it: such as the
  * request on whose behalf it is sent, for tracing. See [[ActorSystem]]. Called by any thread, for each
  * message: must neither block nor throw.
  */
trait Carrier:
  /** The context of the code that runs on this thread; null without one. */
  def present: Carried | Null

  /** The context of a message from another process, by its [[Carried.headers]]; null if they have none. */
  def received(headers: List[(String, String)]): Carried | Null = null

/** The context that a message carries. Any thread. */
trait Carried:
  /** Text that a message to another process takes along, such as the headers of W3C Trace Context; empty: the
    * context stays in this process.
    */
  def headers: List[(String, String)] = Nil

  /** Runs `body` with this as the present context. */
  def run(body: Runnable): Unit
