package eddy.remote.internal.node

import eddy.actor.spi.remote.{Arrival, Questions}
import eddy.actor.{ActorRef, ActorSystem, DeadLetter, done, loop, react, self}
import eddy.remote.Pickler
import eddy.remote.internal.cluster.{Part, SharedSet, SharedSets}

import java.lang.System.Logger.Level

/** The messages between the parts that nodes have of a set.
  *
  * @param of the set, for the log
  * @param pass passes a message of another node to the elements of this one, and returns how many took it
  */
private[remote] final class SetMessages[M](of: String, context: NodeContext, protocol: Pickler[M])(
    pass: M => Int
):
  private val receiver: ActorRef[M] =
    given ActorSystem = context.system
    Arrival.start[M]: one =>
      loop(using one):
        react(using one): message =>
          // the last element has gone while it was under way
          if pass(message) == 0 then
            Questions.unanswered(message, self(using one), DeadLetter.Reason.Terminated)
          done

  /** Before the first element of this node. */
  def begin[E](sets: SharedSets[E], set: SharedSet[E]): Unit =
    sets.begin(set, protocol, receiver, context.exports)

  /** Where another node takes them for its elements; None if it takes messages of another type. */
  def receiverOf(part: Part[?]): Option[ActorRef[M]] = part.of.address(
    protocol,
    reason =>
      context.log(
        Level.WARNING,
        s"the part of $of at ${part.of.owner} is left out: it takes messages of another type: $reason"
      )
  )
end SetMessages
