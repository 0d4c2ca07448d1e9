package eddy.trading

import eddy.testing.TestLength
import eddy.trading.internal.{Candles, Entry, Journal, Keys, Market, MarketImage}

import java.io.IOException
import scala.collection.mutable
import scala.concurrent.duration.DurationInt

/** Images of markets, over random commands. EDDY_TEST_ROUNDS multiplies them. A failure names the seed. */
class MarketImageSuite extends eddy.testing.PatientSuite:
  private val rounds = TestLength.rounds(short = 1, full = 10)
  private val Number = 7

  private final class Kept extends Journal:
    def refusal(market: Int): Congestion = Congestion.BacklogFull
    val entries = mutable.ArrayBuffer.empty[Entry]
    def reserve(market: Int, entries: Int): Boolean = true
    def release(market: Int, entries: Int): Unit = ()
    def append(entry: Entry): Unit = entries += entry: Unit

  private def market(journal: Journal = Journal.none, kept: Int = 50) =
    new Market(MarketSettings(Number), journal, new Keys(kept, 1.hour), endedKept = kept)

  private def some(seed: Int): Vector[(Command, Option[OrderKey], Long)] =
    val commands = new RandomCommands(seed, Number)
    // some live long enough for many candles
    val pause = if seed % 2 == 0 then 60_000L else 0L
    Vector.tabulate(400): n =>
      val (command, millis) = commands.next()
      (command, Option.when(n % 3 == 0)(OrderKey(s"k$n")), millis + n / 50 * pause)

  /** What must be the same of two markets that have done the same; futures are not. */
  private def told(answer: Answer) = answer match
    case Answer.Done(order, events, _, repeated) => (order, events, repeated)
    case other => other

  private def perform(market: Market, asked: (Command, Option[OrderKey], Long)) = asked match
    case (Command.SelfTrading(mode), _, millis) => market.adopt(mode, millis)
    case (Command.Expire, _, millis) => market.sweep(millis)
    case (command, key, millis) => told(market.handle(command, key, millis))

  /** All that can be asked of a market. */
  private def tells(market: Market): Vector[Any] = Vector(
    market.lastSequence,
    (1L to market.book.orderCount).map(n => market.order(OrderId(Number, n))),
    Side.values.toVector.map(market.book.depth(_, 1000)),
    (market.book.lastPrice, market.book.tradeCount, market.book.nextExpiryMillis, market.book.selfTrade),
    market.recentTrades,
    Candles.Lengths.indices.map(market.candlesOf)
  )

  test("a market restored from its image at any moment is the one that has done the whole journal"):
    for seed <- 1 to 40 * rounds do
      val journal = new Kept
      val original = market(journal)
      val (before, after) = some(seed).splitAt(300)
      before.foreach(perform(original, _): Unit)
      val entries = journal.entries.toVector
      val whole = market()
      entries.foreach(whole.replay(_): Unit)
      val middle = seed * 7 % entries.size
      val part = market()
      entries.take(middle).foreach(part.replay(_): Unit)
      val restored = market()
      MarketImage.restore(MarketImage.of(part), restored)
      entries.drop(middle).foreach(restored.replay(_): Unit)
      val all = Vector(original, whole, restored)
      def same(when: String) =
        if !MarketImage.of(whole).sameElements(MarketImage.of(restored)) then
          fail(s"seed $seed, from $middle: the image differs $when")
        // the original's too: what no image has is in neither
        for ((one, other), n) <- tells(original).zip(tells(restored)).zipWithIndex do
          if one != other then fail(s"seed $seed, from $middle: $n of what it tells differs $when")
      same("at once")
      // then those with a key once more, the last ones first: they are known
      val again = (before ++ after).reverse.collect { case (command, Some(key), _) =>
        (command, Some(key), after.last(2))
      }
      for (asked, n) <- (after ++ again).zipWithIndex do
        val answers = all.map(perform(_, asked))
        if answers.distinct.size > 1 then fail(s"seed $seed, from $middle, command $n: $asked gave $answers")
      same("afterwards")

  test("an image is refused by a market that is to keep more, and so is what is no image"):
    val kept = MarketImage.of(market(kept = 50))
    MarketImage.restore(kept, market(kept = 49))
    assert(intercept[IOException](MarketImage.restore(
      kept,
      market(kept = 51)
    )).getMessage.nn.contains("50 keys"))
    val longer = new Market(MarketSettings(Number), Journal.none, new Keys(50, 2.hours), endedKept = 50)
    assert(intercept[IOException](MarketImage.restore(kept, longer)).getMessage.nn.contains("for 3600000 ms"))
    assert(intercept[IOException](MarketImage.restore(
      kept :+ 0,
      market()
    )).getMessage.nn.contains("too many"))
    intercept[IOException](MarketImage.restore(kept.dropRight(1), market())): Unit
end MarketImageSuite
