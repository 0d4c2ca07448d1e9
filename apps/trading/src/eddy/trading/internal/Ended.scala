package eddy.trading.internal

import eddy.trading.{OrderId, OrderState, OrderView}

import scala.collection.mutable

/** The orders of one market that ended last, `limit` of them. */
private[trading] final class Ended(val limit: Int):
  private val orders = mutable.LinkedHashMap.empty[OrderId, (Order, OrderState)]

  def add(order: Order, state: OrderState): Unit =
    if orders.size >= limit then orders.remove(orders.head(0)): Unit
    orders(order.id) = (order, state)

  def size: Int = orders.size

  /** The oldest first. */
  def foreach(f: (Order, OrderState) => Unit): Unit = orders.values.foreach(f(_, _))

  def get(id: OrderId): Option[OrderView] = orders.get(id).map((order, state) => order.view(state))
end Ended
