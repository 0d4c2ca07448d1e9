package eddy.remote.internal.cluster

import eddy.actor.ActorRef
import eddy.remote.{Pickler, Schema}

/** Where another node takes messages for its part of a set.
  *
  * @param schema of the messages there
  */
private[remote] final class RemotePart(val owner: SetOwner, schema: Schema, receiver: Long):
  // null: not known yet
  @volatile private var known: Option[ActorRef[?]] | Null = null

  /** The receiver; None if messages of this node have another type. All calls have the same `protocol`.
    *
    * @param unfit is notified of that, once
    */
  def address[M](protocol: Pickler[M], unfit: String => Unit): Option[ActorRef[M]] =
    val found = known match
      case null =>
        val fits = protocol.reader(schema) match
          case Right(_) => Some(owner.address(receiver, protocol))
          case Left(reason) =>
            unfit(reason.toString)
            None
        known = fits
        fits
      case before => before
    found.asInstanceOf[Option[ActorRef[M]]]
end RemotePart
