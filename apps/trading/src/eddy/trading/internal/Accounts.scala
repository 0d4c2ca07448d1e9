package eddy.trading.internal

import eddy.trading.TraderId

import java.util.HashMap

/** The open orders of each trader in one book, as a queue through the orders themselves: none is looked for. */
private[trading] final class Accounts:
  private val byTrader = new HashMap[TraderId, Account]
  private var most = Accounts.Few

  /** Of a trader, made when there is none. Those that have become empty go when they are many. */
  def of(trader: TraderId): Account =
    val known: Account | Null = byTrader.get(trader)
    if known != null then known
    else
      if byTrader.size >= most then
        byTrader.values.nn.removeIf(_.nn.size == 0): Unit
        most = math.max(Accounts.Few, 2 * byTrader.size)
      val account = new Account
      byTrader.put(trader, account): Unit
      account

  /** None when the trader has no open orders. */
  def find(trader: TraderId): Option[Account] = Option(byTrader.get(trader))
end Accounts

private[trading] object Accounts:
  private val Few = 1024

/** The open orders of one trader, in the order in which they came to the book. */
private[trading] final class Account:
  private var first: Order | Null = null
  private var last: Order | Null = null
  private var count = 0

  def size: Int = count

  def add(order: Order): Unit =
    order.account = this
    order.ownBefore = last
    order.ownAfter = null
    if last == null then first = order else last.nn.ownAfter = order
    last = order
    count += 1

  def remove(order: Order): Unit =
    val (before, after) = (order.ownBefore, order.ownAfter)
    if before == null then first = after else before.ownAfter = after
    if after == null then last = before else after.ownBefore = before
    order.account = null
    order.ownBefore = null
    order.ownAfter = null
    count -= 1

  /** The oldest `limit` of them by their ids, which a stop order and one that was replaced have from before. */
  def oldest(limit: Int): Vector[Order] =
    val all = Vector.newBuilder[Order]
    var order = first
    while order != null do
      all += order
      order = order.ownAfter
    all.result().sortBy(_.id.value).take(limit)
end Account
