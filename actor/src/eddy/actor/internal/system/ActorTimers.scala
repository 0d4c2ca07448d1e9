package eddy.actor.internal.system

import eddy.runtime.{Timer, TimerOwner}

import java.util.HashMap
import java.util.concurrent.ConcurrentHashMap
import scala.jdk.CollectionConverters.*

/** The timers whose messages go to the actors of one system. They are cancelled with their receiver, and
  * those that an actor has started for itself with that life of it.
  */
private[actor] final class ActorTimers:
  // a value is changed only inside a computation of the map
  private val byReceiver = new ConcurrentHashMap[AnyRef, HashMap[Timer, Boolean]]()

  /** For tests. */
  private[actor] def isEmpty: Boolean = byReceiver.isEmpty

  /** @param own its receiver has started it, in its present life */
  def owner(receiver: AnyRef, own: Boolean)(isAlive: => Boolean): TimerOwner = new TimerOwner:
    private[eddy] def made(timer: Timer): Unit =
      val _ = byReceiver.compute(
        receiver,
        (_, known) =>
          val timers = if known == null then new HashMap[Timer, Boolean]() else known
          timers.put(timer, own): Unit
          timers
      )
      // the end of the receiver may have overlooked it
      if !isAlive then timer.cancel(): Unit

    private[eddy] def over(timer: Timer): Unit =
      val _ = byReceiver.computeIfPresent(
        receiver,
        (_, timers) =>
          timers.remove(timer): Unit
          if timers.isEmpty then null else timers
      )

  def end(receiver: AnyRef): Unit =
    // most actors have none
    if !byReceiver.isEmpty then
      val timers = byReceiver.remove(receiver)
      if timers != null then timers.keySet.nn.forEach(_.cancel(): Unit)

  /** Another life may follow: what others have started for it stays. */
  def endLife(receiver: AnyRef): Unit =
    if !byReceiver.isEmpty then
      var ending = List.empty[Timer]
      val _ = byReceiver.computeIfPresent(
        receiver,
        (_, timers) =>
          ending = timers.asScala.iterator.collect { case (timer, true) => timer }.toList
          timers
      )
      ending.foreach(_.cancel(): Unit)
end ActorTimers
