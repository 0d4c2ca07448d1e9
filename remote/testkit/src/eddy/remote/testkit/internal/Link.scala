package eddy.remote.testkit.internal

import scala.collection.mutable
import scala.concurrent.duration.{DurationInt, DurationLong, FiniteDuration}

/** The way from one machine to another. */
private[testkit] final class Link:
  /** The latency of a packet is between these. */
  var least: FiniteDuration = 0.millis
  var most: FiniteDuration = 3.millis

  /** Bytes a second; 0 is without limit. */
  var bandwidth: Long = 0

  /** Nothing arrives, without notice. Packets sent meanwhile arrive after the link has healed: TCP repeats
    * them.
    */
  def isCut: Boolean = cuts.nonEmpty

  // the faults that cut it, each of which ends on its own
  private val cuts = mutable.HashSet.empty[AnyRef]

  def cut(by: AnyRef): Unit = cuts += by
  def heal(by: AnyRef): Unit = cuts -= by
  def heal(): Unit = cuts.clear()

  def latency(share: Double): FiniteDuration = (least.toNanos + ((most - least).toNanos * share).toLong).nanos

  def transmission(bytes: Int): FiniteDuration =
    if bandwidth == 0 then 0.nanos else (bytes * 1_000_000_000L / bandwidth).nanos
end Link
