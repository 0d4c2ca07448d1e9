package eddy.actor.internal.signal

/** A watch that ends with the life of the actor that asked for it. */
trait OwnWatch:
  private[eddy] def isOpen: Boolean

  /** Any thread. */
  def cancel(): Boolean
