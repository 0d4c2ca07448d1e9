package eddy.push.sns.internal

import eddy.push.internal.LocalHistory
import eddy.push.sns.SnsConfig
import eddy.push.{Delivery, Intake, Interest, MediatorNode, Message}
import eddy.runtime.SequentialUnit

import scala.collection.mutable
import scala.util.control.NonFatal

/** What comes for one interest, on its way to the node, at the pace that the delivery says. The inbox's unit owns it.
  *
  * {{{
  * Push      everything at once, whatever credit is left
  * Pull      as much as the node has credit for, `batch` at most; nothing until it is ready when it has none
  * Adaptive  everything until the credit is used up, then as Pull until nobody had to wait for a while
  * }}}
  *
  * @param after own publications up to this number were there before the interest
  */
private[sns] final class Feed(
    val interest: Interest,
    intake: Intake,
    val after: Long,
    history: LocalHistory,
    config: SnsConfig,
    node: MediatorNode,
    unit: SequentialUnit,
    load: Load
):
  private val held = mutable.ArrayDeque.empty[(String, Message)]
  private var pushes = config.delivery != Delivery.Pull
  private var credit = config.batch

  /** For [[Intake.whenReady]]. */
  private var waits = false
  private var watchesCalm = false
  private var waited = 0
  private var ended = false

  def come(channel: String, message: Message): Unit =
    held += ((channel, message))
    load.add(1, message.data.length)

  def go(): Unit =
    while !waits && !ended && held.nonEmpty do
      hand(if config.delivery == Delivery.Push then held.size
      else if pushes then config.batch
      else math.max(1, math.min(credit, config.batch)))
      if config.delivery != Delivery.Push && credit <= 0 then await()
    if !pushes && !waits && config.delivery == Delivery.Adaptive then watchCalm()

  /** Something is missing before what comes next. */
  def gap(): Unit =
    // what has come before the gap is before it for who gets it, too
    if held.nonEmpty then hand(held.size)
    history.gap(interest)
    intake.gap()

  def end(): Unit =
    ended = true
    held.foreach((_, message) => load.remove(1, message.data.length))
    held.clear()
    history.close(interest)

  private def hand(n: Int): Unit =
    val batch = Vector.fill(math.min(n, held.size))(held.removeHead())
    batch.foreach((_, message) => load.remove(1, message.data.length))
    val placed = batch.flatMap((channel, message) => history.arrived(interest, channel, message))
    if placed.nonEmpty then
      try credit = intake.accept(placed)
      catch case NonFatal(failure) => node.failed(s"handing over what came for $interest", failure)

  private def await(): Unit =
    waits = true
    waited += 1
    if pushes then
      pushes = false
      node.switched(interest, Delivery.Pull)
    intake.whenReady: () =>
      unit.submit: () =>
        waits = false
        credit = config.batch
        go()

  private def watchCalm(): Unit =
    if !watchesCalm then
      watchesCalm = true
      val before = waited
      val _ = node.system.engine.after(config.calm): () =>
        unit.submit: () =>
          watchesCalm = false
          if !ended && !waits && !pushes then
            if waited != before then watchCalm()
            else
              pushes = true
              node.switched(interest, Delivery.Push)
              go()
end Feed
