package eddy.push.activemq.internal

import eddy.push.Delivery
import eddy.push.activemq.ActiveMqConfig

/** How much of one interest may come before the node is asked again. One caller at a time.
  *
  * {{{
  * Push      always `prefetch`
  * Pull      as much as the node has credit for, `batch` at most; nothing until it is ready when it has none
  * Adaptive  as Push until the credit is used up, then as Pull until nothing was held back for a while
  * }}}
  */
private[activemq] final class Pace(config: ActiveMqConfig):
  import Pace.Next

  private var pushes = config.delivery != Delivery.Pull

  def isPushing: Boolean = pushes

  /** For a consumer that begins, and for a node that is ready again. */
  def begin: Int = if pushes then config.prefetch else config.batch

  /** The node took some and has so much credit left. */
  def taken(credit: Int): Next =
    if config.delivery == Delivery.Push then Next.Run(config.prefetch)
    else if credit > 0 then Next.Run(if pushes then config.prefetch else math.min(credit, config.batch))
    else
      val switches = pushes
      pushes = false
      Next.Wait(switches)

  /** Nothing was held back for a while.
    * @return whether it pushes from now on
    */
  def calm(): Boolean =
    val switches = config.delivery == Delivery.Adaptive && !pushes
    if switches then pushes = true
    switches
end Pace

private[activemq] object Pace:
  enum Next derives CanEqual:
    case Run(room: Int)

    /** Until the node is ready.
      * @param switched whether it was pushed before
      */
    case Wait(switched: Boolean)
