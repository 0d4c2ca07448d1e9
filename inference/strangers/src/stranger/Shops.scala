package stranger

import scala.collection.{immutable, mutable}
import scala.util.Using

/** Carts, stock, orders, coupons, auctions and reservations. */
object Shops:
  final case class Line(sku: Int, quantity: Int)

  final class Cart:
    private val lines = mutable.LinkedHashMap[Int, Line]()
    def add(sku: Int, quantity: Int): Unit =
      lines.updateWith(sku):
        case Some(line) => Some(line.copy(quantity = line.quantity + quantity))
        case None => Some(Line(sku, quantity))
    def drop(sku: Int): Unit = lines.get(sku) match
      case Some(Line(_, 1)) => lines -= sku
      case Some(line) => lines(sku) = line.copy(quantity = line.quantity - 1)
      case None => throw Rejected(s"no $sku")
    def items: Int = lines.valuesIterator.map(_.quantity).sum

  private val cart = StrangerCase("cart with lines"):
    val cart = Cart()
    handlers(i => cart.add(i % 5, 2)).leave(n => expect("items", cart.items, 2 * n))

  private val cartBackAndForth = StrangerCase("cart filled and emptied"):
    val cart = Cart()
    for sku <- 0 until 3 do cart.add(sku, 1000)
    handlers(i => cart.add(i % 3, 1), i => cart.drop(i % 3)).leave(_ => expect("items", cart.items, 3000))

  final class Stock(initial: Map[String, Int]):
    private var free = initial
    private var sold = 0
    def sell(sku: String): Boolean =
      val left = free.getOrElse(sku, 0)
      if left > 0 then
        free = free.updated(sku, left - 1)
        sold += 1
        true
      else false
    def restock(sku: String, n: Int): Unit = free += sku -> (free.getOrElse(sku, 0) + n)
    def total: Int = free.values.sum + sold

  private val stock = StrangerCase("stock in an immutable map of a var"):
    val stock = Stock(Map("pen" -> 40, "ink" -> 10))
    handlers(
      i => if !stock.sell(if i % 2 == 0 then "pen" else "ink") then throw Rejected("sold out"),
      _ => stock.restock("ink", 3)
    ).leave(n => expect("pieces", stock.total, 50 + 3 * n))

  private val oversell = StrangerCase("nothing is sold twice"):
    val seats = Array.fill(64)(-1)
    var sold = 0
    val book: Int => Unit = i =>
      val seat = seats.indexOf(-1)
      if seat >= 0 then
        seats(seat) = i
        sold += 1
    handlers(book, book).leave(_ => expect("taken seats", seats.count(_ >= 0), sold))

  enum Status:
    case Open, Paid, Shipped, Cancelled

  final class Order(val id: Int):
    var status: Status = Status.Open
    var history: List[Status] = Nil
    def to(next: Status): Unit =
      history ::= status
      status = next

  private val orders = StrangerCase("orders move through their states"):
    val orders = mutable.HashMap[Int, Order]()
    var paid, shipped = 0
    val place: Int => Unit = i => orders(i) = Order(i)
    val pay: Int => Unit = i =>
      orders.get(i) match
        case Some(order) if order.status == Status.Open =>
          order.to(Status.Paid)
          paid += 1
        case Some(_) => throw Rejected("not open")
        case None => orders.getOrElseUpdate(i + 1_000_000, Order(i)).to(Status.Paid)
    val ship: Int => Unit = _ =>
      for order <- orders.values if order.status == Status.Paid && order.id % 3 == 0 do
        order.to(Status.Shipped)
        shipped += 1
    handlers(place, pay, ship).leave: n =>
      expect("shipped", orders.values.count(_.status == Status.Shipped), shipped)
        .orElse(require("an order is missing", (0 until n).forall(orders.contains)))

  final case class Coupon(code: String, var left: Int)

  private val coupons = StrangerCase("coupons in a list, found by code"):
    val coupons = List(Coupon("SPRING", 30), Coupon("VIP", 500))
    val redeemed = mutable.ArrayBuffer[String]()
    val redeem: Int => Unit = i =>
      val code = if i % 2 == 0 then "SPRING" else "VIP"
      coupons.find(c => c.code == code && c.left > 0).foreach: c =>
        c.left -= 1
        redeemed += c.code
    handlers(redeem, redeem).leave(_ => expect("coupons", coupons.map(_.left).sum + redeemed.size, 530))

  final class Auction(val reserve: Int):
    private var best: Option[(Int, Int)] = None
    private var bids = Vector.empty[Int]
    def bid(bidder: Int, amount: Int): Boolean = best match
      case Some((_, highest)) if highest >= amount => false
      case _ if amount < reserve => false
      case _ =>
        best = Some((bidder, amount))
        bids = bids :+ amount
        true
    def isRising: Boolean = bids.zip(bids.drop(1)).forall(_ < _)
    def winner: Option[Int] = best.map(_(1))
    def last: Option[Int] = bids.lastOption

  private val auction = StrangerCase("bids of an auction rise"):
    val auction = Auction(5)
    handlers(i => auction.bid(1, i * 2): Unit, i => auction.bid(2, i * 2 + 1): Unit).leave: n =>
      require("bids fell", auction.isRising)
        .orElse(expect("winner", auction.winner, auction.last))
        .orElse(expect("highest", auction.winner, Some(2 * n - 1)))

  final class Hotel(rooms: Int, nights: Int):
    private val taken = Array.ofDim[Boolean](rooms, nights)
    private val bookings = mutable.ListBuffer[(Int, Range)]()
    def reserve(stay: Range): Option[Int] =
      val room = (0 until rooms).find(r => stay.forall(night => !taken(r)(night)))
      room.foreach: r =>
        for night <- stay do taken(r)(night) = true
        bookings += r -> stay
      room
    def cancelFirst(): Unit = if bookings.nonEmpty then
      val (room, stay) = bookings.remove(0)
      stay.foreach(taken(room)(_) = false)
    def nightsTaken: Int = taken.map(_.count(identity)).sum
    def nightsBooked: Int = bookings.map(_(1).size).sum

  private val hotel = StrangerCase("rooms of a hotel in a matrix"):
    val hotel = Hotel(6, 30)
    handlers(i => hotel.reserve(i % 20 until i % 20 + 1 + i % 4): Unit, _ => hotel.cancelFirst())
      .leave(_ => expect("nights", hotel.nightsTaken, hotel.nightsBooked))

  private val priceList = StrangerCase("prices in a sorted map, repriced by range"):
    val prices = mutable.TreeMap.from((0 until 20).map(i => i -> 100))
    var rounds = 0
    val reprice: Int => Unit = i =>
      val from = i % 10
      for (sku, price) <- prices.rangeFrom(from).rangeUntil(from + 5).toList do prices(sku) = price + 1
      rounds += 1
    handlers(reprice).leave(n =>
      expect("prices", prices.values.sum, 2000 + 5 * n).orElse(expect("rounds", rounds, n))
    )

  trait Discount:
    def apply(price: Int): Int
  object Discount:
    private var granted = 0
    def reset(): Unit = granted = 0
    def total: Int = granted
    val none: Discount = price => price
    final class Percent(p: Int) extends Discount:
      def apply(price: Int): Int =
        val cut = price * p / 100
        granted += cut
        price - cut

  private val discounts = StrangerCase("discounts counted in a companion object"):
    Discount.reset()
    val chain: Seq[Discount] = Seq(Discount.none, Discount.Percent(10), Discount.Percent(50))
    var revenue = 0L
    handlers(_ => revenue += chain.foldLeft(200)((price, d) => d(price)))
      .leave(n => expect("paid and granted", revenue + Discount.total, 200L * n))

  final class Warehouse:
    final class Shelf(var pieces: Int):
      def take(n: Int): Int =
        val got = pieces.min(n)
        pieces -= got
        onTheRoad += got
        got
    private var onTheRoad = 0
    val shelves: IndexedSeq[Shelf] = IndexedSeq.tabulate(4)(i => Shelf(100 * i))
    def bringBack(): Unit =
      val n = onTheRoad.min(5)
      onTheRoad -= n
      shelves.minBy(_.pieces).pieces += n
    def total: Int = onTheRoad + shelves.map(_.pieces).sum

  private val warehouse = StrangerCase("shelves as an inner class of a warehouse"):
    val house = Warehouse()
    handlers(i => house.shelves(i % 4).take(3): Unit, _ => house.bringBack())
      .leave(_ => expect("pieces", house.total, 600))

  final class Checkout(val journal: StringBuilder) extends AutoCloseable:
    var lines = 0
    def scan(sku: Int): Unit =
      journal.append(sku % 10)
      lines += 1
    def close(): Unit = journal.append(';'): Unit

  private val checkout = StrangerCase("a receipt written by a resource that closes"):
    val journal = StringBuilder()
    handlers: i =>
      Using.resource(Checkout(journal)): checkout =>
        for k <- 0 until 3 do checkout.scan(i + k)
    .leave: n =>
      expect("characters", journal.length, 4 * n)
        .orElse(require("receipts are torn", journal.toString.split(';').forall(_.length == 3)))

  private val basketOfTuples = StrangerCase("basket of tuples replaced in place"):
    val basket = mutable.ArrayBuffer("a" -> 0, "b" -> 0, "c" -> 0)
    val more: Int => Unit = i =>
      basket.indexWhere(_(0) == "abc".charAt(i % 3).toString) match
        case -1 => ()
        case at => basket(at) = basket(at)(0) -> (basket(at)(1) + 1)
    handlers(more, _ => basket.mapInPlace((name, n) => (name, n + 1)): Unit)
      .leave(n => expect("pieces", basket.map(_(1)).sum, 4 * n))

  private val wishes = StrangerCase("wish lists in a map with default"):
    val wishes = mutable.Map[Int, immutable.Set[Int]]().withDefaultValue(Set.empty)
    handlers(i => wishes(i % 4) += i, i => wishes(i % 4) += -i - 1)
      .leave(n => expect("wishes", wishes.values.map(_.size).sum, 2 * n))

  private val giftCards = StrangerCase("gift cards merged by a fold"):
    var cards = List.fill(10)(10)
    val split: Int => Unit = _ =>
      cards = cards match
        case head :: rest if head > 1 => rest :+ head / 2 :+ (head - head / 2)
        case head :: rest => rest :+ head
        case Nil => Nil
    val merge: Int => Unit = _ =>
      cards = cards.sorted match
        case a :: b :: rest => rest :+ (a + b)
        case few => few
    handlers(split, merge).leave(_ => expect("money", cards.sum, 100))

  private val returns = StrangerCase("a refund in a finally"):
    var charged, refunded, kept = 0
    val buy: Int => Unit = i =>
      charged += 10
      var ok = false
      try
        if i % 3 == 0 then throw Rejected("card")
        ok = true
        kept += 10
      finally if !ok then refunded += 10
    handlers(buy).leave(_ => expect("money", kept + refunded, charged))

  private val bundles = StrangerCase("bundles taken from two stocks or none"):
    val cups = mutable.ArrayDeque.from(0 until 30)
    val plates = mutable.Stack.from(0 until 50)
    val bundles = mutable.Queue[(Int, Int)]()
    val take: Int => Unit = _ =>
      if cups.nonEmpty && plates.nonEmpty then bundles.enqueue((cups.removeHead(), plates.pop())): Unit
    val giveBack: Int => Unit = _ =>
      bundles.removeHeadOption().foreach: (cup, plate) =>
        cups.append(cup)
        plates.push(plate)
    handlers(take, take, giveBack).leave: _ =>
      expect("cups", cups.size + bundles.size, 30).orElse(expect("plates", plates.size + bundles.size, 50))

  val all: List[StrangerCase] = List(
    cart,
    cartBackAndForth,
    stock,
    oversell,
    orders,
    coupons,
    auction,
    hotel,
    priceList,
    discounts,
    warehouse,
    checkout,
    basketOfTuples,
    wishes,
    giftCards,
    returns,
    bundles
  )
end Shops
