package eddy.trading

import eddy.trading.internal.{Ended, Order}

import java.util.SplittableRandom

/** Beside a list of what should be there. */
class EndedSuite extends eddy.testing.PatientSuite:
  private val Market = 7
  private val states = Vector(OrderState.Filled, OrderState.Cancelled, OrderState.Expired)

  private def randomOrder(random: SplittableRandom, number: Long): Order =
    def amount() = if random.nextInt(8) == 0 then 1_000_000_000L else 1L + random.nextInt(1000)
    def price() = Price(amount())
    val kind = random.nextInt(4) match
      case 0 => OrderKind.Limit(price())
      case 1 => OrderKind.Market
      case 2 => OrderKind.Stop(price())
      case _ => OrderKind.StopLimit(price(), price())
    val lifetime = random.nextInt(4) match
      case 0 => Lifetime.UntilCancelled
      case 1 => Lifetime.Until(random.nextLong(1, Long.MaxValue))
      case 2 => Lifetime.Immediate
      case _ => Lifetime.AllOrNothing
    val trader = TraderId(s"t${random.nextInt(9)}")
    val side = if random.nextBoolean() then Side.Buy else Side.Sell
    val asked = NewOrder(trader, side, Quantity(amount()), kind, lifetime, random.nextBoolean())
    val order = new Order(OrderId(Market, number), asked, trader)
    assertEquals(order.asked, asked)
    // as it may have been replaced and triggered
    order.quantity = amount()
    order.filled = random.nextLong(order.quantity + 1)
    if order.hasLimit then order.limit = amount()
    if random.nextBoolean() then order.waits = false
    order
  end randomOrder

  for limit <- Seq(1, 3, 64, 1000) do
    test(s"the last that ended are there as they were, and no others; $limit"):
      val random = new SplittableRandom(4711)
      val shuffling = new scala.util.Random(4711)
      val ended = new Ended(Market, limit)
      // as they are accepted, and as they end: numbers of all sizes, in no order
      val numbers = Iterator.iterate(1L)(_ + 1 + random.nextInt(5)).take(3000).toVector
      val mixed = numbers.grouped(40).flatMap(shuffling.shuffle(_)) ++ Iterator((1L << 40) - 1)
      val all = mixed.map(randomOrder(random, _) -> states(random.nextInt(states.size))).toVector
      for ((order, state), n) <- all.zipWithIndex do
        ended.add(order, state)
        if n % 97 == 0 || n >= all.size - 5 then
          val (gone, kept) = all.take(n + 1).splitAt(n + 1 - limit)
          assertEquals(ended.size, kept.size)
          for (o, s) <- kept do assertEquals(ended.get(o.id), Some(o.view(s)))
          for (o, _) <- gone do assertEquals(ended.get(o.id), None)
          val told = Vector.newBuilder[(OrderView, Boolean)]
          ended.foreach((o, s) => told += o.view(s) -> o.waits)
          assertEquals(told.result(), kept.map((o, s) => o.view(s) -> o.waits))
      assertEquals(ended.get(OrderId(Market + 1, all.last(0).id.order)), None)
  end for
end EndedSuite
