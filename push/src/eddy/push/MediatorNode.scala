package eddy.push

import eddy.actor.ActorSystem

/** The node as its mediator sees it. Any thread. */
trait MediatorNode:
  /** Unique among all nodes and all their lives. Letters and digits. */
  def id: String

  def system: ActorSystem

  /** How much of a channel's history is kept, by its namespace. */
  def retention(channel: String): Retention

  /** Tells metrics, readiness and the log. */
  def changed(state: MediatorState): Unit

  /** An adaptive mediator delivers this interest in another way from now on. */
  def switched(interest: Interest, to: Delivery): Unit

  /** A failure without a waiting caller: it is logged and counted. */
  def failed(doing: String, cause: Throwable): Unit
end MediatorNode
