package eddy.remote.internal.node

import eddy.actor.ActorRef

/** A link between an actor of this node and one of the other node.
  *
  * @param link stands for the link at `local`
  */
private[remote] final class LinkEntry(val link: AnyRef, val local: ActorRef[?], val remote: ActorRef[?])
