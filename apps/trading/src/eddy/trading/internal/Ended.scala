package eddy.trading.internal

import eddy.trading.{OrderId, OrderState, OrderView}

/** The orders of one market that ended last, `limit` of them: in a ring, and in a table by number. */
private[trading] final class Ended(val limit: Int):
  private var ring = new Array[Order | Null](math.min(limit, 64))
  private val table = new OrderTable
  // the next to be given up; 0 while there is room for more
  private var oldest = 0

  def size: Int = table.size

  def add(order: Order, state: OrderState): Unit =
    order.ended = state
    val place = if size < limit then size else oldest
    if size == limit then
      table.remove(ring(oldest).nn)
      oldest = (oldest + 1) % limit
    else if size == ring.length then
      ring = java.util.Arrays.copyOf(ring, math.min(limit, size * 2))
    ring(place) = order
    table.add(order)

  /** The oldest first. */
  def foreach(f: (Order, OrderState) => Unit): Unit =
    for n <- 0 until size do
      val order = ring((oldest + n) % size).nn
      f(order, order.ended.nn)

  def get(id: OrderId): Option[OrderView] =
    val order = table.get(id.order)
    if order == null || order.id != id then None else Some(order.view(order.ended.nn))
end Ended
