package eddy.trading

import eddy.trading.ExchangeFixture.{await, use}
import eddy.trading.internal.Row

import java.sql.DriverManager
import java.util.concurrent.atomic.AtomicInteger
import scala.concurrent.duration.{DurationInt, FiniteDuration}
import scala.util.Using

/** What holds with every database. */
abstract class StorageContract extends munit.FunSuite:
  override val munitTimeout: FiniteDuration = 10.minutes
  private val made = new AtomicInteger

  /** Of an empty database of that name. */
  protected def urlOf(database: String): String
  protected def user: String

  protected def fresh(persistence: Persistence = Persistence.GroupCommit): ExchangeConfig =
    val url = urlOf(s"trading_${made.incrementAndGet()}")
    val storage = StorageConfig(
      url,
      user,
      "",
      persistence,
      connections = 2,
      batch = 50,
      retryEvery = 20.millis,
      closeWithin = 2.minutes
    )
    ExchangeFixture.plain.copy(storage = Some(storage))

  protected def rows[A](config: ExchangeConfig, sql: String)(read: Row => A): Vector[A] =
    Using.resource(DriverManager.getConnection(config.storage.get.url, user, "").nn): connection =>
      val result = connection.createStatement.nn.executeQuery(sql).nn
      Iterator.continually(result.next()).takeWhile(identity).map(_ => read(new Row(result))).toVector

  protected def change(config: ExchangeConfig, sql: String): Int =
    Using.resource(DriverManager.getConnection(
      config.storage.get.url,
      user,
      ""
    ).nn)(_.createStatement.nn.executeUpdate(sql))

  /** All that a book is. */
  private def state(f: ExchangeFixture, product: String) = f.look(product): book =>
    val open = RandomCommands.traders.map(book.ordersOf(_, Int.MaxValue))
    (
      book.depth(Side.Buy, 1000),
      book.depth(Side.Sell, 1000),
      open,
      book.lastPrice,
      book.tradeCount,
      book.orderCount
    )

  private def trade(f: ExchangeFixture, seed: Int, commands: Int): Vector[Answer.Done] =
    val random = new RandomCommands(seed, market = 1)
    val answers = Vector.fill(commands):
      val (command, millis) = random.next()
      f.now = millis
      command match
        case Command.Place(order) => f.exchange.place(Product("ACME"), order)
        case Command.Cancel(order, trader) => f.exchange.cancel(order, trader)
        case Command.Replace(order, trader, quantity, price) =>
          f.exchange.replace(order, trader, quantity, price)
        case Command.Expire | Command.SelfTrading(_) => f.exchange.cancel(OrderId(1, 1), TraderId("nobody"))
    answers.map(await).collect { case d: Answer.Done => d }

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

  test("a key outlives a restart"):
    val config = fresh()
    val order = use(config)(f => f.durable(f.sell("ada", 5, 100, key = "k1")).order)
    use(config): f =>
      val again = f.done(f.sell("ada", 5, 100, key = "k1"))
      assertEquals((again.order, again.repeated), (order, true))
      assertEquals(f.depth(Side.Sell), Vector(100L -> 5L))

  test("products keep their numbers, and names differ by case"):
    val config = fresh()
    val order = use(config)(f => f.durable(f.sell("ada", 5, 100, product = "BOLT")).order)
    use(config.copy(products = Vector("bolt", "BOLT", "ACME").map(Product(_)))): f =>
      assertEquals(f.exchange.productOf(order), Some(Product("BOLT")))
      assertEquals(f.depth(Side.Sell, "BOLT"), Vector(100L -> 5L))
      assertEquals(f.depth(Side.Sell, "bolt"), Vector.empty)

  test("an order that expired while the service was down is ended at its time, not traded"):
    val config = fresh()
    use(config): f =>
      val order =
        NewOrder(TraderId("ada"), Side.Sell, Quantity(5), OrderKind.Limit(Price(100)), Lifetime.Until(2000))
      f.durable(f.exchange.place(Product("ACME"), order)): Unit
    use(config): f =>
      f.now = 2000
      assertEquals(f.durable(f.buy("bob", 5, 100)).events.size, 1)
      assertEquals(f.depth(Side.Sell), Vector.empty)

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

  private def reconciled(config: ExchangeConfig) = Reconciliation.of(config.storage.get)

  test("what the tables say of each other is whole, also while orders flow"):
    val config = fresh()
    use(config): f =>
      trade(f, seed = 5, commands = 300): Unit
      assertEquals(reconciled(config).differences, Vector.empty)
      trade(f, seed = 6, commands = 50).foreach(d => await(d.durable): Unit)
    val result = reconciled(config)
    assertEquals((result.differences, result.found), (Vector.empty, 0L))
    val Vector(acme, bolt) = result.markets: @unchecked
    assertEquals(acme.entries, rows(config, "select count(*) as n from journal")(_.long("n")).head)
    assertEquals(acme.trades, rows(config, "select count(*) as n from trade")(_.long("n")).head)
    assertEquals(acme.lots, rows(config, "select sum(lots) as n from trade")(_.long("n")).head)
    assertEquals(bolt, ReconciledMarket("BOLT", 0, 0, 0, 0, 0))
    use(config)(f => assertEquals(f.look("ACME")(b => (b.orderCount, b.openOrders)), (acme.orders, acme.openOrders)))

  test("whoever tampers with a table is found, with the row and the values"):
    val config = fresh()
    use(config)(f => trade(f, seed = 3, commands = 200).foreach(d => await(d.durable): Unit))
    val tables = Vector("journal", "trade")
    for table <- tables do change(config, s"create table kept_$table as select * from $table"): Unit
    val columns = "market, seq, millis, price, lots, maker_order, maker_trader, taker_order, taker_trader, taker_side"
    val last = reconciled(config).markets.head.entries
    val tampered = Vector(
      "update trade set lots = lots + 7 where trade_number = 2" -> "trade 2 has lots = ",
      "update trade set maker_trader = 'eve' where trade_number = 3" -> "trade 3 has maker_trader = eve, but ",
      "update trade set seq = 99999 where trade_number = 4" -> "trade 4 is of an entry that the journal does not have",
      "delete from trade where trade_number = 5" -> "trade 5 is missing: it follows from entry ",
      s"insert into trade (trade_number, $columns) select 77777, $columns from trade where trade_number = 1" ->
        "trade 77777 follows from no entry of the journal",
      "delete from journal where seq = 3" -> "the journal has entry 4 and none after 2",
      s"insert into journal (market, seq, millis, action, order_id, trader) values (1, ${last + 1}, 9, 'cancel', 1099511627777, 'eve')" ->
        s"entry ${last + 1} of the journal changes nothing",
      s"update journal set action = 'bribe' where seq = 4" -> "the entry after 3 cannot be read: ",
      "update journal set lots = -1 where action = 'place' and seq = 1" -> "the entry after 0 cannot be read: ",
      s"insert into journal (market, seq, millis, action) values (88, 1, 1, 'expire')" ->
        "market 88 has rows, but the table market has no such number"
    )
    for (sql, expected) <- tampered do
      assertEquals(change(config, sql), 1, sql)
      val result = reconciled(config)
      assert(result.differences.exists(_.contains(expected)), s"$sql gave ${result.differences}")
      for table <- tables do
        change(config, s"delete from $table"): Unit
        change(config, s"insert into $table select * from kept_$table"): Unit
      assertEquals(reconciled(config).differences, Vector.empty)
    // without the constraints that keep them from it
    change(config, "drop table trade"): Unit
    change(config, "create table trade as select * from kept_trade"): Unit
    change(config, "insert into trade select * from kept_trade where trade_number = 2"): Unit
    val twice = reconciled(config).differences
    assert(twice.exists(_.contains("trade 2 is there more than once")), twice.toString)
    assert(twice.exists(_.matches("the table trade has the id \\d+ more than once")), twice.toString)

  test("of very many differences the first are named and all are counted"):
    val config = fresh()
    use(config)(f => trade(f, seed = 3, commands = 200).foreach(d => await(d.durable): Unit))
    val trades = change(config, "update trade set lots = lots + 1").toLong
    val result = reconciled(config)
    assertEquals((result.differences.size, result.found), (Reconciliation.Named, trades))

  test("what happens when orders of one trader meet is set for each product; a change leaves what was done as it was"):
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
    assertEquals(reconciled(config).differences, Vector.empty)

  test("a market with fewer orders than before may be open starts with all of them"):
    val config = fresh()
    use(config)(f => for price <- 100 to 104 do f.durable(f.sell("ada", 1, price)): Unit)
    use(config.copy(maxOrders = 2)): f =>
      assertEquals(f.look("ACME")(_.openOrders), 5)
      assertEquals(await(f.sell("ada", 1, 105)), Answer.Rejected(Rule.BookFull))

  test("a database that cannot be used is named, with what to look at, and without the password"):
    val config = fresh()
    val url = if config.storage.get.url.startsWith("jdbc:h2") then "jdbc:h2:tcp://127.0.0.1:1/none"
    else "jdbc:mariadb://127.0.0.1:1/none"
    val storage = StorageConfig(url, "someone", "secret")
    val e = intercept[TradingStartException](use(config.copy(storage = Some(storage)))(_ => ()))
    assert(e.getMessage.contains(url) && e.getMessage.contains("Is it up"), e.getMessage)
    assert(!e.getMessage.contains("secret") && !storage.toString.contains("secret"), e.getMessage)
end StorageContract
