package eddy.remote

import eddy.actor.ActorRef

/** An actor of which the nodes that name it run one, made by [[Node.singleton]]. Any thread may use it.
  *
  * @param ref leads to the actor wherever it runs. While it moves, up to 1,000 messages wait; further ones
  *   are dead letters `Overflow`. It stands for no actor: linking and monitoring end with this node only
  */
final class Singleton[M] private[remote] (
    val name: String,
    val ref: ActorRef[M],
    running: () => Option[Long]
):
  /** The term of the actor if it runs at this node. */
  def term: Option[Long] = running()

  override def toString: String = s"singleton \"$name\""
