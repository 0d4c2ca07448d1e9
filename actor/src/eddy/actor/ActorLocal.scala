package eddy.actor

/** A value that every actor has for itself (Erlang's process dictionary): for what runs through all of an
  * actor's code, such as a request's id for logging. State that belongs to a behavior is better a parameter
  * of it.
  *
  * @param initial made once for each actor that asks before it has set a value
  */
final class ActorLocal[A](initial: => A):
  /** This actor's value. */
  def get(using actor: Actor[?]): A = actor.cell.local(this) match
    case Some(value) => value
    case None =>
      val made = initial
      set(made)
      made

  def set(value: A)(using actor: Actor[?]): Unit =
    val cold = actor.cell.coldState
    cold.locals = cold.locals.updated(this, value)

  /** Removes this actor's value; the next `get` creates it again. */
  def clear()(using actor: Actor[?]): Unit =
    val cold = actor.cell.coldState
    cold.locals = cold.locals.removed(this)
end ActorLocal
