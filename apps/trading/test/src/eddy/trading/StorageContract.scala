package eddy.trading

import eddy.testing.Eventually
import eddy.trading.ExchangeFixture.{hold, use}
import eddy.trading.internal.EmbeddedFile

import scala.concurrent.duration.DurationInt

/** What holds with every database. */
trait StorageContract extends StorageTests:
  /** As when the connection breaks with which a service has the database, and the service does not notice. */
  protected def loseLock(config: ExchangeConfig): Unit

  for persistence <- Persistence.values do
    test(s"what was done is durable, and the books are as they were after a restart; $persistence"):
      val config = fresh(persistence)
      val (before, done) = use(config): f =>
        val done = trade(f, seed = 3, commands = 400)
        done.foreach(d => await(d.durable): Unit)
        (state(f, "ACME"), done)
      val traded = done.flatMap: d =>
        val numbers = d.events.collect { case t: MarketEvent.Traded => t.number }
        val keys = await(d.durable)
        assertEquals(keys.size, numbers.size)
        keys.zip(numbers)
      assert(traded.size > 50, traded.size)
      // the keys that were read back are those of the trades
      assertEquals(
        rows(config, "select id, trade_number from trade order by id")(r =>
          r.long("id") -> r.long("trade_number")
        ).toSet,
        traded.toSet
      )
      use(config): f =>
        assertEquals(state(f, "ACME"), before)
        // and goes on with the next number
        assertEquals(f.durable(f.sell("ada", 1, 1_000_000)).order.order, before._6 + 1)
  end for

  test("a command that was done says so at once, and is durable by itself soon"):
    use(fresh()): f =>
      val (sold, bought) = (f.done(f.sell("ada", 5, 100)), f.done(f.buy("bob", 5, 100)))
      assertEquals(await(sold.durable), Vector.empty)
      assertEquals(await(bought.durable).size, 1)
      assertEquals(f.exchange.stats.storage.get.stored, 2L)

  test("an order for some time ends when its market said, also after a rejected command and a restart"):
    val config = fresh().copy(sweepEvery = 1.hour)
    val before = use(config): f =>
      f.now = 100_000
      // advances the market's time, and is not in the journal
      val unknown = f.exchange.cancel(OrderId(1, 99), TraderId("ada"))
      assertEquals(await(unknown), Answer.Rejected(Rule.UnknownOrder))
      // a clock so little behind is waited for
      f.now = 98_600
      val kind = OrderKind.Limit(Price(100))
      val order = NewOrder(TraderId("ada"), Side.Sell, Quantity(5), kind, Lifetime.For(60_000))
      val id = f.done(f.exchange.place(Product("ACME"), order)).order
      assertEquals(await(f.exchange.order(id)).get.asked.lifetime, Lifetime.Until(160_000))
      f.now = 159_000
      assertEquals(f.durable(f.buy("bob", 2, 100)).events.size, 2)
      state(f, "ACME")
    assertEquals(Reconciliation.of(config.storage.get).differences, Vector.empty)
    use(config)(f => assertEquals(state(f, "ACME"), before))

  test("an operator cancels the orders placed before the call, and no later ones, also after a restart"):
    val config = fresh().copy(mailbox = 20_000)
    val before = use(config): f =>
      val old = Vector.tabulate(10_500)(n => f.sell(s"t${n % 5}", 1, 200 + n % 50)).map(f.done(_).order)
      val end = hold(f, "ACME")
      val cancelled = f.exchange.cancelAll(Product("ACME"))
      // between its parts, and better than all that it cancels
      val flow = Vector.tabulate(100)(n => f.sell("ada", 1, 100 + n))
      end.countDown()
      assertEquals(await(cancelled), Some(old.size.toLong))
      flow.foreach(f.durable(_): Unit)
      assertEquals(f.look("ACME")(_.openOrders), flow.size)
      state(f, "ACME")
    use(config)(f => assertEquals(state(f, "ACME"), before))

  test("a key outlives a restart"):
    val config = fresh()
    val order = use(config)(f => f.durable(f.sell("ada", 5, 100, key = "k1")).order)
    use(config): f =>
      val again = f.done(f.sell("ada", 5, 100, key = "k1"))
      assertEquals((again.order, again.repeated), (order, true))
      assertEquals(f.depth(Side.Sell), Vector(100L -> 5L))

  test("tables of the first version are brought up to this one, with all that they hold"):
    val config = fresh()
    use(config)(f => f.durable(f.sell("ada", 5, 100, key = "k1")): Unit)
    for table <- Seq("snapshot", "snapshot_part", "owner") do change(config, s"drop table $table"): Unit
    assertEquals(change(config, "delete from flyway_schema_history where version in ('2', '3')"), 2)
    use(config)(f => assert(f.done(f.sell("ada", 5, 100, key = "k1")).repeated))
    assertEquals(rows(config, "select seq from snapshot")(_.long("seq")), Vector.empty)

  test("what an operator has cancelled, and how many orders are open, are as they were after a start"):
    val config = fresh().copy(maxOrdersInAll = 2)
    use(config): f =>
      for price <- 100 to 101 do f.durable(f.sell("ada", 5, price)): Unit
      assertEquals(await(f.sell("bob", 1, 102)), Answer.Rejected(Rule.ExchangeFull))
    use(config): f =>
      assertEquals(await(f.sell("bob", 1, 102)), Answer.Rejected(Rule.ExchangeFull))
      assertEquals(await(f.exchange.cancelAll(Product("ACME"), Some(TraderId("ada")))), Some(2L))
      f.durable(f.sell("bob", 1, 102)): Unit
      assertEquals(await(f.exchange.cancelAll(Product("ACME"))), Some(1L))
      f.durable(f.sell("bob", 2, 103)): Unit
    use(config)(f => assertEquals(f.depth(Side.Sell), Vector(103L -> 2L)))
    assertEquals(Reconciliation.of(config.storage.get).differences, Vector.empty)

  for every <- Seq(0, 2) do
    test(
      s"a start by an earlier clock than the journal was written with goes back to it; snapshots after $every"
    ):
      val any = fresh()
      val config = any.copy(storage = any.storage.map(_.copy(snapshotEvery = every)))
      def until(f: ExchangeFixture, millis: Long) =
        val order =
          NewOrder(
            TraderId("ada"),
            Side.Sell,
            Quantity(1),
            OrderKind.Limit(Price(100)),
            Lifetime.Until(millis)
          )
        await(f.exchange.place(Product("ACME"), order))
      use(config): f =>
        f.now = 4_600_000
        for price <- 101 to 104 do f.durable(f.sell("ada", 5, price)): Unit
        if every > 0 then
          Eventually.until("a snapshot is written")(f.exchange.stats.storage.get.snapshots > 0)
      use(config): f =>
        f.now = 1_000_000
        until(f, 1_020_000) match
          case done: Answer.Done => await(done.durable): Unit
          case other => fail(s"$other")
      // replayed with the same times
      use(config): f =>
        f.now = 1_010_000
        assertEquals(f.depth(Side.Sell).head, 100L -> 1L)
        f.now = 1_020_000
        f.durable(f.buy("bob", 1, 50)): Unit
        assertEquals(f.depth(Side.Sell).head, 101L -> 5L)
      assertEquals(Reconciliation.of(config.storage.get).differences, Vector.empty)
  end for

  test("an order for some time ends at the same moment after a start"):
    val config = fresh()
    val order =
      NewOrder(TraderId("ada"), Side.Sell, Quantity(1), OrderKind.Limit(Price(100)), Lifetime.For(60_000))
    def place(f: ExchangeFixture) = f.exchange.place(Product("ACME"), order, Some(OrderKey("k1")))
    use(config): f =>
      f.now = 1_000_000
      f.durable(place(f)): Unit
    use(config): f =>
      f.now = 1_059_999
      assert(f.done(place(f)).repeated)
      f.now = 1_060_000
      f.durable(f.buy("bob", 1, 100)): Unit
      assertEquals(f.depth(Side.Sell), Vector.empty)

  test("products keep their numbers, and names differ by case"):
    val config = fresh()
    val order = use(config)(f => f.durable(f.sell("ada", 5, 100, product = "BOLT")).order)
    use(config.copy(products = Vector("bolt", "BOLT", "ACME").map(Product(_)))): f =>
      assertEquals(f.exchange.productOf(order), Some(Product("BOLT")))
      assertEquals(f.depth(Side.Sell, "BOLT"), Vector(100L -> 5L))
      assertEquals(f.depth(Side.Sell, "bolt"), Vector.empty)

  test("a trade that is missing is added at the start, none twice"):
    val config = fresh(Persistence.OneByOne)
    use(config): f =>
      f.durable(f.sell("ada", 5, 100)): Unit
      f.durable(f.buy("bob", 2, 100)): Unit
      f.durable(f.buy("bob", 2, 100)): Unit
    // as when it died between the order and its trade
    assertEquals(change(config, "delete from trade where trade_number = 2"), 1)
    for _ <- 1 to 2 do
      use(config)(_ => ())
      assertEquals(
        rows(config, "select trade_number from trade order by 1")(_.long("trade_number")),
        Vector(1L, 2L)
      )

  test("what follows a gap in the journal was never acknowledged, and is dropped with its trades"):
    val config = fresh(Persistence.ParallelInserts)
    use(config): f =>
      f.durable(f.sell("ada", 5, 100)): Unit
      f.durable(f.buy("bob", 1, 100)): Unit
      f.durable(f.sell("ada", 5, 101)): Unit
      f.durable(f.buy("bob", 2, 100)): Unit
    // as when it died before the third had come and after the fourth had
    assertEquals(change(config, "delete from journal where seq = 3"), 1)
    use(config): f =>
      assertEquals(f.depth(Side.Sell), Vector(100L -> 4L))
      assertEquals(f.durable(f.sell("ada", 1, 105)).order.order, 3L)
    assertEquals(rows(config, "select trade_number from trade")(_.long("trade_number")), Vector(1L))
    use(config)(f => assertEquals(f.depth(Side.Sell), Vector(100L -> 4L, 105L -> 1L)))

  test("a gap in a journal that was written in batches refuses the start, and leaves all that is there"):
    val config = fresh()
    use(config): f =>
      for n <- 1 to 10 do f.durable(if n % 2 == 1 then f.sell("ada", 1, 100) else f.buy("bob", 1, 100)): Unit
    assertEquals(change(config, "delete from journal where seq = 5"), 1)
    def kept =
      rows(config, "select count(*) as n from journal union all select count(*) from trade")(_.long("n"))
    for now <- Seq(Persistence.GroupCommit, Persistence.ParallelInserts) do
      val other = config.copy(storage = config.storage.map(_.copy(persistence = now)))
      val e = intercept[TradingStartException](use(other)(_ => ()))
      assert(e.getMessage.contains("has nothing between its entries 4 and 6"), e.getMessage)
      assertEquals(kept, Vector(9L, 5L))

  for persistence <- Persistence.values do
    test(
      s"a service that was thought dead writes nothing after another has started, and says so; $persistence"
    ):
      val config = fresh(persistence)
      use(config): first =>
        first.durable(first.sell("ada", 5, 100)): Unit
        loseLock(config)
        use(config): second =>
          second.durable(second.sell("bob", 7, 101)): Unit
          // with the number of the one that is there already
          val late = first.sell("ada", 1, 102)
          Eventually.until("the first has noticed"):
            first.exchange.unready.contains("another process has taken over the database")
          assertEquals(await(first.sell("ada", 1, 103)), Answer.Busy(Congestion.DatabaseTaken))
          assert(!first.done(late).durable.isCompleted)
          second.durable(second.buy("cyd", 1, 100)): Unit
          assert(second.exchange.isReady)
      assertEquals(rows(config, "select seq from journal order by 1")(_.long("seq")), Vector(1L, 2L, 3L))
      assert(Reconciliation.of(config.storage.get).isWhole)
  end for

  test("tables that do not belong together are refused"):
    val config = fresh()
    use(config): f =>
      f.durable(f.sell("ada", 5, 100)): Unit
      f.durable(f.buy("bob", 1, 100)): Unit
    assertEquals(change(config, "delete from journal where seq = 2"), 1)
    val e = intercept[TradingStartException](use(config)(_ => ()))
    assert(
      e.getMessage.contains("market 1 has 1 trades in the table trade, but only 0 follow from its journal"),
      e.getMessage
    )

  test(
    "what happens when orders of one trader meet is set for each product; a change leaves what was done as it was"
  ):
    val config = fresh()
    def both(f: ExchangeFixture, product: String) =
      f.durable(f.sell("ada", 5, 100, product = product)): Unit
      f.durable(f.buy("ada", 2, 100, product = product)).events.last
    def boltWith(mode: SelfTrade) = config.copy(selfTradeOf = Map(Product("BOLT") -> mode))
    use(boltWith(SelfTrade.Allow)): f =>
      assert(both(f, "BOLT").isInstanceOf[MarketEvent.Traded])
      assertEquals(both(f, "ACME"), MarketEvent.Cancelled(OrderId(1, 2), 2, CancelReason.OwnOrder))
    use(boltWith(SelfTrade.CancelBoth)): f =>
      assertEquals(f.depth(Side.Sell, "BOLT"), Vector(100L -> 3L))
      assertEquals(both(f, "BOLT"), MarketEvent.Cancelled(OrderId(2, 4), 2, CancelReason.OwnOrder))
    use(config): f =>
      assertEquals(f.depth(Side.Sell, "BOLT"), Vector(100L -> 5L))
    assertEquals(Reconciliation.of(config.storage.get).differences, Vector.empty)

  test("a market with fewer orders than before may be open starts with all of them"):
    val config = fresh()
    use(config)(f => for price <- 100 to 104 do f.durable(f.sell("ada", 1, price)): Unit)
    use(config.copy(maxOrders = 2, maxOrdersOfTrader = 1)): f =>
      assertEquals(f.look("ACME")(_.openOrders), 5)
      assertEquals(await(f.sell("ada", 1, 105)), Answer.Rejected(Rule.TraderFull))
      assertEquals(await(f.sell("bob", 1, 105)), Answer.Rejected(Rule.BookFull))

  test("a database that cannot be used is named, with what to look at, and without the password"):
    val config = fresh()
    val url =
      if EmbeddedFile.isOne(config.storage.get.url) then "jdbc:sqlite:/dev/null/none.sqlite"
      else "jdbc:mariadb://127.0.0.1:1/none"
    val storage = StorageConfig(url, "someone", "secret")
    val e = intercept[TradingStartException](use(config.copy(storage = Some(storage)))(_ => ()))
    assert(e.getMessage.contains(s"the database $url cannot be used: "), e.getMessage)
    assert(!e.getMessage.contains("secret") && !storage.toString.contains("secret"), e.getMessage)
    val inUrl = storage.copy(url = s"$url?password=hidden")
    assert(!inUrl.toString.contains("hidden"), inUrl.toString)
    val also = intercept[TradingStartException](use(config.copy(storage = Some(inUrl)))(_ => ()))
    assert(!also.getMessage.contains("hidden"), also.getMessage)
end StorageContract
