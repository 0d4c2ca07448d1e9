package eddy.trading

import eddy.push.{Publication, PushError, PushException, Subscription}
import eddy.testing.Eventually.until
import eddy.testing.TestFolder
import eddy.trading.FeedFixture.all
import eddy.trading.internal.Wire.given
import eddy.trading.internal.{Candles, Wire}
import eddy.web.testkit.TestService

import java.util.concurrent.ConcurrentLinkedQueue
import scala.concurrent.duration.DurationInt
import scala.util.Using

import com.github.plokhotnyuk.jsoniter_scala.core.{readFromString, writeToString}

/** The channels of an exchange that runs. */
class FeedSuite extends eddy.testing.PatientSuite:

  private def snapshot(f: FeedFixture, product: String = "ACME"): String =
    writeToString(Wire.snapshot(await(f.exchange.snapshot(Product(product))).get))

  private def depths(f: FeedFixture): Vector[Vector[(Long, Long, Int)]] =
    val look = f.exchange.look(Product("ACME")): book =>
      Side.values.toVector.map(book.depth(_, 100).map(l => (l.price.ticks, l.lots, l.orders)))
    await(look).get

  /** A client whose book is whole, and what it is sent. */
  private def client(f: FeedFixture): (ClientBook, ConcurrentLinkedQueue[String]) =
    val changes = f.listen("book:ACME")
    val book = new ClientBook
    assert(book.load(snapshot(f)))
    (book, changes)

  /** Has the client hear, without a gap, until its book is as it must be. */
  private def hears(book: ClientBook, changes: ConcurrentLinkedQueue[String])(isThere: => Boolean): Unit =
    var heard = 0
    until("the changes are told"):
      for json <- changes.all.drop(heard) do
        heard += 1
        assert(!book.hear(json), "a gap")
      isThere

  private def sides(book: ClientBook): Vector[Vector[(Long, Long, Int)]] =
    Side.values.toVector.map(book.depth)

  test("who listens while others trade has the engine's book, every trade and every candle in the end"):
    FeedFixture.use: f =>
      val (changes, trades, candles) =
        (f.listen("book:ACME"), f.listen("trades:ACME"), f.listen("candles:ACME"))
      val book = new ClientBook
      val commands = new RandomCommands(1, 1)
      val orders = Iterator.continually(commands.next()(0)).collect { case Command.Place(o) => o }.take(3000)
      val placed = orders.map(f.exchange.place(Product("ACME"), _)).toVector
      // in the middle of it
      assert(book.load(snapshot(f)))
      val done = placed.map(await(_)).collect { case d: Answer.Done => d }
      val traded = done.flatMap(_.events).collect { case t: MarketEvent.Traded => t.quantity.lots }
      hears(book, changes)(sides(book) == depths(f))
      def told = trades.all.flatMap(readFromString[Vector[Wire.Trade]](_))
      until(s"trade ${traded.size} is told")(told.lastOption.exists(_.number == traded.size))
      assertEquals(told.map(_.number), told.map(_.number).sorted.distinct)
      def minutes = candles.all.flatMap(readFromString[Vector[Wire.CandlesOf]](_)).filter(_.every == 60_000)
        .flatMap(_.candles).map(c => c.start -> c.lots).toMap
      until(s"${traded.sum} lots are in candles")(minutes.values.sum == traded.sum)
      // many orders came together in one publication
      assert(changes.size < placed.size, s"${changes.size} publications for ${placed.size} orders")

  test("what happens before anybody has come is in the snapshot, and what comes after it follows"):
    FeedFixture.use: f =>
      f.place("ada", Side.Sell, 5, 100): Unit
      val (book, changes) = client(f)
      f.place("bob", Side.Buy, 2, 100): Unit
      f.place("bob", Side.Buy, 2, 99): Unit
      hears(book, changes)(sides(book) == Vector(Vector((99, 2, 1)), Vector((100, 3, 1))))

  test("of a market that nobody watches nothing is told, and who comes hears from there on"):
    Using.resource(new FeedFixture(told = FeedConfig(historyTtl = 1.hour))): f =>
      f.place("ada", Side.Sell, 5, 100): Unit
      // by then its engine has passed it over
      snapshot(f): Unit
      val (book, changes) = client(f)
      f.place("bob", Side.Buy, 2, 100): Unit
      hears(book, changes)(sides(book) == depths(f))
      def kept = await(f.feed.channels.history("book:ACME")).publications.map(_.message.data.toString)
      until("what was kept is what was heard")(kept == changes.all)

  test(
    "who comes back to a market that has told nothing meanwhile is not taken for one that has missed nothing"
  ):
    Using.resource(new FeedFixture(told = FeedConfig(historyTtl = 1.milli))): f =>
      val channels = f.feed.channels
      val watch: Subscription = await(channels.subscribe("book:ACME")((_: Publication) => ()))
      f.place("ada", Side.Sell, 5, 100): Unit
      until("it is heard")(watch.position.offset > 0)
      watch.close()
      // it goes on telling for a moment
      until("one is told to nobody"):
        for (trader, side) <- Seq("ada" -> Side.Sell, "bob" -> Side.Buy) do f.place(trader, side, 1, 99): Unit
        await(channels.history("book:ACME")).top.epoch != watch.position.epoch
      val back = channels.subscribe("book:ACME", from = Some(watch.position))((_: Publication) => ())
      assertEquals(intercept[PushException](await(back)).error, PushError.UnrecoverablePosition)

  test("a market that moves to another engine goes on telling, without a gap"):
    FeedFixture.use: f =>
      val (book, changes) = client(f)
      for n <- 1 to 20 do
        f.place("ada", Side.Sell, 1, 100 + n): Unit
        assert(await(f.exchange.move(Product("ACME"), n % 2)))
      hears(book, changes)(book.depth(Side.Sell).size == 20)

  test("orders are answered while nobody carries the news away, which then come together"):
    val service = new HeldMediator
    Using.resource(new FeedFixture(mediator = service)): f =>
      val (book, changes) = client(f)
      service.hold()
      for n <- 1 to 500 do f.place("ada", Side.Sell, 1, 100 + n % 50): Unit
      assertEquals(depths(f)(1).map(_(1)).sum, 500L)
      assert(service.waiting <= 1, s"${service.waiting} publications wait")
      assert(changes.size <= 1)
      service.release()
      hears(book, changes)(sides(book) == depths(f))
      assert(changes.size <= 4, s"${changes.size} publications")

  test("an update that could not be told is noticed by its number, and the market is told of again"):
    val mediator = new HeldMediator
    Using.resource(new FeedFixture(mediator = mediator)): f =>
      val (book, changes) = client(f)
      mediator.failures.set(1)
      f.place("ada", Side.Sell, 1, 100): Unit
      until("one was not taken")(mediator.failures.get == 0)
      f.place("ada", Side.Sell, 1, 101): Unit
      until("the next one is told")(changes.size > 0)
      assert(changes.all.exists(book.hear), "the gap went unnoticed")
      assert(book.load(snapshot(f)))
      assertEquals(sides(book), depths(f))

  test("after a restart a client notices, asks for the book, and finds the trades and candles of before"):
    val folder = TestFolder.make("eddy-trading-feed")
    // some of it is in a snapshot, and some only in the journal
    val storage = StorageConfig(s"jdbc:sqlite:$folder/trading.sqlite", snapshotEvery = 8)
    val config = ExchangeFixture.plain.copy(storage = Some(storage))
    val acme = Product("ACME")
    def past(f: FeedFixture) =
      val candles = Candles.Lengths.indices.map(n => await(f.exchange.candles(acme, n)).get)
      (await(f.exchange.recentTrades(acme)).get, candles)
    val book = new ClientBook
    val before = Using.resource(new FeedFixture(config)): f =>
      for n <- 1 to 21 do
        f.place("ada", Side.Sell, 3, 100 + n): Unit
        val _ = await(f.place("bob", Side.Buy, 1, 200).durable)
      until("a snapshot is written")(f.exchange.stats.storage.get.snapshots > 0)
      assert(book.load(snapshot(f)))
      past(f)
    assertEquals(before(1).map(_.map(_.lots).sum), Candles.Lengths.map(_ => 21L))
    Using.resource(new FeedFixture(config)): f =>
      assertEquals(past(f), before)
      val (changes, trades) = (f.listen("book:ACME"), f.listen("trades:ACME"))
      f.place("bob", Side.Buy, 1, 200): Unit
      until("the change is told")(changes.size > 0 && trades.size > 0)
      assert(book.hear(changes.all.head), "another life went unnoticed")
      assert(book.load(snapshot(f)))
      assertEquals(sides(book), depths(f))
      // what was before is no news
      assertEquals(trades.all.flatMap(readFromString[Vector[Wire.Trade]](_)).map(_.number), Vector(22L))

  test("a market whose engine fails begins another life at once, and no trade is missed or told twice"):
    val folder = TestFolder.make("eddy-trading-feed")
    val storage = StorageConfig(s"jdbc:sqlite:$folder/trading.sqlite")
    val config = ExchangeFixture.plain.copy(sweepEvery = 1.hour, storage = Some(storage))
    val clock = new ExchangeFixture.Clock
    Using.resource(new FeedFixture(config, clock = clock)): f =>
      val (changes, trades) = (f.listen("book:ACME"), f.listen("trades:ACME"))
      val book = new ClientBook
      for n <- 1 to 20 do
        f.place("ada", Side.Sell, 3, 100 + n): Unit
        f.place("bob", Side.Buy, 1, 200): Unit
      until("a change is told")(changes.size > 0)
      val known = changes.size
      assert(book.load(snapshot(f)))
      clock.failures.set(1)
      val failing = NewOrder(TraderId("ada"), Side.Sell, Quantity(1), OrderKind.Limit(Price(100)))
      assertEquals(await(f.exchange.place(Product("ACME"), failing)), Answer.Late)
      // nobody trades any more
      until("another life is told")(changes.all.drop(known).exists(book.hear))
      assert(book.load(snapshot(f)))
      assertEquals(sides(book), depths(f))
      def numbers = trades.all.flatMap(readFromString[Vector[Wire.Trade]](_)).map(_.number)
      until("every trade is told")(numbers.lastOption.contains(20L))
      assertEquals(numbers, (1L to 20L).toVector)

  test("over HTTP: the snapshot, the candles, and the channels of whom is watched"):
    FeedFixture.use: f =>
      TestService.run(f.app.routes.under("/trading"), patience = 2.minutes): s =>
        val socket = s.webSocket("/trading/live/connection/websocket")
        def answer(id: Int): String = socket.fishFor { case text if text.contains(s"\"id\":$id") => text }
        socket.send("""{"id":1,"connect":{}}""")
        assert(answer(1).contains("client"))
        socket.send("""{"id":2,"subscribe":{"channel":"orders:ada"}}""")
        assert(!answer(2).contains("error"))
        for (channel, id) <- Seq("secret:x", "orders:a b", "/orders/*", "nothing").zip(3 to 6) do
          socket.send(s"""{"id":$id,"subscribe":{"channel":"$channel"}}""")
          assert(answer(id).contains("\"error\":"), channel)
        val placed = f.place("ada", Side.Sell, 5, 100).order.value
        f.place("bob", Side.Buy, 5, 100): Unit
        val told = socket.fishFor { case text if text.contains("\"filled\":5") => text }
        assert(told.contains(s"\"order\":$placed"), told)
        assert(!told.contains("bob"), told)
        val book = s.get("/trading/api/products/ACME/live").status(200).as[Wire.Levels]
        assertEquals((book.bids, book.asks), (Vector.empty, Vector.empty))
        val candles = s.get("/trading/api/products/ACME/candles?every=60000").status(200).as[Wire.CandlesOf]
        assertEquals(candles.candles.map(c => (c.open, c.close, c.lots)), Vector((100L, 100L, 5L)))
        assertEquals(
          s.get("/trading/api/products/ACME/candles?every=7").status(422).as[Wire.Problem].field,
          Some("every")
        )
        assertEquals(
          s.get("/trading/api/products/NONE/live").status(404).as[Wire.Problem].field,
          Some("product")
        )
end FeedSuite
