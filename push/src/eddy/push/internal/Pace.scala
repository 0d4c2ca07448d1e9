package eddy.push.internal

import eddy.push.Delivery

/** How much of one interest may come from a mediator before the node is asked again. One caller at a time.
  *
  * {{{
  * Push      always `most`
  * Pull      as much as the node has credit for, `batch` at most; nothing until it is ready when it has none
  * Adaptive  as Push until the credit is used up, then as Pull until [[Calm]] ends that
  * }}}
  */
private[push] final class Pace(val delivery: Delivery, most: Int, batch: Int):
  import Pace.Next

  private var pushes = delivery != Delivery.Pull

  def isPushing: Boolean = pushes

  /** For who begins, and for a node that is ready again. */
  def begin: Int = if pushes then most else batch

  /** The node took some and has so much credit left. */
  def taken(credit: Int): Next =
    if delivery == Delivery.Push then Next.Run(most)
    else if credit > 0 then Next.Run(if pushes then most else math.min(credit, batch))
    else
      val switches = pushes
      pushes = false
      Next.Wait(switches)

  /** Nothing was held back for a while.
    * @return whether it pushes from now on
    */
  def calm(): Boolean =
    val switches = delivery == Delivery.Adaptive && !pushes
    if switches then pushes = true
    switches
end Pace

private[push] object Pace:
  enum Next derives CanEqual:
    case Run(room: Int)

    /** Until the node is ready.
      * @param switched whether it was pushed before
      */
    case Wait(switched: Boolean)
