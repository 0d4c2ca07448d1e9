package eddy.bench.trading.workload

import eddy.bench.trading.Sold
import eddy.bench.web.load.{Ask, OrderAsk}

import scala.collection.mutable

/** The orders of a load: buyers and sellers in turn, of one lot each at one price, over products of its own. So each two of one product make
  * a sale, and whatever the order in which they arrive, so many orders make half as many sales.
  *
  * @param from the first of its products
  */
private[bench] final class Orders(val from: Int):
  private val asks =
    for n <- 0 until Orders.products; side <- Seq("buy", "sell")
    yield Orders.ask(side, from + n, s"$side$n", 1, Orders.price)
  private var handed = 0

  /** By one thread. */
  def next(): Ask =
    handed += 1
    of(handed - 1)

  def of(number: Long): Ask = asks((number % asks.size).toInt)
end Orders

private[bench] object Orders:
  /** Of one load. */
  val products = 32

  /** Of each. */
  val price = 100L

  def ask(side: String, product: Int, trader: String, quantity: Long, price: Long): Ask =
    new OrderAsk(s"/$side?product=P$product&trader=$trader&quantity=$quantity&price=$price")

  /** Orders of all sorts of prices and quantities, the same in every run, and the sales that follow from them. */
  def sample(from: Int): (asks: Seq[Ask], sales: Seq[Sold]) =
    val random = new java.util.SplittableRandom(4711)
    val books = Vector.fill(4)(new NaiveBook)
    val placed =
      for n <- 0 until 200 yield
        val product = random.nextInt(books.size)
        val order = NaiveOrder(random.nextBoolean(), s"t$n", 95 + random.nextInt(10), 1 + random.nextInt(9))
        val sold = books(product).add(order).map((buyer, seller, price, quantity) =>
          Sold(s"P${from + product}", buyer, seller, price, quantity)
        )
        (
          ask(
            if order.buys then "buy" else "sell",
            from + product,
            order.trader,
            order.quantity,
            order.price
          ),
          sold
        )
    (placed.map(_(0)), placed.flatMap(_(1)))
  end sample
end Orders

private[workload] final case class NaiveOrder(buys: Boolean, trader: String, price: Long, quantity: Long)

/** Sorts all orders that stand for each that arrives. */
private[workload] final class NaiveBook:
  private val standing = mutable.ArrayBuffer.empty[NaiveOrder]

  /** Buyer, seller, price and quantity of each sale. */
  def add(order: NaiveOrder): Seq[(String, String, Long, Long)] =
    val reached = standing.filter: other =>
      other.buys != order.buys && (if order.buys then other.price <= order.price
                                   else other.price >= order.price)
    // sorting keeps the order of those that are alike: who came first
    reached.sortBy(other => if order.buys then other.price else -other.price).headOption match
      case None =>
        standing += order
        Nil
      case Some(best) =>
        val quantity = math.min(order.quantity, best.quantity)
        val (buyer, seller) = if order.buys then (order.trader, best.trader) else (best.trader, order.trader)
        val place = standing.indexOf(best)
        if best.quantity == quantity then standing.remove(place): Unit
        else standing(place) = best.copy(quantity = best.quantity - quantity)
        val rest = order.copy(quantity = order.quantity - quantity)
        (buyer, seller, best.price, quantity) +: (if rest.quantity == 0 then Nil else add(rest))
end NaiveBook
