package eddy.bench

import scala.collection.mutable

/** What one receiver got of the numbered messages of some senders: finds what is lost, doubled or out of order.
  *
  * Owned by one thread at a time. Memory: a long for each sender, and one for each message that is missing.
  */
private[bench] final class Arrivals(senders: Int):
  private val next = new Array[Long](senders)
  private val missing = Array.fill(senders)(mutable.LongMap.empty[Unit])

  /** Tells what message `number` of `sender` is, counted from 0. */
  def accept(sender: Int, number: Long): Arrival =
    val expected = next(sender)
    if number == expected then
      next(sender) = number + 1
      Arrival.InOrder
    else if number > expected then
      // The gap may still be filled; until then it counts as lost.
      (expected until number).foreach(n => missing(sender)(n) = ())
      next(sender) = number + 1
      Arrival.InOrder
    else if missing(sender).remove(number).isDefined then Arrival.OutOfOrder
    else Arrival.Duplicate

  /** How many of the first `sent` messages of `sender` have not come. */
  def lost(sender: Int, sent: Long): Long = missing(sender).size + math.max(0, sent - next(sender))
end Arrivals

private[bench] enum Arrival derives CanEqual:
  case InOrder, OutOfOrder, Duplicate
