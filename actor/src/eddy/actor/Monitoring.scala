package eddy.actor

/** Has `down(reason)` sent to this actor once, when `other` has terminated; at once if it has already. A full
  * mailbox does not refuse it. The thread that ends `other` calls `down`: it should do no more than make the
  * message. The watch ends with this actor, or, when a supervisor restarts it, with the life that made it:
  * the next life says itself whom it watches. A message that was made before stays in the mailbox, if that is
  * kept.
  *
  * @throws IllegalArgumentException when `other` is no actor but a router, which does not end
  */
def monitor[M](using actor: Actor[M])(other: ActorRef[?])(down: ExitReason => M): Monitor =
  require(other.isOneActor, s"$other is no actor, it does not end: monitor its actors")
  val watcher = actor.cell
  val monitor = new Monitor(other, reason => watcher.deliverAnyway(down(reason)), watcher)
  watcher.coldState.watches.addOwn(monitor)
  other.addMonitor(monitor)
  monitor
