package eddy.bench.peers.tomcat

import java.util.{ArrayDeque, TreeMap}

/** An order at a price. */
private[tomcat] final class Order(
    val id: Long,
    val buys: Boolean,
    val product: String,
    val trader: String,
    val price: Long,
    var quantity: Long
)

/** At the price of the order that stood. */
private[tomcat] final case class Sale(buy: Order, sell: Order, price: Long, quantity: Long)

/** The orders of one product that stand: the better price first, and at one price who came first. Used by one thread. */
private[tomcat] final class Book:
  private val buyers = new TreeMap[Long, ArrayDeque[Order]]((a, b) => java.lang.Long.compare(b, a))
  private val sellers = new TreeMap[Long, ArrayDeque[Order]]()

  def add(order: Order): List[Sale] =
    val others = if order.buys then sellers else buyers
    def reaches(price: Long) = if order.buys then price <= order.price else price >= order.price
    var sales = List.empty[Sale]
    var best = others.firstEntry
    while order.quantity > 0 && best != null && reaches(best.getKey) do
      val standing = best.getValue.peekFirst
      val quantity = math.min(order.quantity, standing.quantity)
      order.quantity -= quantity
      standing.quantity -= quantity
      val (buy, sell) = if order.buys then (order, standing) else (standing, order)
      sales = Sale(buy, sell, standing.price, quantity) :: sales
      if standing.quantity == 0 then
        val _ = best.getValue.pollFirst()
        if best.getValue.isEmpty then
          val _ = others.remove(best.getKey)
      best = others.firstEntry
    if order.quantity > 0 then
      val own = if order.buys then buyers else sellers
      own.computeIfAbsent(order.price, _ => new ArrayDeque[Order]).addLast(order)
    sales.reverse
  end add
end Book
