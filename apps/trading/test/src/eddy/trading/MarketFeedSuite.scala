package eddy.trading

import eddy.trading.internal.*
import eddy.trading.internal.Wire.given

import scala.collection.mutable
import scala.concurrent.duration.DurationInt
import scala.util.Random

import com.github.plokhotnyuk.jsoniter_scala.core.{readFromString, writeToString}

/** What a market tells its watchers, without clock, threads or network. */
class MarketFeedSuite extends eddy.testing.PatientSuite:
  private val product = Product("ACME")

  /** @param depth of what is told; with another than the usual one own orders and candles are not told */
  private final class Fixture(seed: Long, depth: Int = BookView.Depth):
    val random = new Random(seed)
    val watchers = new Watchers
    val market = new Market(MarketSettings(1), Journal.none, new Keys(1000, 1.hour), 10_000, watchers)
    val feed = if depth == BookView.Depth then market.feed else new MarketFeed(market, depth)
    private val commands = new RandomCommands(seed, 1)
    val trades = mutable.ArrayBuffer.empty[MarketEvent.Traded]

    def step(): Unit =
      val (command, millis) = commands.next()
      command match
        case Command.Expire => market.sweep(millis)
        case Command.SelfTrading(mode) => market.adopt(mode, millis)
        case other =>
          market.handle(other, None, millis) match
            case done: Answer.Done => trades ++= done.events.collect { case t: MarketEvent.Traded => t }: Unit
            case _ => ()
      if feed ne market.feed then feed.happened(Nil, watchers)

    def take(): FeedUpdate = feed.take(product, watchers)
    def snapshot: String = writeToString(Wire.snapshot(feed.snapshot))
    def depthOf(side: Side): Vector[(Long, Long, Int)] =
      market.book.depth(side, depth).map(l => (l.price.ticks, l.lots, l.orders))
  end Fixture

  test(
    "a book that lost changes, or gets them late, notices the gap, asks for a snapshot, and is the engine's again"
  ):
    var gaps = 0
    for seed <- 1 to 40 do
      val f = new Fixture(seed)
      val clients = Vector.fill(3)(new ClientBook -> mutable.Queue.empty[String])
      def tell(isLost: => Boolean): Boolean =
        val update = f.take()
        if !update.changes.isEmpty then
          val json = writeToString(Wire.changes(update))
          for (_, way) <- clients if !isLost do way += json: Unit
        !update.changes.isEmpty
      def hear(book: ClientBook, way: mutable.Queue[String]): Unit =
        while way.nonEmpty do if book.hear(way.dequeue()) then gaps += 1
      def ask(book: ClientBook): Unit =
        if !book.isWhole then assert(book.load(f.snapshot), s"seed $seed: a gap behind the snapshot")

      for _ <- 1 to 300 do
        f.step()
        if f.random.nextInt(4) == 0 then tell(f.random.nextInt(10) == 0): Unit
        for (book, way) <- clients do
          if f.random.nextInt(3) == 0 then hear(book, way)
          // where changes are still on their way they come twice
          if f.random.nextInt(5) == 0 then ask(book)
      f.step()
      while !tell(false) do f.step()
      for (book, way) <- clients do
        hear(book, way)
        ask(book)
        for side <- Side.values do assertEquals(book.depth(side), f.depthOf(side), s"seed $seed")
    end for
    assert(gaps > 100, s"only $gaps gaps were noticed")

  test("a book made of a snapshot and the changes is the engine's, whenever the client came"):
    for seed <- 1 to 60; depth <- Seq(4, 100) do
      val f = new Fixture(seed, depth)
      val clients = mutable.ArrayBuffer.empty[ClientBook]
      for n <- 1 to 300 do
        f.step()
        if n % 40 == 0 then clients += new ClientBook: Unit
        if f.random.nextInt(3) == 0 then
          val update = f.take()
          if !update.changes.isEmpty then
            val json = writeToString(Wire.changes(update))
            for book <- clients do assert(!book.hear(json), s"seed $seed: a gap at $n")
          for book <- clients if !book.isWhole do assert(book.load(f.snapshot), s"seed $seed")
          for book <- clients; side <- Side.values do
            assertEquals(book.depth(side), f.depthOf(side), s"seed $seed, depth $depth, command $n")
      assert(clients.nonEmpty)

  test("what is told to nobody is a gap for who has a book of before, and in the snapshot of who comes"):
    for seed <- 1 to 40 do
      val f = new Fixture(seed)
      val before, after = new ClientBook
      assert(before.load(f.snapshot))
      for _ <- 1 to 3 do
        for _ <- 1 to 20 do f.step()
        f.feed.skip()
        assert(!f.feed.hasNews)
      if seed % 2 == 0 then assert(after.load(f.snapshot), s"seed $seed")
      def next(): FeedUpdate =
        f.step()
        val update = f.take()
        if update.changes.isEmpty then next() else update
      val json = writeToString(Wire.changes(next()))
      assert(before.hear(json), s"seed $seed: the gap went unnoticed")
      assert(!after.hear(json), s"seed $seed: a gap")
      if !after.isWhole then assert(after.load(f.snapshot), s"seed $seed")
      for side <- Side.values do assertEquals(after.depth(side), f.depthOf(side), s"seed $seed")
      assertEquals(f.take().sales, Vector.empty)

  test("changes are numbered without gaps, and there are none when the book is as it was"):
    val f = new Fixture(7)
    var last = 0L
    for _ <- 1 to 500 do
      f.step()
      val update = f.take()
      assertEquals(update.number, if update.changes.isEmpty then last else last + 1)
      last = update.number
      assert(f.take().changes.isEmpty)
    assert(last > 100, last)

  test("candles hold every trade, also those that no update had room for"):
    val f = new Fixture(11)
    while f.trades.size < 400 do f.step()
    val update = f.take()
    assertEquals(update.sales.size, 100)
    assertEquals(update.sales.last.number, f.trades.size.toLong)
    for length <- Candles.Lengths.indices do
      val candles = f.market.candlesOf(length)
      assertEquals(candles.map(_.lots).sum, f.trades.map(_.quantity.lots).sum)
      assertEquals(candles.map(_.high).max, f.trades.map(_.price.ticks).max)
      assertEquals(candles.map(_.low).min, f.trades.map(_.price.ticks).min)
      assertEquals(
        (candles.head.open, candles.last.close),
        (f.trades.head.price.ticks, f.trades.last.price.ticks)
      )
      assertEquals(candles.map(_.start), candles.map(_.start).sorted.distinct)

  test("who watches is told of own orders as they are, and of no others"):
    val f = new Fixture(3)
    val ada = TraderId("ada")
    f.watchers.add("c1", ada): Unit
    val known = mutable.Map.empty[OrderId, OrderView]
    for _ <- 1 to 400 do
      f.step()
      val update = f.take()
      assert(update.orders.keySet.subsetOf(Set(ada)), update.orders.keySet)
      assertEquals(update.lost, Set.empty[TraderId])
      update.orders.values.flatten.foreach(view => known(view.order) = view)
    val open = known.values.filter(v => v.state == OrderState.Open || v.state == OrderState.Waiting)
    assertEquals(open.toVector.sortBy(_.order), f.market.book.ordersOf(ada, 1000))
    assert(known.values.exists(_.state == OrderState.Filled))

  test("who has more own orders changed than an update holds is told to ask for them"):
    val f = new Fixture(5)
    f.watchers.add("c1", TraderId("ada")): Unit
    f.watchers.add("c2", TraderId("eve")): Unit
    for _ <- 1 to 8000 do f.step()
    val update = f.take()
    assertEquals(update.orders.values.map(_.size).sum, MarketFeed.OwnOrders)
    assertEquals(update.lost, Set("ada", "eve").map(TraderId(_)))
    assertEquals(f.take().lost, Set.empty[TraderId])

  test("a trader is watched as long as one connection watches"):
    val watchers = new Watchers
    val ada = TraderId("ada")
    watchers.add("c1", ada): Unit
    watchers.add("c1", ada): Unit
    watchers.add("c2", ada): Unit
    watchers.remove("c1")
    assert(watchers.isWatched(ada))
    watchers.remove("c2")
    watchers.remove("c2")
    assert(!watchers.isWatched(ada) && watchers.isEmpty)

  test("one connection watches so many traders at most, and others are not kept from it"):
    val watchers = new Watchers
    def watch(client: String, n: Int) = watchers.add(client, TraderId(s"t$n"))
    assert((1 to Watchers.Most).forall(watch("c1", _)))
    assert(!watch("c1", 1000))
    assert(!watchers.isWatched(TraderId("t1000")))
    assert(watch("c1", 1) && watch("c2", 1000))
    watchers.remove("c1")
    watchers.remove("c2")
    assert(watchers.isEmpty)

  test("levels without lots are written, as clients count on every field"):
    val json = writeToString(Wire.Levels("a", 0, Vector(Wire.Level(5, 0, 0)), Vector.empty))
    assertEquals(json, """{"life":"a","number":0,"bids":[{"price":5,"quantity":0,"orders":0}],"asks":[]}""")
    assertEquals(readFromString[Wire.Levels](json).bids.head.quantity, 0L)
end MarketFeedSuite
