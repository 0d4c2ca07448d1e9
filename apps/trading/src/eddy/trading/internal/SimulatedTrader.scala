package eddy.trading.internal

import eddy.actor.*
import eddy.trading.*

import scala.concurrent.ExecutionContext
import scala.concurrent.duration.FiniteDuration
import scala.util.Random

/** One trader that is none: places an order, waits for the answer, pauses, and so on. So it never has more
  * than one under way,
  * however slow the exchange is.
  */
private[trading] final class SimulatedTrader private (
    name: TraderId,
    exchange: Exchange,
    prices: FairPrices,
    pause: FiniteDuration
)(using ActorSystem, Actor[SimulatedTrader.Turn]):
  import SimulatedTrader.Turn
  private val random = new Random
  private val me = self

  private def waiting: Behavior[Turn] = react:
    case Turn.Act =>
      val product = prices.products(random.nextInt(prices.products.size))
      val order = this.order(prices.next(product, random))
      exchange.place(product, order).onComplete { answer =>
        answer.foreach(learn(product, _))
        me ! Turn.Answered
      }(using ExecutionContext.parasitic)
      waiting
    case Turn.Answered =>
      val _ = sendAfter(me, pause, Turn.Act)
      waiting

  private def learn(product: Product, answer: Answer): Unit = answer match
    case Answer.Done(_, events, _, _) =>
      events.reverseIterator.collectFirst { case t: MarketEvent.Traded => t.price.ticks }
        .foreach(prices.learn(product, _))
    case _ => ()

  /** Most stand beside the fair price for a while, some take what stands, a few at any price. */
  private def order(fair: Double): NewOrder =
    val side = if random.nextBoolean() then Side.Buy else Side.Sell
    val away = if side == Side.Buy then -1 else 1
    def price(distance: Double) = Price((fair * (1 + distance)).round.max(1).min(Price.MaxTicks))
    val lots = Quantity(1 + random.nextInt(40))
    random.nextInt(10) match
      case n if n < 6 =>
        val lifetime = Lifetime.For(15_000 + random.nextInt(45_000))
        val distance = away * (0.0002 + 0.002 * math.abs(random.nextGaussian()))
        NewOrder(name, side, lots, OrderKind.Limit(price(distance)), lifetime)
      case n if n < 9 =>
        NewOrder(name, side, lots, OrderKind.Limit(price(-away * 0.002)), Lifetime.Immediate)
      case _ => NewOrder(name, side, Quantity(1 + random.nextInt(10)), OrderKind.Market, Lifetime.Immediate)
end SimulatedTrader

private[trading] object SimulatedTrader:
  enum Turn derives CanEqual:
    case Act, Answered

  def start(number: Int, exchange: Exchange, prices: FairPrices, pause: FiniteDuration)(using
      ActorSystem
  ): ActorRef[Turn] =
    val name = s"simulated-${number + 1}"
    val ref = actor.named[Turn](name):
      new SimulatedTrader(TraderId(name), exchange, prices, pause).waiting
    // each at a moment of its own
    val _ = sendAfter(ref, pause * Random.nextInt(100) / 100, Turn.Act)
    ref
end SimulatedTrader
