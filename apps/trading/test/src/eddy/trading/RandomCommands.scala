package eddy.trading

import scala.util.Random

/** Commands that meet each other: few traders, prices close together, every kind of order, cancels and
  * replaces of orders
  * that are open, were, or never will be. The same seed gives the same commands.
  *
  * @param spread of the prices: the greater it is, the more orders stand
  * @param extreme prices and quantities at both ends of what there is
  */
final class RandomCommands(seed: Long, market: Int, spread: Int = 10, extreme: Boolean = false):
  private val random = new Random(seed)
  private var now = 1_000L
  private var placed = 0L

  /** A command and its time. */
  def next(): (Command, Long) =
    now += random.nextInt(5)
    val command = random.nextInt(100) match
      case n if n < 70 =>
        placed += 1
        Command.Place(order())
      case 83 if random.nextInt(8) == 0 =>
        val of = Option.when(random.nextBoolean())(trader())
        Command.CancelAll(of, 1 + random.nextInt(8), Option.when(random.nextBoolean())(someOrder()))
      case n if n < 84 => Command.Cancel(someOrder(), trader())
      case 98 => Command.SelfTrading(SelfTrade.values(random.nextInt(SelfTrade.values.length)))
      case n if n < 99 =>
        val price = Option.when(random.nextBoolean())(this.price())
        Command.Replace(someOrder(), trader(), quantity(), price)
      case _ => Command.Expire
    (command, now)

  private def order(): NewOrder =
    val kind = random.nextInt(20) match
      case 0 | 1 => OrderKind.Market
      case 2 | 3 => OrderKind.Stop(price())
      case 4 | 5 => OrderKind.StopLimit(price(), price())
      case _ => OrderKind.Limit(price())
    val lifetime = random.nextInt(12) match
      case 0 | 1 => Lifetime.Immediate
      case 2 | 3 => Lifetime.AllOrNothing
      // also some that are over
      case 6 if random.nextInt(3) == 0 => Lifetime.For(1 + random.nextInt(300))
      case 4 | 5 => Lifetime.Until(now - 10 + random.nextInt(300))
      case _ => if kind == OrderKind.Market && random.nextInt(4) > 0 then Lifetime.Immediate
        else Lifetime.UntilCancelled
    val side = if random.nextBoolean() then Side.Buy else Side.Sell
    NewOrder(trader(), side, quantity(), kind, lifetime, postOnly = random.nextInt(8) == 0)

  private def trader() = RandomCommands.traders(random.nextInt(RandomCommands.traders.size))
  private def price() = Price(
    if extreme then atAnEnd() else 90 + random.nextInt(spread + 2) + random.nextInt(spread)
  )
  private def quantity() = Quantity(
    if extreme then atAnEnd() else 1 + random.nextInt(if random.nextInt(20) == 0 then 200 else 20)
  )
  private def atAnEnd(): Long =
    val near = random.nextInt(3).toLong
    if random.nextBoolean() then 1 + near else 1_000_000_000 - near

  /** Mostly one of the last. */
  private def someOrder() = OrderId(market, math.max(1L, placed - random.nextInt(60)))
end RandomCommands

object RandomCommands:
  val traders: Vector[TraderId] = Vector("ada", "bob", "cyd", "dan").map(TraderId(_))
