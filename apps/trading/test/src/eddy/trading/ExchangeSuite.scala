package eddy.trading

import eddy.testing.Eventually
import eddy.trading.ExchangeFixture.{hold, plain, use}
import eddy.trading.internal.{Entry, Journal, Keys, Market}

import java.util.concurrent.ConcurrentLinkedQueue
import java.util.concurrent.atomic.{AtomicBoolean, AtomicInteger}
import scala.concurrent.duration.DurationInt
import scala.concurrent.{ExecutionContext, Future}

class ExchangeSuite extends eddy.testing.PatientSuite:
  private given ExecutionContext = ExecutionContext.parasitic

  test("an order is acknowledged with its id and what it did; products are traded apart"):
    use(): f =>
      val sold = f.done(f.sell("ada", 5, 100))
      assertEquals(sold.events, Vector(MarketEvent.Accepted(sold.order)))
      assertEquals(f.exchange.productOf(sold.order), Some(Product("ACME")))
      val elsewhere = f.done(f.buy("bob", 5, 100, product = "BOLT"))
      assertEquals(elsewhere.events.size, 1)
      assertEquals(f.exchange.productOf(elsewhere.order), Some(Product("BOLT")))
      assertEquals(
        f.done(f.buy("bob", 2, 100)).events.map(BookFixture.brief),
        Vector("accepted 2", "2 takes 2 of 1 at 100")
      )
      val sales = await(f.exchange.recentTrades(Product("ACME"))).get
      assertEquals(sales, Vector(Sale(1, 1000, Price(100), Quantity(2), Side.Buy)))
      assertEquals(f.depth(Side.Sell), Vector(100L -> 3L))

  test("what has no market, what breaks a rule, and what belongs to another is refused, and changes nothing"):
    use(): f =>
      val sold = f.done(f.sell("ada", 5, 100)).order
      val bob = TraderId("bob")
      assertEquals(await(f.buy("bob", 1, 100, product = "NONE")), Answer.NoMarket)
      assertEquals(await(f.exchange.cancel(OrderId(99, 1), bob)), Answer.NoMarket)
      assertEquals(await(f.exchange.cancel(OrderId(1, 99), bob)), Answer.Rejected(Rule.UnknownOrder))
      assertEquals(await(f.exchange.cancel(sold, bob)), Answer.Rejected(Rule.ForeignOrder))
      assertEquals(await(f.exchange.replace(sold, bob, Quantity(1))), Answer.Rejected(Rule.ForeignOrder))
      assertEquals(f.depth(Side.Sell), Vector(100L -> 5L))

  test(
    "an order with a key is placed once, however often it is sent; another order with that key is refused"
  ):
    use(): f =>
      val first = f.done(f.sell("ada", 5, 100, key = "k1"))
      val again = f.done(f.sell("ada", 5, 100, key = "k1"))
      assertEquals((again.order, again.events, again.repeated), (first.order, Vector.empty, true))
      assertEquals(await(f.sell("ada", 6, 100, key = "k1")), Answer.KeyTaken(first.order))
      assertNotEquals(f.done(f.sell("bob", 5, 100, key = "k1")).order, first.order)
      assertEquals(f.depth(Side.Sell), Vector(100L -> 10L))

  test("an order can be looked at while it is open and for a while after it has ended"):
    use(plain.copy(endedKept = 2)): f =>
      def view(id: OrderId) = await(f.exchange.order(id)).map(v => (v.state, v.filled))
      val orders = Vector(100L, 101L, 102L).map(price => f.done(f.sell("ada", 5, price)).order)
      f.done(f.buy("bob", 2, 100)): Unit
      assertEquals(view(orders(0)), Some((OrderState.Open, 2L)))
      f.done(f.exchange.cancel(orders(0), TraderId("ada"))): Unit
      assertEquals(view(orders(0)), Some((OrderState.Cancelled, 2L)))
      f.done(f.buy("bob", 5, 101)): Unit
      assertEquals(view(orders(1)), Some((OrderState.Filled, 5L)))
      // two have ended since
      assertEquals(view(orders(0)), None)
      assertEquals(view(OrderId(77, 1)), None)

  test("a market keeps the last keys only"):
    use(plain.copy(keysKept = 2)): f =>
      for key <- Seq("k1", "k2", "k3") do f.done(f.sell("ada", 1, 100, key)): Unit
      assert(f.done(f.sell("ada", 1, 100, "k3")).repeated)
      assert(!f.done(f.sell("ada", 1, 100, "k1")).repeated)

  test("whoever has the most keys loses the oldest of them, and nobody else any"):
    use(plain.copy(keysKept = 5)): f =>
      def sell(trader: String, key: String) = f.done(f.sell(trader, 1, 100, key))
      for key <- Seq("k1", "k2") do sell("ada", key): Unit
      for n <- 1 to 20 do sell("bob", s"k$n"): Unit
      for key <- Seq("k1", "k2") do assert(sell("ada", key).repeated, key)
      for n <- 18 to 20 do assert(sell("bob", s"k$n").repeated, n)
      // bob has the most: he makes room
      assert(!sell("bob", "k17").repeated)
      assert(!sell("cyd", "k1").repeated)
      assert(sell("ada", "k1").repeated && sell("bob", "k17").repeated)
      assert(!sell("bob", "k18").repeated)

  test("a market keeps keys for a time"):
    use(plain.copy(keysFor = 10.seconds)): f =>
      f.done(f.sell("ada", 1, 100, "k1")): Unit
      f.now += 9_999
      f.done(f.sell("ada", 1, 100, "k2")): Unit
      assert(f.done(f.sell("ada", 1, 100, "k1")).repeated)
      f.now += 1
      f.done(f.sell("ada", 1, 100, "k3")): Unit
      assert(f.done(f.sell("ada", 1, 100, "k2")).repeated)
      assert(!f.done(f.sell("ada", 1, 100, "k1")).repeated)

  test("a key is known for its time and no longer, also in a market in which nothing happens"):
    use(plain.copy(keysFor = 10.seconds)): f =>
      val first = f.done(f.sell("ada", 1, 100, "k1")).order
      f.now += 9_999
      assert(f.done(f.sell("ada", 1, 100, "k1")).repeated)
      f.now += 1
      val second = f.done(f.sell("ada", 1, 100, "k1"))
      assert(!second.repeated && second.order != first, second)
      // from then on the key is the second one's, for as long
      f.now += 9_999
      assertEquals(f.done(f.sell("ada", 1, 100, "k1")).order, second.order)

  test(
    "an order for some time is good for that from when the market takes it, and is the same when it is sent again"
  ):
    use(plain.copy(sweepEvery = 1.hour)): f =>
      val acme = Product("ACME")
      f.now = 50_000
      val order =
        NewOrder(TraderId("ada"), Side.Sell, Quantity(1), OrderKind.Limit(Price(100)), Lifetime.For(60_000))
      val id = f.done(f.exchange.place(acme, order, Some(OrderKey("k1")))).order
      f.now += 59_999
      val again = f.done(f.exchange.place(acme, order, Some(OrderKey("k1"))))
      assertEquals((again.order, again.repeated), (id, true))
      assertEquals(f.depth(Side.Sell), Vector(100L -> 1L))
      assertEquals(await(f.exchange.order(id)).get.asked.lifetime, Lifetime.Until(110_000))
      f.now += 1
      f.done(f.buy("bob", 1, 50)): Unit
      assertEquals(f.depth(Side.Sell), Vector.empty)

  test("a market follows a clock that is set back, and what the wrong time did does not last"):
    use(plain.copy(sweepEvery = 1.hour, keysFor = 10.seconds)): f =>
      val acme = Product("ACME")
      def until(millis: Long) =
        val order =
          NewOrder(
            TraderId("ada"),
            Side.Sell,
            Quantity(1),
            OrderKind.Limit(Price(100)),
            Lifetime.Until(millis)
          )
        await(f.exchange.place(acme, order))
      f.now = 1_000_000
      f.done(f.sell("ada", 5, 101)): Unit
      // an hour ahead
      f.now = 4_600_000
      f.done(f.buy("bob", 1, 101, "k1")): Unit
      // a little behind is waited for, as clocks differ
      f.now = 4_595_000
      assertEquals(until(4_598_000), Answer.Rejected(Rule.EndPassed))
      // right again
      f.now = 1_010_000
      assert(until(1_020_000).isInstanceOf[Answer.Done])
      assertEquals(f.depth(Side.Sell), Vector(100L -> 1L, 101L -> 4L))
      // the wrong hour's key is not known for an hour
      assert(f.done(f.buy("bob", 1, 101, "k1")).repeated)
      f.now = 1_020_000
      f.done(f.buy("bob", 1, 50)): Unit
      assertEquals(f.depth(Side.Sell), Vector(101L -> 4L))
      assert(!f.done(f.buy("bob", 1, 101, "k1")).repeated)
      // nor does the next hour's trading go into the wrong hour's candle
      assertEquals(await(f.exchange.candles(acme, 0)).get.map(_.start), Vector(1_010_000L, 1_020_000L))

  test("a trader has so many open orders in a market, and may trade at once or cancel when there are more"):
    use(plain.copy(maxOrdersOfTrader = 2)): f =>
      val orders = Vector(100L, 101L).map(price => f.done(f.sell("ada", 5, price)).order)
      assertEquals(await(f.sell("ada", 5, 102)), Answer.Rejected(Rule.TraderFull))
      f.done(f.sell("bob", 5, 102)): Unit
      f.done(f.sell("ada", 5, 102, product = "BOLT")): Unit
      val atOnce = NewOrder(TraderId("ada"), Side.Sell, Quantity(1), OrderKind.Market, Lifetime.Immediate)
      f.done(f.exchange.place(Product("ACME"), atOnce)): Unit
      f.done(f.exchange.replace(orders(0), TraderId("ada"), Quantity(6))): Unit
      f.done(f.exchange.cancel(orders(1), TraderId("ada"))): Unit
      f.done(f.sell("ada", 5, 102)): Unit

  test("how many orders are open counts for those that would enter a queue; what trades at once is taken"):
    val acme = Product("ACME")
    def order(trader: String, side: Side, lots: Long, kind: OrderKind, postOnly: Boolean = false) =
      NewOrder(TraderId(trader), side, Quantity(lots), kind, postOnly = postOnly)
    def limit(trader: String, side: Side, lots: Long, ticks: Long, postOnly: Boolean = false) =
      order(trader, side, lots, OrderKind.Limit(Price(ticks)), postOnly)
    // ada has sold 5 at 100 and 5 at 101, bob 5 at 102; then each of these comes alone
    val cases = Seq[(String, NewOrder, Option[Rule])](
      ("stays", limit("ada", Side.Sell, 1, 103), Some(Rule.TraderFull)),
      ("stays, of another", limit("bob", Side.Buy, 1, 99), Some(Rule.BookFull)),
      ("waits", order("cyd", Side.Buy, 1, OrderKind.Stop(Price(200))), Some(Rule.BookFull)),
      ("is filled at once", limit("cyd", Side.Buy, 5, 100), None),
      ("leaves a rest, in the place of whom it filled", limit("cyd", Side.Buy, 7, 100), None),
      ("leaves a rest, and fills nobody", limit("ada", Side.Buy, 7, 99), Some(Rule.TraderFull)),
      ("would trade, and is post-only", limit("cyd", Side.Buy, 1, 100, postOnly = true), None),
      ("is post-only, and stays", limit("cyd", Side.Buy, 1, 99, postOnly = true), Some(Rule.BookFull)),
      ("ends at its own", limit("ada", Side.Buy, 1, 100), None)
    )
    for (what, last, refused) <- cases do
      // both limits are reached for ada, the book's for others
      use(plain.copy(maxOrders = 3, maxOrdersOfTrader = 2)): f =>
        for price <- Seq(100L, 101L) do f.done(f.sell("ada", 5, price)): Unit
        f.done(f.sell("bob", 5, 102)): Unit
        val answer = await(f.exchange.place(acme, last))
        refused match
          case Some(rule) => assertEquals(answer, Answer.Rejected(rule), what)
          case None => assert(answer.isInstanceOf[Answer.Done], s"$what: $answer")
        assert(f.look("ACME")(_.openOrders) <= 3, what)

  test("all markets together have a bound, which who cancels frees"):
    use(plain.copy(maxOrdersInAll = 3)): f =>
      val orders = Vector("ACME", "BOLT", "ACME").map(p => f.done(f.sell("ada", 5, 100, product = p)).order)
      for product <- Seq("ACME", "BOLT") do
        assertEquals(await(f.sell("bob", 5, 101, product = product)), Answer.Rejected(Rule.ExchangeFull))
      // at once
      f.done(f.buy("bob", 1, 100)): Unit
      assertEquals((f.exchange.stats.openOrders, f.exchange.stats.openOrdersRoom), (3, 3))
      f.done(f.exchange.cancel(orders(1), TraderId("ada"))): Unit
      f.done(f.sell("bob", 5, 101)): Unit
      assertEquals(await(f.sell("bob", 5, 101)), Answer.Rejected(Rule.ExchangeFull))

  test("an operator cancels all orders of a trader, or of a product, however many there are"):
    use(plain.copy(maxOrdersOfTrader = 100_000, mailbox = 20_000)): f =>
      val (acme, bolt) = (Product("ACME"), Product("BOLT"))
      val asked = Vector.tabulate(10_500)(n => f.sell("ada", 1, 100 + n % 50)).last
      await(asked): Unit
      f.done(f.sell("bob", 1, 100)): Unit
      f.done(f.sell("ada", 1, 100, product = "BOLT")): Unit
      assertEquals(await(f.exchange.cancelAll(acme, Some(TraderId("ada")))), Some(10_500L))
      assertEquals(f.depth(Side.Sell), Vector(100L -> 1L))
      assertEquals(await(f.exchange.cancelAll(acme)), Some(1L))
      assertEquals(await(f.exchange.cancelAll(acme)), Some(0L))
      assertEquals(f.exchange.stats.openOrders, 1)
      assertEquals(await(f.exchange.cancelAll(bolt)), Some(1L))
      assertEquals(await(f.exchange.cancelAll(Product("NOPE"))), None)

  test("an order expires by itself"):
    use(plain.copy(sweepEvery = 1.milli)): f =>
      val order =
        NewOrder(TraderId("ada"), Side.Sell, Quantity(5), OrderKind.Limit(Price(100)), Lifetime.Until(2000))
      f.done(f.exchange.place(Product("ACME"), order)): Unit
      assertEquals(f.depth(Side.Sell), Vector(100L -> 5L))
      f.now = 2000
      Eventually.until("it has expired")(f.depth(Side.Sell).isEmpty)

  test("an engine with a full mailbox refuses at once, others go on, and what it had taken is done"):
    use(plain.copy(mailbox = 16)): f =>
      val end = hold(f, "ACME")
      val answers = Vector.fill(100)(f.sell("ada", 1, 100))
      // done elsewhere meanwhile
      f.done(f.sell("ada", 1, 100, product = "BOLT")): Unit
      val refused = answers.count(a => a.value.exists(v => v.get == Answer.Busy(Congestion.EngineFull)))
      assert(refused >= 84, s"$refused refused")
      assert(f.exchange.stats.refused >= refused)
      end.countDown()
      val taken = answers.map(await(_)).count { case _: Answer.Done => true; case _ => false }
      assertEquals(taken + refused, 100)
      assertEquals(f.depth(Side.Sell), Vector(100L -> taken.toLong))

  test("a command that waits too long is late, and may still be done"):
    use(plain.copy(answerWithin = 1.milli)): f =>
      val end = hold(f, "ACME")
      assertEquals(await(f.sell("ada", 5, 100, key = "k")), Answer.Late)
      end.countDown()
      def again: Answer = await(f.sell("ada", 5, 100, key = "k")) match
        case Answer.Late => again
        case other => other
      again match
        case done: Answer.Done => assert(done.repeated)
        case other => fail(s"$other")

  test("a view that fails is told, and the market goes on"):
    use(): f =>
      val boom = f.exchange.look(Product("ACME")): _ =>
        throw IllegalStateException("this view fails")
      assert(intercept[IllegalStateException](await(boom)).getMessage == "this view fails")
      f.done(f.sell("ada", 5, 100)): Unit

  test(
    "markets move between engines while orders flow: none is lost, none done twice, and none overtakes another"
  ):
    val products = Vector("ACME", "BOLT", "CORN").map(Product(_))
    use(ExchangeConfig(products, engines = 3, answerWithin = 4.minutes)): f =>
      val over = new AtomicBoolean
      val placed = new AtomicInteger
      val failures = new ConcurrentLinkedQueue[String]
      def send(sender: Int): Unit =
        while !over.get do
          val answers =
            for _ <- 1 to 20; product <- products yield
              val order =
                NewOrder(TraderId(s"t$sender"), Side.Sell, Quantity(1), OrderKind.Limit(Price(100 + sender)))
              product -> f.exchange.place(product, order)
          placed.addAndGet(20): Unit
          // ids are given in the order in which orders are done
          for (product, own) <- answers.groupBy(_(0)) do
            val ids = own.map((_, answer) => f.done(answer).order.value)
            if ids != ids.sorted then failures.add(s"orders in ${product.name} were done as $ids"): Unit
      val senders =
        for n <- 0 until 4 yield
          val thread = new Thread(() =>
            try send(n)
            catch case failure: Throwable => failures.add(failure.toString): Unit
          )
          thread.start()
          thread
      try
        for n <- 0 until 500 do
          val product = products(n % products.size)
          // several moves of one product may be under way at a time
          val moved = f.exchange.move(product, (f.exchange.engineOf(product).get + 1 + n % 2) % 3)
          if n % 10 == 0 then assert(await(moved))
      finally over.set(true)
      senders.foreach(_.join())
      assert(failures.isEmpty, failures.toString)
      for product <- products do assertEquals(f.look(product.name)(_.openOrders), placed.get)

  test("a market does not move when the engine that has it is full, and stays where it is"):
    use(plain.copy(mailbox = 16)): f =>
      val end = hold(f, "ACME")
      val waiting = Vector.fill(100)(f.sell("ada", 1, 100))
      val from = f.exchange.engineOf(Product("ACME")).get
      assertEquals(await(f.exchange.move(Product("ACME"), 1 - from)), false)
      assertEquals(f.exchange.engineOf(Product("ACME")), Some(from))
      end.countDown()
      waiting.foreach(await(_): Unit)
      assert(await(f.exchange.move(Product("ACME"), 1 - from)))
      assertEquals(f.exchange.engineOf(Product("ACME")), Some(1 - from))
      f.done(f.sell("ada", 1, 100)): Unit

  test("while a market waits for its engine, what is sent to it waits, and the other markets there go on"):
    use(plain): f =>
      val end = hold(f, "ACME")
      val to = f.exchange.engineOf(Product("BOLT")).get
      val moved = f.exchange.move(Product("ACME"), to)
      val waiting = Future.sequence(Vector.tabulate(20)(n => f.sell("ada", 1, 100 + n)))
      for _ <- 1 to 20 do f.done(f.sell("ada", 1, 100, product = "BOLT")): Unit
      assert(!moved.isCompleted && !waiting.isCompleted)
      end.countDown()
      assert(await(moved))
      val orders = await(waiting).map { case d: Answer.Done => d.order.order; case other => fail(s"$other") }
      assertEquals(orders, (1L to 20L).toVector)

  test(
    "without a database a market whose engine fails is halted, and the others go on; it can still be moved"
  ):
    use(plain.copy(engines = 1, sweepEvery = 1.hour)): f =>
      f.done(f.sell("ada", 5, 100)): Unit
      f.failures.set(1)
      assertEquals(await(f.sell("ada", 5, 100)), Answer.Late)
      assertEquals(await(f.sell("ada", 5, 100)), Answer.Busy(Congestion.EngineDown))
      assertEquals(f.exchange.unready, Some("a market is halted, or on its way back from its journal"))
      f.done(f.sell("ada", 5, 100, product = "BOLT")): Unit
    use(plain.copy(engines = 2, sweepEvery = 1.hour)): f =>
      f.failures.set(1)
      assertEquals(await(f.sell("ada", 5, 100)), Answer.Late)
      assert(await(f.exchange.move(Product("ACME"), 1)))
      assertEquals(await(f.sell("ada", 5, 100)), Answer.Busy(Congestion.EngineDown))
      f.done(f.sell("ada", 5, 100, product = "BOLT")): Unit

  test("a change of what happens when orders of one trader meet is not left out for want of room"):
    val full = new Journal:
      def refusal(market: Int): Congestion = Congestion.BacklogFull
      def reserve(market: Int, entries: Int): Boolean = false
      def release(market: Int, entries: Int): Unit = ()
      def append(entry: Entry): Unit = ()
    val market = new Market(MarketSettings(3), full, new Keys(1, 1.hour), endedKept = 1)
    market.adopt(SelfTrade.CancelNewest, 1000)
    val e = intercept[TradingStartException](market.adopt(SelfTrade.Allow, 1000))
    assert(e.getMessage.contains("market 3 cannot change to Allow"), e.getMessage)

  test("threads do not grow with the engines"):
    val products = Vector.tabulate(400)(n => Product(s"P$n"))
    def threads(engines: Int) = use(plain.copy(products = products, engines = engines)): f =>
      products.map(p => f.sell("ada", 1, 100, product = p.name)).foreach(f.done(_): Unit)
      Thread.getAllStackTraces.nn.size
    // few first: threads that are left over hide nothing
    val few = threads(2)
    val many = threads(400)
    assert(many - few < 100, s"$few threads with 2 engines, $many with 400")

  test("a configuration that cannot work is refused with the value and the remedy"):
    val wrong = Seq[(() => Any, String)](
      (() => plain.copy(engines = 0), "engines = 0: must be from 1 to 1024"),
      (() => plain.copy(products = Vector.empty), "products is empty"),
      (() => plain.copy(products = plain.products ++ plain.products), "names ACME, BOLT more than once"),
      (() => plain.copy(answerWithin = 0.seconds), "answerWithin = 0 seconds: must be from 1 millisecond"),
      (
        () => plain.copy(selfTradeOf = Map(Product("NONE") -> SelfTrade.Allow)),
        "selfTradeOf names NONE, which is not among products"
      ),
      (() => StorageConfig("jdbc:oracle:x"), "url = jdbc:oracle:x: must begin with")
    )
    for (build, message) <- wrong do
      val e = intercept[IllegalArgumentException](build())
      assert(e.getMessage.contains(message), e.getMessage)
end ExchangeSuite
