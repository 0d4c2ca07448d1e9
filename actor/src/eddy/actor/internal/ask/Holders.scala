package eddy.actor.internal.ask

import eddy.actor.ActorRef

import scala.collection.mutable

/** Those that got a question side by side, and may answer it yet; for one thread at a time. One that got it twice is in it
  * twice, and what it loses it loses once.
  */
private[actor] final class Holders:
  private val counts = mutable.HashMap.empty[ActorRef[?], Int]

  def isEmpty: Boolean = counts.isEmpty

  def add(holder: ActorRef[?]): Unit = counts.updateWith(holder)(count => Some(count.getOrElse(0) + 1)): Unit

  /** False when it is none. */
  def remove(holder: ActorRef[?]): Boolean =
    val held = counts.contains(holder)
    if held then counts.updateWith(holder)(_.filter(_ > 1).map(_ - 1)): Unit
    held

  /** `receiver` has lost it. Not counted when it is none of them, for it was passed on by one that may lose it too, or answer;
    * unless there is an address of several actors among them: then it is one of those.
    */
  def lost(receiver: ActorRef[?]): Unit =
    if !remove(receiver) then
      counts.keysIterator.find(!_.isOneActor).foreach: several =>
        val _ = remove(several)
end Holders
