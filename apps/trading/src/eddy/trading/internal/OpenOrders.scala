package eddy.trading.internal

import eddy.trading.OrderId

import java.util.concurrent.atomic.{AtomicInteger, AtomicIntegerArray}

/** How many orders are open in all markets together. Each market says how many it has; those that do so at
  * the same time may go beyond the limit by one each.
  */
private[trading] final class OpenOrders(val limit: Int):
  private val byMarket = new AtomicIntegerArray(OrderId.MaxMarket + 1)
  private val sum = new AtomicInteger

  def count: Int = sum.get

  /** How many more may be. Below 0 when there were more before the limit was set. */
  def room: Int = limit - sum.get

  def set(market: Int, open: Int): Unit =
    val before = byMarket.getAndSet(market, open)
    if before != open then sum.addAndGet(open - before): Unit
