package eddy.actor.testkit.internal

import scala.collection.mutable

/** Lets the turns of one machine of a simulation pass, keeps them back, or drops them. Confined to the holder
  * of the baton of the [[Stage]].
  *
  * @param machine its name; empty for the machine of the test itself
  */
private[testkit] final class Gate(val machine: String):
  import Gate.*

  private var position = Position.Open
  private val held = mutable.ArrayBuffer.empty[Turn]

  def isOpen: Boolean = position == Position.Open
  def isGone: Boolean = position == Position.Gone

  /** What becomes of a turn that could run now: true if it passes. */
  def passes(turn: Turn): Boolean = position match
    case Position.Open => true
    case Position.Shut =>
      held += turn
      false
    case Position.Gone => false

  /** From now on turns are kept back. */
  def shut(): Unit = if isOpen then position = Position.Shut

  /** The turns that were kept back, in their order. */
  def open(): List[Turn] =
    if isGone then Nil
    else
      position = Position.Open
      val all = held.toList
      held.clear()
      all

  /** From now on, and for good, turns are dropped. */
  def remove(): Unit =
    position = Position.Gone
    held.clear()

  /** The name of something on this machine, for the trace. */
  def named(what: String): String = if machine.isEmpty then what else s"$machine/$what"
end Gate

private[testkit] object Gate:
  private enum Position derives CanEqual:
    case Open, Shut, Gone
