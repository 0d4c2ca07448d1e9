package eddy.push.sns.internal

import eddy.push.internal.{Calm, LocalHistory, Pace}
import eddy.push.sns.SnsConfig
import eddy.push.{Delivery, Intake, Interest, MediatorNode, Message}
import eddy.runtime.SequentialUnit

import scala.collection.mutable
import scala.util.control.NonFatal

/** Messages for one interest, on their way to the node, at the pace of the delivery ([[Pace]]). The inbox's
  * unit owns it.
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
  private val pace = Pace(config.delivery, config.batch, config.batch)
  private var room = pace.begin
  private var credit = 1

  /** For [[Intake.whenReady]]. */
  private var waits = false
  private var waited = 0
  private var ended = false
  private val calm =
    Calm(pace, config.calm, node.system.engine, unit)(() => waited, () => !ended && !waits): () =>
      node.switched(interest, Delivery.Push)
      go()

  def come(channel: String, message: Message): Unit =
    held += ((channel, message))
    load.add(1, message.data.length)

  def go(): Unit =
    while !waits && !ended && held.nonEmpty do
      hand(room)
      pace.taken(credit) match
        case Pace.Next.Run(n) => room = n
        case Pace.Next.Wait(switched) => await(switched)
    if !waits then calm.watch()

  /** Something is missing before the next message. */
  def gap(): Unit =
    // messages received before the gap are delivered before it, too
    while held.nonEmpty do hand(held.size)
    history.gap(interest)
    intake.gap()

  def end(): Unit =
    ended = true
    held.foreach((_, message) => load.remove(1, message.data.length))
    held.clear()
    history.close(interest)

  /** The first of them: `n` at most, or as many bytes as make a batch, but one at least. */
  private def hand(n: Int): Unit =
    val batch = Vector.newBuilder[(String, Message)]
    var (count, bytes) = (0, 0L)
    while count < n && held.nonEmpty && bytes < Feed.BatchBytes do
      val one = held.removeHead()
      batch += one
      count += 1
      bytes += one(1).data.length
    load.remove(count, bytes)
    val placed =
      batch.result().flatMap((channel, message) => history.arrived(interest, channel, message))
    if placed.nonEmpty then
      try credit = intake.accept(placed)
      catch case NonFatal(failure) => node.failed(s"handing over what came for $interest", failure)

  private def await(switched: Boolean): Unit =
    waits = true
    waited += 1
    if switched then node.switched(interest, Delivery.Pull)
    intake.whenReady: () =>
      unit.submit: () =>
        waits = false
        room = pace.begin
        go()
end Feed

private[sns] object Feed:
  /** The node says after each batch how much more it wants. */
  private final val BatchBytes = 256 * 1024
