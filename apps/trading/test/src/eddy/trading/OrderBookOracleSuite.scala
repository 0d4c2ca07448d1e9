package eddy.trading

import eddy.testing.TestLength

import scala.collection.mutable
import scala.util.Random

/** The book against [[NaiveBook]] and against what must hold whatever the rules, over random commands.
  * EDDY_TEST_ROUNDS
  * multiplies them. A failure names the seed.
  */
class OrderBookOracleSuite extends eddy.testing.PatientSuite:
  private val rounds = TestLength.rounds(short = 1, full = 10)
  private val CommandsOfBook = 1000
  private val CommandsOfDeepBook = 3000

  private def settings(seed: Int) =
    val modes = SelfTrade.values
    MarketSettings(
      number = 7,
      modes(seed % modes.length),
      maxOrders = if seed % 5 == 0 then 30 else 100_000,
      maxOrdersOfTrader = if seed % 7 == 0 then 8 else 100_000
    )

  private def run(
      settings: MarketSettings,
      seed: Int,
      commandCount: Int = CommandsOfBook,
      spread: Int = 10,
      extreme: Boolean = false
  )(each: (OrderBook, Command, Long, Vector[MarketEvent]) => Unit): Unit =
    val events = mutable.ArrayBuffer.empty[MarketEvent]
    val book = new OrderBook(settings, events += _)
    val commands = new RandomCommands(seed, settings.number, spread, extreme)
    for _ <- 1 to commandCount do
      val (command, millis) = commands.next()
      events.clear()
      book.handle(command, millis)
      each(book, command, millis, events.toVector)

  test("any commands give the events and the book that the naive book gives"):
    for seed <- 1 to 400 * rounds do compare(seed, CommandsOfBook, spread = 10, lookEvery = 10)

  test("so do commands that leave a deep book"):
    for seed <- 1 to 2 * rounds do compare(seed, CommandsOfDeepBook, spread = 1000, lookEvery = 300)

  test("so do commands with the lowest and the highest prices and quantities"):
    for seed <- 1 to 50 * rounds do
      compare(seed, CommandsOfBook, spread = 10, lookEvery = 10, extreme = true)

  test("an all-or-nothing order trades when just so much is there, however deep, and not with one lot less"):
    for seed <- 1 to 50 * rounds do
      val random = new Random(seed)
      val books = new Both(settings(seed).copy(maxOrders = 100_000, maxOrdersOfTrader = 100_000))
      def limit(trader: TraderId, side: Side, lots: Long, price: Long, lifetime: Lifetime) =
        Command.Place(NewOrder(trader, side, Quantity(lots), OrderKind.Limit(Price(price)), lifetime))
      val side = Side.values(seed % 2)
      for _ <- 1 to 300 do
        val trader = RandomCommands.traders(random.nextInt(RandomCommands.traders.size))
        val lots = if random.nextInt(3) == 0 then 1 else 1 + random.nextInt(1_000_000)
        val price = 1_000_000_000L - random.nextInt(200)
        books.handle(limit(trader, side, lots, price, Lifetime.UntilCancelled), s"seed $seed"): Unit
      val reached = books.book.depth(side, 1 + random.nextInt(200))
      val (there, worst) = (reached.map(_.lots).sum, reached.last.price.ticks)
      for (lots, trades) <- Seq(there + 1 -> false, there -> true) do
        val other = if side == Side.Buy then Side.Sell else Side.Buy
        val order = limit(TraderId("eve"), other, lots, worst, Lifetime.AllOrNothing)
        val events = books.handle(order, s"seed $seed, $lots lots at $worst")
        assertEquals(events.exists(_.isInstanceOf[MarketEvent.Traded]), trades, s"seed $seed, $events")

  /** A book beside a naive one. */
  private final class Both(settings: MarketSettings):
    private val events = mutable.ArrayBuffer.empty[MarketEvent]
    private val naive = new NaiveBook(settings)
    val book = new OrderBook(settings, events += _)

    def handle(command: Command, clue: String): Vector[MarketEvent] =
      events.clear()
      book.handle(command, 1)
      if events.toVector != naive.handle(command, 1) then fail(s"$clue: $command gave $events")
      events.toVector

  private def compare(
      seed: Int,
      commandCount: Int,
      spread: Int,
      lookEvery: Int,
      extreme: Boolean = false
  ): Unit =
    val naive = new NaiveBook(settings(seed))
    var n = 0
    run(settings(seed), seed, commandCount, spread, extreme): (book, command, millis, events) =>
      n += 1
      def clue = s"seed $seed, command $n: $command at $millis"
      if events != naive.handle(command, millis) then fail(s"$clue gave $events")
      if n % lookEvery == 0 then
        for side <- Side.values if book.depth(side, Int.MaxValue) != naive.depth(side) do
          fail(s"$clue left another depth")
        val open = naive.open.map(e => (e.id, e.quantity, e.filled, e.waits)).toSet
        val found = naive.open.flatMap(e => book.order(e.id)).map(o =>
          (o.order, o.quantity.lots, o.filled, o.state == OrderState.Waiting)
        ).toSet
        if open != found || book.openOrders != open.size then fail(s"$clue left other orders")
  end compare

  test("the book is never crossed, and what was ordered has traded, is open, or was given up"):
    for seed <- 1 to 100 * rounds do
      val ordered, traded, givenUp = mutable.Map.empty[OrderId, Long].withDefaultValue(0L)
      val allOrNothing = mutable.Set.empty[OrderId]
      run(settings(seed), seed): (book, command, _, events) =>
        def clue = s"seed $seed: $command gave $events"
        for
          bid <- book.depth(Side.Buy, 1); ask <- book.depth(Side.Sell, 1)
          if bid.price.ticks >= ask.price.ticks
        do
          fail(s"$clue and crossed the book")
        events.foreach:
          case MarketEvent.Accepted(id) =>
            command match
              case Command.Place(order) =>
                ordered(id) = order.quantity.lots
                if order.lifetime == Lifetime.AllOrNothing then allOrNothing += id: Unit
              case _ => fail(clue)
          case MarketEvent.Replaced(id, lots, _) => ordered(id) = traded(id) + lots
          case t: MarketEvent.Traded =>
            traded(t.maker) += t.quantity.lots
            traded(t.taker) += t.quantity.lots
          case MarketEvent.Cancelled(id, lots, _) => givenUp(id) = lots
          case MarketEvent.Expired(id, lots) => givenUp(id) = lots
          case MarketEvent.Rejected(_) | MarketEvent.Triggered(_) => ()
        for event <- events do
          event match
            case MarketEvent.Accepted(id) =>
              val open = book.order(id).fold(0L)(o => o.quantity.lots - o.filled)
              if ordered(id) != traded(id) + open + givenUp(id) then fail(s"$clue and lost lots of $id")
            case t: MarketEvent.Traded =>
              val open = book.order(t.maker).fold(0L)(o => o.quantity.lots - o.filled)
              if ordered(t.maker) != traded(t.maker) + open + givenUp(t.maker) then
                fail(s"$clue and lost lots of a maker")
            case _ => ()
        for id <- allOrNothing if traded(id) != 0 && traded(id) != ordered(id) do
          fail(s"$clue and filled a part of $id")

  test("the same commands give the same events again"):
    for seed <- 1 to 20 * rounds do
      def all =
        val found = Vector.newBuilder[MarketEvent]
        run(settings(seed), seed)((_, _, _, events) => found ++= events: Unit)
        found.result()
      assertEquals(all, all, s"seed $seed")

  test("the random commands reach every kind of event, every reason and every rule"):
    val events = mutable.Set.empty[String]
    for seed <- 1 to 50 do
      run(settings(seed), seed): (_, _, _, found) =>
        found.foreach:
          case MarketEvent.Cancelled(_, _, reason) => events += reason.toString: Unit
          case MarketEvent.Rejected(rule) => events += rule.toString: Unit
          case MarketEvent.Replaced(_, _, inPlace) => events += s"Replaced $inPlace": Unit
          case other => events += other.productPrefix: Unit
    val expected = CancelReason.values.map(_.toString) ++ Rule.values.map(_.toString) ++
      Seq("Accepted", "Traded", "Replaced true", "Replaced false", "Triggered", "Expired")
    // of more than one book
    val others = Set(Rule.AddressFull, Rule.ExchangeFull).map(_.toString)
    assertEquals(expected.toSet.diff(events).diff(others), Set.empty[String])
end OrderBookOracleSuite
