package eddy.actor.internal.ask

import eddy.actor.{ActorRef, AskCycleException}

import java.util.concurrent.{CancellationException, ConcurrentHashMap}
import scala.annotation.tailrec

/** Maps each actor that waits in place to the actor it waits for, for its answer or for room in its mailbox.
  * It covers all systems of this JVM, since actors of one may ask those of another.
  */
private[actor] object WaitsForGraph:
  private val waitsFor = new ConcurrentHashMap[ActorRef[?], Wait]()

  /** A wait in place that only one actor can end. */
  trait Wait:
    /** The actor that is waited for. */
    def asked: ActorRef[?]

    /** It has not come to its end. */
    def isAlive: Boolean

  /** For room in a mailbox. */
  private final class ForRoom(val asked: ActorRef[?]) extends Wait:
    @volatile var isAlive = true

  /** Runs `body`, which sends `question` and waits, while `asker` is known to wait. Of actors that come to
    * wait for each other at the same time at least one finds the cycle, because each enters the map before it
    * looks.
    */
  def during[A](asker: ActorRef[?], question: AskRef[?])(body: => A): A = entered(asker, question):
    try body
    finally
      // an interrupted actor does not wait any more
      if question.isAlive then
        question.fail(CancellationException(s"$asker was interrupted while it waited"))

  /** The same for a wait for room in the mailbox of `receiver`. */
  def forRoom(sender: ActorRef[?], receiver: ActorRef[?])(body: => Unit): Unit =
    val wait = new ForRoom(receiver)
    entered(sender, wait):
      try body
      finally wait.isAlive = false

  private def entered[A](waiter: ActorRef[?], wait: Wait)(body: => A): A =
    // a question may wait for room before it waits for its answer
    val outer = waitsFor.put(waiter, wait)
    try
      val path = chain(waiter, wait, Nil)
      // each was open when it was found; that they are open together makes it a cycle
      if path.nonEmpty && path.forall(_.isAlive) then
        throw new AskCycleException(waiter :: path.reverse.map(_.asked), path.exists(_.isInstanceOf[ForRoom]))
      body
    finally
      if outer == null then waitsFor.remove(waiter): Unit else waitsFor.put(waiter, outer): Unit

  def of(asker: ActorRef[?]): Option[ActorRef[?]] = Option(waitsFor.get(asker)).filter(_.isAlive).map(_.asked)

  /** The waits that lead from `asker` back to it, newest first; empty when an actor on the way does not wait,
    * or a cycle of others is met.
    */
  @tailrec
  private def chain(asker: ActorRef[?], last: Wait, before: List[Wait]): List[Wait] =
    val path = last :: before
    if last.asked eq asker then path
    else if before.exists(_.asked eq last.asked) then Nil
    else
      val next = waitsFor.get(last.asked)
      // an actor that has its answer continues soon, and may be asked
      if next == null || !next.isAlive then Nil else chain(asker, next, path)
end WaitsForGraph
