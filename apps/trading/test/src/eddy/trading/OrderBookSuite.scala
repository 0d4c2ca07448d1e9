package eddy.trading

import eddy.trading.internal.OrderSource

/** The rules one by one, in the order of docs/trading.md. */
class OrderBookSuite extends eddy.testing.PatientSuite:
  private val mode = FunFixture[BookFixture](_ => new BookFixture, _ => ())

  mode.test("the better price trades first, then who came first, at the price of the order that stood"): b =>
    b.sell("ada", 5, 101)
    b.sell("bob", 5, 100)
    b.sell("cyd", 5, 100)
    assertEquals(
      b.buy("dan", 12, 102),
      Vector("accepted 4", "4 takes 5 of 2 at 100", "4 takes 5 of 3 at 100", "4 takes 2 of 1 at 101")
    )
    assertEquals((b.depth(Side.Sell), b.depth(Side.Buy)), (Vector(101L -> 3L), Vector.empty))

  mode.test("what does not trade stands"): b =>
    b.sell("ada", 5, 100)
    assertEquals(b.buy("bob", 8, 100), Vector("accepted 2", "2 takes 5 of 1 at 100"))
    assertEquals((b.depth(Side.Sell), b.depth(Side.Buy)), (Vector.empty, Vector(100L -> 3L)))
    assertEquals(b.cancel(2, "bob"), Vector("cancelled 2, 3 open: Asked"))
    assertEquals(b.cancel(2, "bob"), Vector("rejected: UnknownOrder"))

  mode.test("only its own trader cancels and replaces an order"): b =>
    b.sell("ada", 5, 100)
    assertEquals(b.cancel(1, "bob"), Vector("rejected: ForeignOrder"))
    assertEquals(b.replace(1, "bob", 1), Vector("rejected: ForeignOrder"))

  mode.test("an order keeps its place with less at the same price, and loses it with more or another price"):
    b =>
      for trader <- Seq("ada", "bob", "cyd") do b.sell(trader, 5, 100): Unit
      assertEquals(b.replace(1, "ada", 3), Vector("replaced 1, 3 open, in place"))
      assertEquals(b.replace(2, "bob", 6), Vector("replaced 2, 6 open"))
      assertEquals(
        b.buy("dan", 20, 100).tail,
        Vector("4 takes 3 of 1 at 100", "4 takes 5 of 3 at 100", "4 takes 6 of 2 at 100")
      )
      assertEquals(b.depth(Side.Buy), Vector(100L -> 6L))

  mode.test("what has traded counts when an order is replaced"): b =>
    b.sell("ada", 10, 100)
    b.buy("bob", 6, 100)
    assertEquals(b.replace(1, "ada", 8), Vector("replaced 1, 2 open, in place"))
    assertEquals(b.replace(1, "ada", 6), Vector("cancelled 1, 2 open: NothingLeft"))

  mode.test("an order that is replaced by a price that meets another trades"): b =>
    b.sell("ada", 5, 101)
    b.buy("bob", 5, 100)
    assertEquals(b.replace(2, "bob", 5, Some(101)), Vector("replaced 2, 5 open", "2 takes 5 of 1 at 101"))

  mode.test("a market order trades at any price, and its rest is cancelled"): b =>
    b.sell("ada", 5, 100)
    b.sell("bob", 5, 900)
    assertEquals(
      b.place("cyd", Side.Buy, 12, OrderKind.Market, Lifetime.Immediate),
      Vector(
        "accepted 3",
        "3 takes 5 of 1 at 100",
        "3 takes 5 of 2 at 900",
        "cancelled 3, 2 open: NothingToTake"
      )
    )
    assertEquals(b.place("cyd", Side.Buy, 1, OrderKind.Market), Vector("rejected: MarketStands"))

  // as many as may be open of one address, of which some leave when the new one meets them
  for (selfTrade, elsewhere, expected) <- Seq(
      (SelfTrade.CancelOldest, 0, "accepted 4"),
      (SelfTrade.Allow, 0, "accepted 4"),
      (SelfTrade.CancelOldest, 2, "rejected: AddressFull"),
      (SelfTrade.Allow, 2, "rejected: AddressFull")
    )
  do
    test(s"of a full address, own orders that leave make room: $selfTrade, $elsewhere from another address"):
      val b = new BookFixture(selfTrade)
      val (here, other) = (new OrderSource(3), new OrderSource(3))
      for n <- 1 to 2 do
        b.book.source = if n <= elsewhere then other else here
        b.sell("ada", 1, 100): Unit
      b.book.source = here
      b.sell("bob", 1, 200): Unit
      for _ <- 1 to elsewhere do here.entered()
      val before = here.open
      assertEquals(before, 3)
      assertEquals(b.buy("ada", 5, 100).head, expected)

  mode.test("an immediate order trades what it can within its limit"): b =>
    b.sell("ada", 5, 100)
    assertEquals(
      b.buy("bob", 8, 100, Lifetime.Immediate),
      Vector("accepted 2", "2 takes 5 of 1 at 100", "cancelled 2, 3 open: NothingToTake")
    )

  mode.test("all or nothing"): b =>
    b.sell("ada", 5, 100)
    b.sell("bob", 5, 101)
    assertEquals(
      b.buy("cyd", 11, 101, Lifetime.AllOrNothing),
      Vector("accepted 3", "cancelled 3, 11 open: NotAll")
    )
    assertEquals(
      b.buy("cyd", 6, 100, Lifetime.AllOrNothing),
      Vector("accepted 4", "cancelled 4, 6 open: NotAll")
    )
    assertEquals(
      b.buy("cyd", 10, 101, Lifetime.AllOrNothing),
      Vector("accepted 5", "5 takes 5 of 1 at 100", "5 takes 5 of 2 at 101")
    )

  mode.test("a post-only order never takes"): b =>
    b.sell("ada", 5, 100)
    def post(price: Long) = b.place("bob", Side.Buy, 5, OrderKind.Limit(Price(price)), postOnly = true)
    assertEquals(post(100), Vector("accepted 2", "cancelled 2, 5 open: WouldTrade"))
    assertEquals(post(99), Vector("accepted 3"))

  mode.test(
    "a stop order arrives when a trade has reached its trigger, lowest buyer first, each after what it sets off"
  ): b =>
    b.sell("ada", 1, 100)
    b.sell("ada", 1, 105)
    b.sell("ada", 9, 110)
    assertEquals(b.place("bob", Side.Buy, 2, OrderKind.Stop(Price(105))), Vector("accepted 4"))
    assertEquals(
      b.place("bob", Side.Buy, 2, OrderKind.StopLimit(Price(100), Price(105))),
      Vector("accepted 5")
    )
    assertEquals(b.depth(Side.Buy), Vector.empty)
    assertEquals(
      b.buy("cyd", 1, 100),
      Vector(
        "accepted 6",
        "6 takes 1 of 1 at 100",
        "triggered 5",
        "5 takes 1 of 2 at 105",
        "triggered 4",
        "4 takes 2 of 3 at 110"
      )
    )
    assertEquals(b.depth(Side.Buy), Vector(105L -> 1L))

  mode.test("a stop order whose trigger has been reached already arrives at once"): b =>
    b.sell("ada", 1, 100)
    b.buy("bob", 1, 100)
    b.buy("bob", 5, 90)
    assertEquals(
      b.place("ada", Side.Sell, 1, OrderKind.Stop(Price(100))),
      Vector("accepted 4", "triggered 4", "4 takes 1 of 3 at 90")
    )

  for (stop, far, trigger, near) <- Seq((Side.Sell, 95L, 96L, 98L), (Side.Buy, 105L, 104L, 102L)) do
    mode.test(
      s"a stop order to ${stop.toString.toLowerCase} arrives when a trade was at its trigger, though a later one of the same command was not"
    ): b =>
      val taker = if stop == Side.Sell then Side.Buy else Side.Sell
      b.sell("ada", 1, 100)
      b.buy("bob", 1, 100)
      for price <- Seq(far, near) do b.place("ada", stop, 1, OrderKind.Limit(Price(price)))
      assertEquals(b.place("cyd", stop, 1, OrderKind.Stop(Price(trigger))), Vector("accepted 5"))
      assertEquals(
        b.place("bob", taker, 3, OrderKind.Limit(Price(near))),
        Vector(
          "accepted 6",
          s"6 takes 1 of 3 at $far",
          s"6 takes 1 of 4 at $near",
          "triggered 5",
          s"5 takes 1 of 6 at $near"
        )
      )
      // that trade is over: by the last price it waits
      assertEquals(b.place("cyd", stop, 1, OrderKind.Stop(Price(trigger))), Vector("accepted 7"))
  end for

  mode.test("an order expires at its time, before anything else is done then"): b =>
    b.sell("ada", 5, 100, Lifetime.Until(2000))
    b.now = 1999
    assertEquals(b.buy("bob", 1, 100), Vector("accepted 2", "2 takes 1 of 1 at 100"))
    b.now = 2000
    assertEquals(b.buy("bob", 1, 100), Vector("expired 1, 4 open", "accepted 3"))
    assertEquals(b.sell("ada", 5, 105, Lifetime.Until(2000)), Vector("rejected: EndPassed"))

  private def selfTrade(mode: SelfTrade): (Vector[String], Vector[(Long, Long)], Vector[(Long, Long)]) =
    val b = new BookFixture(mode)
    b.sell("bob", 1, 100)
    b.sell("ada", 2, 100)
    b.sell("bob", 3, 100)
    (b.buy("ada", 5, 100), b.depth(Side.Sell), b.depth(Side.Buy))

  test("an order that meets one of its own trader: the newest goes"):
    val (events, sell, buy) = selfTrade(SelfTrade.CancelNewest)
    assertEquals(events, Vector("accepted 4", "4 takes 1 of 1 at 100", "cancelled 4, 4 open: OwnOrder"))
    assertEquals((sell, buy), (Vector(100L -> 5L), Vector.empty))

  test("an order that meets one of its own trader: the oldest goes"):
    val (events, sell, buy) = selfTrade(SelfTrade.CancelOldest)
    assertEquals(
      events,
      Vector("accepted 4", "4 takes 1 of 1 at 100", "cancelled 2, 2 open: OwnOrder", "4 takes 3 of 3 at 100")
    )
    assertEquals((sell, buy), (Vector.empty, Vector(100L -> 1L)))

  test("an order that meets one of its own trader: both go"):
    val (events, sell, buy) = selfTrade(SelfTrade.CancelBoth)
    assertEquals(
      events,
      Vector(
        "accepted 4",
        "4 takes 1 of 1 at 100",
        "cancelled 2, 2 open: OwnOrder",
        "cancelled 4, 4 open: OwnOrder"
      )
    )
    assertEquals((sell, buy), (Vector(100L -> 3L), Vector.empty))

  test("an order that meets one of its own trader: they trade where that is allowed"):
    val (events, _, _) = selfTrade(SelfTrade.Allow)
    assertEquals(events.size, 4)

  test("units out of range are refused, with the value and the range"):
    for (build, message) <- Seq[(() => Any, String)](
        (() => Price(0), "ticks = 0: a price is from 1 to 1000000000 ticks"),
        (() => Quantity(-1), "lots = -1: a quantity is from 1 to 1000000000 lots"),
        (() => Product("a b"), "product \"a b\": a name has 1 to 16 letters"),
        (() => TraderId(""), "trader \"\": a name has 1 to 32 letters")
      )
    do
      val e = intercept[IllegalArgumentException](build())
      assert(e.getMessage.contains(message), e.getMessage)

  test("an order's id says its market and number, and is exact in a browser"):
    val id = OrderId(OrderId.MaxMarket, (1L << 40) - 1)
    assertEquals((id.market, id.order), (OrderId.MaxMarket, (1L << 40) - 1))
    assert(id.value.toDouble.toLong == id.value && id.value + 1 <= (1L << 53))
    assertEquals(OrderId.from(0), None)
    assertEquals(OrderId.from(-1), None)
    assertEquals(OrderId.from(1), None)

  test("a trader's open orders are those of the book, oldest first, whatever has become of the others"):
    for seed <- 1 to 5 do
      val book = new OrderBook(MarketSettings(1), _ => ())
      val commands = new RandomCommands(seed, 1, spread = 60)
      for _ <- 1 to 3000 do
        val (command, millis) = commands.next()
        book.handle(command, millis)
      // so many that those without orders are forgotten in between
      for n <- 1 to 3000 do
        val passing = NewOrder(TraderId(s"passing$n"), Side.Buy, Quantity(1), OrderKind.Limit(Price(1)))
        book.handle(Command.Place(passing), 0)
        book.handle(Command.Cancel(OrderId(1, book.orderCount), passing.trader), 0)
      val open = (1L to book.orderCount).flatMap(n => book.order(OrderId(1, n))).toVector
      assert(open.nonEmpty)
      for trader <- RandomCommands.traders do
        val own = open.filter(_.asked.trader == trader)
        assertEquals(book.ordersOf(trader, Int.MaxValue), own)
        assertEquals(book.ordersOf(trader, 3), own.take(3))
      assertEquals(book.ordersOf(TraderId("passing1"), 3), Vector.empty)
  test("refusing an order costs the same however many orders are at the prices that it meets"):
    def refusals(makers: Int): Long =
      val settings = MarketSettings(1, maxOrders = 1_000_000, maxOrdersOfTrader = 1)
      val book = new OrderBook(settings, _ => ())
      def order(trader: String, side: Side, lots: Long, price: Long) =
        Command.Place(NewOrder(TraderId(trader), side, Quantity(lots), OrderKind.Limit(Price(price))))
      book.handle(order("ada", Side.Buy, 1, 50), 1)
      for n <- 1 to makers do book.handle(order(s"t$n", Side.Sell, 1, 100), 1)
      val refused = order("ada", Side.Buy, Quantity.MaxLots, 100)
      def round =
        val begun = System.nanoTime
        for _ <- 1 to 200 do book.handle(refused, 1)
        System.nanoTime - begun
      // the best of some: a busy machine takes its time
      val best = Vector.fill(20)(round).min
      assertEquals((book.openOrders, book.tradeCount), (makers + 1, 0L))
      best
    refusals(10): Unit
    val (few, many) = (refusals(10), refusals(100_000))
    assert(many < 50 * few, s"$few ns for 10 orders, $many ns for 100,000")
end OrderBookSuite
