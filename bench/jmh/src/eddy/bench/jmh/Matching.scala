package eddy.bench.jmh

import eddy.trading.*

import java.util.concurrent.TimeUnit
import scala.util.Random

import org.openjdk.jmh.annotations.*
import org.openjdk.jmh.infra.Blackhole

/** One order book on one core: `./mill bench.jmh.run Matching -prof gc`. Each invocation gives [[Matching.each]] commands to
  * a new book: orders within some ticks of a price that wanders, of which about a third trades, and cancels of late ones.
  */
@State(Scope.Thread)
@BenchmarkMode(Array(Mode.Throughput))
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 2, jvmArgsAppend = Array("-XX:+UseParallelGC", "-XX:+UseCompactObjectHeaders"))
class Matching:
  import Matching.*

  @Param(Array("Allow", "CancelNewest"))
  var selfTrade: String = "Allow"
  private val commands = Matching.commands(new Random(1))

  @Benchmark
  @OperationsPerInvocation(Matching.each)
  def commandsOfOneBook(events: Blackhole): Int =
    val book = new OrderBook(MarketSettings(1, SelfTrade.valueOf(selfTrade)), events.consume(_))
    var n = 0
    while n < each do
      book.handle(commands(n), n)
      n += 1
    book.openOrders
end Matching

object Matching:
  inline val each = 500_000

  private def commands(random: Random): Array[Command] =
    val traders = Array.tabulate(1000)(n => TraderId(s"trader$n"))
    // who placed each order, so that cancels are their own
    val placed = new Array[TraderId](each)
    var (middle, count) = (100_000L, 0)
    Array.fill(each):
      middle += random.nextInt(3) - 1
      if count > 0 && random.nextInt(10) < 3 then
        val n = math.max(1, count - random.nextInt(2000))
        Command.Cancel(OrderId(1, n), placed(n - 1))
      else
        val trader = traders(random.nextInt(traders.length))
        placed(count) = trader
        count += 1
        val side = if random.nextBoolean() then Side.Buy else Side.Sell
        // mostly behind the touch, now and then beyond it
        val away = random.nextInt(40) - 12
        val price = if side == Side.Buy then middle - away else middle + away
        Command.Place(NewOrder(
          trader,
          side,
          Quantity(1 + random.nextInt(100)),
          OrderKind.Limit(Price(price))
        ))
  end commands
end Matching
