package eddy.trading.internal

import eddy.trading.TraderId

import java.util.HashMap

/** The open orders of each trader in one book: none is looked for. */
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
      val account = new Account(trader)
      byTrader.put(trader, account): Unit
      account

  /** None when the trader has no open orders. */
  def find(trader: TraderId): Option[Account] = Option(byTrader.get(trader))
end Accounts

private[trading] object Accounts:
  private val Few = 1024

/** The open orders of one trader, which know where they are in it. Where one goes, the last comes: taking out moves no others, and the
  * rare question for the oldest sorts. It gives back room that it no longer needs.
  */
private[trading] final class Account(val trader: TraderId):
  private var orders = Account.None
  private var count = 0

  def size: Int = count

  def add(order: Order): Unit =
    if count == orders.length then orders = java.util.Arrays.copyOf(orders, math.max(4, 2 * count))
    order.account = this
    set(count, order)
    count += 1

  def remove(order: Order): Unit =
    count -= 1
    set(order.accountIndex, orders(count).nn)
    orders(count) = null
    order.account = null
    order.accountIndex = -1
    if 4 <= count && count < orders.length / 4 then
      orders = java.util.Arrays.copyOf(orders, orders.length / 2)

  private def set(index: Int, order: Order): Unit =
    orders(index) = order
    order.accountIndex = index

  /** While nothing changes, in no order. */
  def all: Iterator[Order] = orders.iterator.take(count).map(_.nn)

  /** The oldest `limit` of them by their ids, which a stop order and one that was replaced have from before. */
  def oldest(limit: Int): Vector[Order] =
    all.toVector.sortBy(_.id.value).take(limit)
end Account

private object Account:
  private val None = new Array[Order | Null](0)
