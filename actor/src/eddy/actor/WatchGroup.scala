package eddy.actor

/** Sends `notice(change)` to this actor for each change of the members of `group`: at once a
  * [[GroupChange.Joined]] for each present member, then each change. Changes arrive in order, and none is
  * left out; a full mailbox does not reject them. The thread that makes the change calls `notice`, which
  * should only make the message. A failure of it is reported. The watch ends with this life of the actor, as
  * [[monitor]] does.
  *
  * @return ends the watch; a change made at the same time may still arrive
  */
def watchGroup[A, M](using
    actor: Actor[M]
)(group: Group[A])(notice: GroupChange[A] => M): AutoCloseable =
  val watcher = actor.cell
  val watch = group.watch: change =>
    // a failure is this actor's alone, not of the thread that joins, nor of other watchers
    try watcher.deliverAnyway(notice(change))
    catch case cause: Throwable => watcher.system.engine.report(cause, s"the notice of $watcher about $group")
  watcher.coldState.watches.addOwn(watch)
  watch
