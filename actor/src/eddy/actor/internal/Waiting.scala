package eddy.actor.internal

import eddy.actor.{ActorRef, AskCycleException}

import java.util.concurrent.{CancellationException, ConcurrentHashMap}
import scala.annotation.tailrec

/** Which actor waits for the answer to which question, while it does: of all systems of this JVM, since actors of one may
  * ask those of another.
  */
private[actor] object Waiting:
  private val waitsFor = new ConcurrentHashMap[ActorRef[?], Asked[?]]()

  /** Runs `body`, which sends `question` and waits, while `asker` is known to wait. Of actors that come to wait for each
    * other at the same time at least one finds the cycle, because each enters the map before it looks.
    */
  def during[A](asker: ActorRef[?], question: Asked[?])(body: => A): A =
    val _ = waitsFor.put(asker, question)
    try
      val path = chain(asker, question, Nil)
      // each was open when it was found; that they are open together makes it a cycle
      if path.nonEmpty && path.forall(_.isAlive) then
        throw AskCycleException(asker :: path.reverse.map(_.asked))
      try body
      finally
        // who was interrupted waits no more
        if question.isAlive then
          question.fail(CancellationException(s"$asker was interrupted while it waited"))
    finally
      val _ = waitsFor.remove(asker)

  def of(asker: ActorRef[?]): Option[ActorRef[?]] = Option(waitsFor.get(asker)).filter(_.isAlive).map(_.asked)

  /** The questions that lead from `asker` back to it, newest first; none when somebody on the way does not wait, or a
    * cycle of others is met.
    */
  @tailrec
  private def chain(asker: ActorRef[?], last: Asked[?], before: List[Asked[?]]): List[Asked[?]] =
    val path = last :: before
    if last.asked eq asker then path
    else if before.exists(_.asked eq last.asked) then Nil
    else
      val next = waitsFor.get(last.asked)
      // who has an answer goes on soon, and may be asked
      if next == null || !next.isAlive then Nil else chain(asker, next, path)
end Waiting
