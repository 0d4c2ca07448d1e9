package eddy.actor

/** Runs `act(reason)` when the present life of this actor ends, however it ends: by [[stop]] or [[exit]], a
  * failure, an exit or a kill, its supervisor, or the shutdown of its system. Use it to release resources
  * such as files.
  *
  * It runs once, as a part of the actor: on its worker, or its thread, after the last reaction and before
  * links, monitors and the supervisor are notified. So it sees the writes of the reactions, may block and may
  * send, also to `self`: the next life receives that message, if the mailbox is kept. Its time counts towards
  * the supervisor's limit for the end. Several hooks run one after another, the last registered first. A hook
  * that throws is reported to the engine; the others run, and the reason stays.
  *
  * It belongs to the life that registers it: when a supervisor restarts the actor, the hook of the old life
  * has run before the body begins again, and the body registers it again. It does not run for an actor that
  * was never begun, and not when the engine is shut down, where actors do not end.
  *
  * @throws IllegalStateException when such a hook calls it: the life is over
  */
def onEnd(using actor: Actor[?])(act: ExitReason => Unit): Unit =
  val here = actor.cell.coldState
  if here.runsEndHooks then
    throw IllegalStateException(
      s"onEnd was called by what ${actor.cell} does at its end: do there at once what is to be done"
    )
  here.endHooks = act :: here.endHooks

/** How the life before this one ended, when a supervisor has restarted the actor; None in the first life. */
def endOfLastLife(using actor: Actor[?]): Option[ExitReason] =
  val here = actor.cell.cold
  if here == null then None else Option(here.lastEnd)
