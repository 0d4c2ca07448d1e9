package eddy.push.sns.internal

import scala.collection.mutable

/** Puts what comes of one node into the order of its numbers, each once. SNS and SQS repeat messages and turn
  * them around. One caller at a time; times are of `System.nanoTime`.
  */
private[sns] final class Sequence(now: Long):
  import Sequence.*

  /** The number that is to be handed on next; [[Unknown]] until it is known where to begin. */
  private var next = Unknown

  /** Lower numbers were handed on, or reported as lost: they are never delivered again. */
  private var floor = 0L

  /** The highest number that must have been sent. */
  private var top = 0L
  private val early = mutable.TreeMap.empty[Long, Parcel]
  private var earlyBytes = 0L

  /** Since when `next` is waited for. */
  private var since = now

  /** When the last new message of this node came. A repetition does not keep it alive. */
  var heard: Long = now

  /** What can be handed on now that this has come. A beat must not be one that has come before. */
  def come(parcel: Parcel, now: Long): Vector[Parcel] =
    if parcel.isBeat || parcel.number > math.max(top, floor - 1) then heard = now
    val least = if parcel.isBeat then floor - 1 else floor
    if parcel.number < least then Vector.empty else arrived(parcel, now)

  private def arrived(parcel: Parcel, now: Long): Vector[Parcel] =
    if !isWaiting then since = now
    top = math.max(top, parcel.number)
    if !parcel.isBeat then hold(parcel.number, parcel)
    parcel.givenUp.foreach(n => hold(n, Parcel(parcel.origin, n, Vector.empty, Vector.empty)))
    if next == Unknown && floor <= 1 && parcel.number == (if parcel.isBeat then 0 else 1) then next = 1
    if next == Unknown then Vector.empty else drain(now)

  /** The way to this node was cut, and all get a gap: the next number is unknown, only that it is not before
    * this one.
    */
  def cut(): Unit =
    floor = math.max(floor, next)
    next = Unknown
    top = 0
    early.clear()
    earlyBytes = 0

  /** Whether something is missing, or where to begin is not known. */
  def isWaiting: Boolean = next == Unknown && (top > 0 || early.nonEmpty) || next != Unknown && next <= top

  /** Stops waiting for missing numbers if it has waited for long enough, or holds too much. */
  def expire(now: Long, withinNanos: Long): Expired =
    val within = if next == Unknown then math.min(withinNanos, SettleNanos) else withinNanos
    if !isWaiting || (now - since < within && early.size < MaxEarly && earlyBytes < MaxEarlyBytes) then
      Expired(gap = false, Vector.empty)
    else
      val began = next != Unknown
      // who begins does not wait for numbers before those of publications
      if !began then
        while early.headOption.exists(_._2.isBeat) do take(early.head._1): Unit
      next = math.max(floor, early.headOption.fold(top + 1)(_._1))
      Expired(gap = began, drain(now))

  private def hold(number: Long, parcel: Parcel): Unit =
    if number >= next && number >= floor && !early.contains(number) then
      early(number) = parcel
      earlyBytes += parcel.publications.foldLeft(0L)(_ + _.length)

  private def take(number: Long): Parcel =
    val parcel = early.remove(number).get
    earlyBytes -= parcel.publications.foldLeft(0L)(_ + _.length)
    parcel

  private def drain(now: Long): Vector[Parcel] =
    val ready = Vector.newBuilder[Parcel]
    while early.contains(next) do
      val parcel = take(next)
      if !parcel.isBeat then ready += parcel
      next += 1
      since = now
    ready.result()
end Sequence

private[sns] object Sequence:
  /** @param gap whether something is missing before `parcels`, and so before later ones */
  final case class Expired(gap: Boolean, parcels: Vector[Parcel])

  private final val Unknown = -1L

  /** Of a node that publishes already, the first that comes may be another one than the first that was sent.
    */
  private final val SettleNanos = 500_000_000L

  private final val MaxEarly = 1000
  private final val MaxEarlyBytes = 16L * 1024 * 1024
