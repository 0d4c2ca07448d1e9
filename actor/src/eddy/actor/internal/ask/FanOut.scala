package eddy.actor.internal.ask

import eddy.actor.ActorRef

import scala.collection.mutable

/** The actors that received the same question and may still answer it; for one thread at a time. An actor
  * that received it twice is in it twice, and each loss counts once.
  */
private[actor] final class FanOut:
  private val counts = mutable.HashMap.empty[ActorRef[?], Int]

  def isEmpty: Boolean = counts.isEmpty

  def add(holder: ActorRef[?]): Unit =
    counts.updateWith(holder.target)(count => Some(count.getOrElse(0) + 1)): Unit

  /** False when `holder` is not one of them. */
  def remove(holder: ActorRef[?]): Boolean =
    val one = holder.target
    val held = counts.contains(one)
    if held then counts.updateWith(one)(_.filter(_ > 1).map(_ - 1)): Unit
    held

  /** `receiver` has lost the question. A loss reported by an actor that is not a holder was a forward: it
    * counts against a holder that stands for several actors if there is one, else not.
    */
  def lost(receiver: ActorRef[?]): Unit =
    if !remove(receiver) then
      counts.keysIterator.find(!_.isOneActor).foreach: several =>
        val _ = remove(several)
end FanOut
