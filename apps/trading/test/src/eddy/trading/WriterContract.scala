package eddy.trading

import eddy.runtime.Engine
import eddy.testing.{Eventually, Waits}
import eddy.trading.ExchangeFixture.use
import eddy.trading.internal.{Keys, Market, Tables, Writer}

import java.lang.reflect.{InvocationHandler, Proxy}
import java.sql.{Connection, DriverManager, SQLException}
import java.util.concurrent.CountDownLatch
import java.util.concurrent.atomic.{AtomicBoolean, AtomicInteger}
import scala.concurrent.duration.{DurationInt, FiniteDuration}

/** Connections that fail, with every database. */
trait WriterContract extends StorageTests:
  /** A market and who writes for it, over such connections. */
  private def writing(
      config: ExchangeConfig,
      connect: () => Connection
  )(body: (Market, Writer) => Unit): Unit =
    // makes the tables
    use(config)(_ => ())
    val engine = Engine.start()
    try
      val writer = Writer(config.storage.get, new Tables(connect), engine, _ => ())
      val market = new Market(MarketSettings(1), writer, new Keys(10, 1.hour), endedKept = 10)
      body(market, writer)
      if writer.isOwner then
        assertEquals(writer.close(), 0)
        assertEquals(place(market, "ada", Side.Sell), Answer.Busy(Congestion.Closing))
    finally await(engine.shutdown(10.seconds)): Unit

  private def real(config: ExchangeConfig) =
    DriverManager.getConnection(config.storage.get.url, user, "").nn

  private def place(market: Market, trader: String, side: Side): Answer =
    val order = NewOrder(TraderId(trader), side, Quantity(1), OrderKind.Limit(Price(100)))
    market.handle(Command.Place(order), None, 1000)

  private def done(answer: Answer): Answer.Done = answer match
    case done: Answer.Done => done
    case other => fail(s"$other")

  private def journalled(config: ExchangeConfig) =
    rows(config, "select seq from journal order by seq")(_.long("seq"))

  for persistence <- Persistence.values do
    test(s"what was written although its answer was lost is found, and not written again; $persistence"):
      val config = fresh(persistence)
      val lost = new AtomicInteger(3)
      writing(config, () => losing(config, lost)): (market, writer) =>
        val (sold, bought) =
          (done(place(market, "ada", Side.Sell)), done(place(market, "bob", Side.Buy)))
        assertEquals(await(sold.durable), Vector.empty)
        assertEquals(await(bought.durable), rows(config, "select id from trade")(_.long("id")))
        assert(lost.get <= 0 && writer.stats.failures >= 3, lost.get)
        assertEquals(journalled(config), Vector(1L, 2L))

    test(
      s"another's row in the place of a command is not taken for it: nothing is durable any more; $persistence"
    ):
      val config = fresh(persistence)
      writing(config, () => real(config)): (market, writer) =>
        val theirs =
          "insert into journal (market, seq, millis, action, order_id, trader) values (1, 1, 5, 'cancel', 7, 'eve')"
        assertEquals(change(config, theirs), 1)
        val sold = done(place(market, "ada", Side.Sell))
        Eventually.until("it is noticed")(!writer.isOwner)
        assertEquals(place(market, "ada", Side.Sell), Answer.Busy(Congestion.DatabaseTaken))
        assert(!sold.durable.isCompleted)
        // at once: there is nothing to wait for
        assert(writer.close() > 0)
        assertEquals(rows(config, "select trader from journal")(_.text("trader")), Vector("eve"))
  end for

  test("one by one, a silent database holds a market no longer than until it refuses"):
    val plain = fresh(Persistence.OneByOne)
    val config = plain.copy(storage = plain.storage.map(_.copy(refuseAfter = 100.millis)))
    val go = new CountDownLatch(1)
    def silent() =
      Waits.await(go)
      real(config)
    writing(config, () => silent()): (market, _) =>
      val first = done(place(market, "ada", Side.Sell))
      assert(!first.durable.isCompleted)
      assertEquals(place(market, "bob", Side.Sell), Answer.Busy(Congestion.DatabaseLate))
      go.countDown()
      assertEquals(await(first.durable), Vector.empty)
      Eventually.until("it takes orders again")(place(market, "bob", Side.Sell).isInstanceOf[Answer.Done])
      assertEquals(journalled(config).take(2), Vector(1L, 2L))

  private def lingering(linger: FiniteDuration) =
    val plain = fresh()
    plain.copy(storage = plain.storage.map(_.copy(batch = 5, linger = linger)))

  test(
    "what comes in while the first lingers is one transaction; a full one does not wait, nor does one at the end"
  ):
    // longer than anything is waited for
    val config = lingering(1.hour)
    writing(config, () => real(config)): (market, writer) =>
      // with a connection of its own
      val other = new Market(MarketSettings(2), writer, new Keys(10, 1.hour), endedKept = 10)
      def some(of: Market, n: Int) = Vector.fill(n)(done(place(of, "ada", Side.Sell)))
      val first = some(market, 4)
      // the embedded database has one connection that writes
      val others = if config.storage.get.lanes > 1 then 1L else 0L
      if others > 0 then some(other, 5).foreach(d => assertEquals(await(d.durable), Vector.empty))
      assert(first.forall(!_.durable.isCompleted))
      assertEquals(writer.stats.commits, others)
      (first ++ some(market, 1)).foreach(d => assertEquals(await(d.durable), Vector.empty))
      assertEquals(writer.stats.commits, others + 1)
      val rest = some(market, 3)
      assertEquals(writer.close(), 0)
      assert(rest.forall(_.durable.isCompleted))
      assertEquals(writer.stats.commits, others + 2)

  for linger <- Seq(0.millis, 20.millis) do
    test(s"a command alone is durable after the linger, $linger"):
      val config = lingering(linger)
      writing(config, () => real(config)): (market, writer) =>
        for n <- 1L to 3L do
          assertEquals(await(done(place(market, "ada", Side.Sell)).durable), Vector.empty)
          assertEquals(writer.stats.commits, n)

  /** A connection that fails when it is closed, so that nobody knows what has become of it: as often as is
    * said.
    */
  private def losing(config: ExchangeConfig, times: AtomicInteger): Connection =
    val connection = real(config)
    val calls: InvocationHandler = (_, method, arguments) =>
      val result =
        if arguments == null then method.invoke(connection) else method.invoke(connection, arguments*)
      if method.getName == "close" && times.getAndDecrement() > 0 then
        throw SQLException("the answer was lost")
      result
    Proxy.newProxyInstance(
      getClass.getClassLoader,
      Array(classOf[Connection]),
      calls
    ).asInstanceOf[Connection]

  // with the third the engine waits for each
  for persistence <- Seq(Persistence.GroupCommit, Persistence.ParallelInserts) do
    test(
      s"while the database is away as much is done as the backlog holds, then refused, and is durable later; $persistence"
    ):
      val plain = fresh(persistence)
      val config = plain.copy(storage = plain.storage.map(_.copy(connections = 1, backlog = 20)))
      val isAway = new AtomicBoolean(true)
      def connect() = if isAway.get then throw SQLException("it is away") else real(config)
      writing(config, () => connect()): (market, writer) =>
        def next() = place(market, "ada", Side.Sell)
        val taken = Iterator.continually(next()).take(100).collect { case d: Answer.Done => d }.toVector
        // a command is taken when there is room for two entries: what expires before it has its own
        assertEquals((taken.size, writer.stats.waiting, market.book.openOrders), (19, 19, 19))
        assertEquals(next(), Answer.Busy(Congestion.BacklogFull))
        assert(!writer.keepsUp, "nothing tells that orders are refused")
        assert(taken.forall(!_.durable.isCompleted))
        isAway.set(false)
        taken.foreach(d => assertEquals(await(d.durable), Vector.empty))
        assertEquals(journalled(config), (1L to 19L).toVector)
        assertEquals(await(done(next()).durable), Vector.empty)
        assertEquals(writer.stats.waiting, 0)
        assert(writer.keepsUp)

    test(s"a database that does not answer is told of before anything has failed; $persistence"):
      val plain = fresh(persistence)
      val config = plain.copy(storage = plain.storage.map(_.copy(lateAfter = 1.milli)))
      val answers = new CountDownLatch(1)
      def connect() =
        Waits.await(answers)
        real(config)
      writing(config, () => connect()): (market, writer) =>
        assert(writer.keepsUp)
        val sold = done(place(market, "ada", Side.Sell))
        Eventually.until("it is told")(!writer.keepsUp)
        assertEquals(writer.stats.failures, 0L)
        assertEquals(writer.stats.lastFailure, Some("it has not answered for 1 millisecond"))
        answers.countDown()
        assertEquals(await(sold.durable), Vector.empty)
        assertEquals((writer.keepsUp, writer.stats.failingSince), (true, None))
  end for
end WriterContract
