package eddy.remote

import eddy.actor.UnreachableFailure

/** A node cannot be reached, or the session with it closed before it answered. */
final class NodeUnreachableException private[remote] (val node: String, val reason: String)
    extends RuntimeException(s"node $node is unreachable: $reason"),
      UnreachableFailure

/** The messages of an actor on another node have another type than the caller expects. */
final class WrongProtocolException private[remote] (val node: String, val name: String, val reason: String)
    extends RuntimeException(s"\"$name\" at node $node has other messages: $reason")

/** Nothing was started on another node. */
final class SpawnRefusedException private[remote] (val node: String, val name: String, val reason: String)
    extends RuntimeException(s"node $node did not start \"$name\": $reason")

/** Stands in a dead letter for a message of another node that was not read.
  *
  * @param bytes of the message
  */
final case class UnreadMessage(reason: String, bytes: Int)
