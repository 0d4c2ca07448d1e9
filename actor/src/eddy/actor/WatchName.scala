package eddy.actor

/** Sends `notice(holder)` to this actor for each change of the holder of `name`: at once for the present
  * holder, None if no actor has it, and again when another actor is registered, or the name is free again.
  * Changes arrive in order, and none is left out; a full mailbox does not reject them. The thread that makes
  * the change calls `notice`, which should only make the message. A failure of it is reported. The watch ends
  * with this life of the actor, as [[monitor]] does.
  *
  * @return ends the watch; a change made at the same time may still arrive
  */
def watchName[A, M](using
    actor: Actor[M]
)(name: ActorName[A])(notice: Option[ActorRef[A]] => M): AutoCloseable =
  val watcher = actor.cell
  val watch = ActorSystem.of(actor).watchName(name): holder =>
    // a failure is this actor's alone, not of the thread that registers, nor of other watchers
    try watcher.deliverAnyway(notice(holder))
    catch case cause: Throwable => watcher.system.engine.report(cause, s"the notice of $watcher about $name")
  watcher.coldState.watches.addOwn(watch)
  watch
