package eddy.actor

/** Has `notice(holder)` sent to this actor for each change of who has `name`: at once for the present holder,
  * None if no actor has it, and again when another actor is registered, or the name is free again. Changes
  * arrive in order, and none is left out; a full mailbox does not refuse them. The thread that makes the
  * change calls `notice`: it should do no more than make the message. The watch ends with this life of the
  * actor, as [[monitor]] does.
  *
  * @return takes the watch back; a change made at the same time may still arrive
  */
def watchName[A, M](using
    actor: Actor[M]
)(name: ActorName[A])(notice: Option[ActorRef[A]] => M): AutoCloseable =
  val watcher = actor.cell
  val watch = watcher.system.watchName(name)(holder => watcher.deliverAnyway(notice(holder)))
  onEnd(_ => watch.close())
  watch
