package eddy.push.internal

import eddy.push.{Delivery, Namespace, Overflow}

import scala.concurrent.duration.FiniteDuration

/** What holds for all subscriptions of one kind: shared by them.
  *
  * @param history how many publications the log keeps; 0 without a log for these
  * @param delivery [[Delivery.Push]] without a log
  */
private[push] final class StreamRules(
    val overflow: Overflow,
    val bufferMessages: Int,
    val bufferBytes: Int,
    val history: Int,
    val delivery: Delivery,
    val stats: StreamStats
):
  /** Whether publications have offsets that follow one another. */
  val positioned: Boolean = history > 0
  val pulls: Boolean = positioned && delivery != Delivery.Push
  val pushes: Boolean = !pulls || delivery != Delivery.Pull

  val slows: Boolean = overflow == Overflow.Slow

  /** Whether somebody may miss what the policy drops. */
  val drops: Boolean = overflow match
    case Overflow.DropOldest | Overflow.KeepLatest(_) | Overflow.Sample(_) => true
    case Overflow.Disconnect | Overflow.Slow => false

  /** Between two samples. */
  def interval: FiniteDuration = overflow match
    case Overflow.Sample(every) => every
    case _ => throw IllegalStateException(s"$overflow does not sample")
end StreamRules

private[push] object StreamRules:
  /** @param pattern whether the subscription is to a pattern: its publications come from many channels, which
    *   have no common log
    */
  def of(namespace: Namespace, pattern: Boolean, stats: StreamStats): StreamRules =
    val history = if pattern then 0 else namespace.history
    new StreamRules(
      namespace.overflow,
      namespace.bufferMessages,
      namespace.bufferBytes,
      history,
      if history > 0 then namespace.delivery else Delivery.Push,
      stats
    )
