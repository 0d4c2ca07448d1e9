package eddy.actor.internal

import eddy.actor.{ActorRef, AskCycleException}

import java.util.concurrent.ConcurrentHashMap
import scala.annotation.tailrec

/** Which actor waits for the answer of which, while it does: of all systems of this JVM, since actors of one may ask those
  * of another.
  */
private[actor] object Waiting:
  private val waitsFor = new ConcurrentHashMap[ActorRef[?], ActorRef[?]]()

  /** Runs `body` while `asker` waits for `asked`. Of actors that come to wait for each other at the same time at least
    * one finds the cycle, because each enters the map before it looks.
    */
  def during[A](asker: ActorRef[?], asked: ActorRef[?])(body: => A): A =
    val _ = waitsFor.put(asker, asked)
    try
      val path = chain(asked, List(asked, asker))
      if path.head eq asker then throw AskCycleException(path.reverse)
      body
    finally
      val _ = waitsFor.remove(asker)

  def of(asker: ActorRef[?]): Option[ActorRef[?]] = Option(waitsFor.get(asker))

  /** From `from` along who waits for whom, newest first, until nobody waits or somebody comes a second time. */
  @tailrec
  private def chain(from: ActorRef[?], path: List[ActorRef[?]]): List[ActorRef[?]] =
    if path.tail.exists(_ eq from) then path
    else
      val next = waitsFor.get(from)
      if next == null then path else chain(next, next :: path)
end Waiting
