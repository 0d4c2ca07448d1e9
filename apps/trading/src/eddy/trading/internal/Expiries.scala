package eddy.trading.internal

import eddy.trading.OrderId

/** Open orders that expire, the next one first, in a binary heap whose members know where they are. Those of the same
  * time go in the order of their ids.
  */
private[trading] final class Expiries:
  private var heap = new Array[Order | Null](16)
  private var count = 0

  /** `Long.MaxValue` when none will. */
  def nextMillis: Long = if count == 0 then Long.MaxValue else heap(0).nn.expires
  def first: Order | Null = heap(0)

  def add(order: Order): Unit =
    if count == heap.length then heap = java.util.Arrays.copyOf(heap, count * 2)
    count += 1
    up(order, count - 1)

  def remove(order: Order): Unit =
    val index = order.heapIndex
    order.heapIndex = -1
    count -= 1
    val moved = heap(count).nn
    heap(count) = null
    if index < count then
      up(moved, index)
      if moved.heapIndex == index then down(moved, index)

  private def up(order: Order, from: Int): Unit =
    var index = from
    while index > 0 && isBefore(order, heap((index - 1) / 2).nn) do
      set(index, heap((index - 1) / 2).nn)
      index = (index - 1) / 2
    set(index, order)

  private def down(order: Order, from: Int): Unit =
    var index = from
    var child = lesserChild(index)
    while child >= 0 && isBefore(heap(child).nn, order) do
      set(index, heap(child).nn)
      index = child
      child = lesserChild(index)
    set(index, order)

  private def lesserChild(index: Int): Int =
    val left = 2 * index + 1
    if left >= count then -1
    else if left + 1 < count && isBefore(heap(left + 1).nn, heap(left).nn) then left + 1
    else left

  private def set(index: Int, order: Order): Unit =
    heap(index) = order
    order.heapIndex = index

  private def isBefore(a: Order, b: Order): Boolean =
    a.expires < b.expires || a.expires == b.expires && a.id.value < b.id.value
end Expiries
