package eddy.actor

/** From now on the end of a linked actor, whatever its reason, and requests to end ([[ActorRef.exit]]) become
  * messages to this actor, made by `message`, instead of ending it. Only [[ActorRef.kill]] cannot be trapped.
  */
def trapExit[M](using actor: Actor[M])(message: Exit => M): Unit = actor.cell.coldState.trap = message

/** Exits end this actor again. */
def untrapExit(using actor: Actor[?]): Unit = actor.cell.coldState.untrap()
