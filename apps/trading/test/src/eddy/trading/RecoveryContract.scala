package eddy.trading

import eddy.testing.Eventually
import eddy.trading.ExchangeFixture.{hold, use}
import eddy.trading.internal.OrderSource

import scala.concurrent.duration.DurationInt

/** Engines that fail, with every database. */
trait RecoveryContract extends StorageTests:
  // never swept, so that only orders meet the clock
  private def config = fresh().copy(engines = 1, sweepEvery = 1.hour)

  test(
    "a market whose engine fails is as its journal says, answers what was in flight honestly, and goes on"
  ):
    val config = this.config
    use(config): f =>
      val first = f.done(f.sell("ada", 5, 100, key = "k1")).order
      // what nobody journalled, as a failure in the middle leaves it
      f.look("ACME")(_.handle(Command.Cancel(first, TraderId("ada")), 1000))
      assertEquals(f.depth(Side.Sell), Vector.empty)
      val end = hold(f, "BOLT")
      f.failures.set(1)
      val failing = f.sell("ada", 1, 101, key = "k2")
      val waiting = Vector.tabulate(20)(n => f.sell("ada", 1, 102 + n))
      val other = f.sell("ada", 1, 100, product = "BOLT")
      end.countDown()
      assertEquals(await(failing), Answer.Late)
      assertEquals(waiting.map(f.done(_).order.order), (2L to 21L).toVector)
      f.done(other): Unit
      assertEquals(f.depth(Side.Sell).take(2), Vector(100L -> 5L, 102L -> 1L))
      assert(f.done(f.sell("ada", 5, 100, key = "k1")).repeated)
      // it had not been done
      assert(!f.done(f.sell("ada", 1, 101, key = "k2")).repeated)
      assert(f.exchange.isReady)
      f.durable(f.buy("bob", 1, 100)): Unit
      // the other product's, too
      Eventually.until("all is durable")(f.exchange.stats.storage.get.waiting == 0)
      assertEquals(Reconciliation.of(config.storage.get).differences, Vector.empty)

  test("orders of a market that is made again count for the address from which they came, until they end"):
    use(config): f =>
      val address = new OrderSource(2)
      def sell(price: Long) =
        val order = NewOrder(TraderId("ada"), Side.Sell, Quantity(5), OrderKind.Limit(Price(price)))
        f.exchange.since(System.nanoTime).place(Product("ACME"), order, None, address)
      val orders = Vector(100L, 101L).map(price => f.durable(sell(price)).order)
      f.failures.set(1)
      assertEquals(await(f.sell("ada", 1, 102)), Answer.Late)
      assertEquals(f.depth(Side.Sell), Vector(100L -> 5L, 101L -> 5L))
      assertEquals(await(sell(102)), Answer.Rejected(Rule.AddressFull))
      for order <- orders do f.done(f.exchange.cancel(order, TraderId("ada"))): Unit
      assertEquals(address.open, 0)
      f.done(sell(102)): Unit

  test("a market that fails again and again is halted, and the others of its engine go on"):
    use(config): f =>
      val first = f.done(f.sell("ada", 5, 100)).order
      for _ <- 1 to 6 do
        f.failures.set(1)
        assertEquals(await(f.sell("ada", 1, 100)), Answer.Late)
      assertEquals(await(f.exchange.cancel(first, TraderId("ada"))), Answer.Busy(Congestion.EngineDown))
      val refused = intercept[Exchange.Refused](f.depth(Side.Sell))
      assertEquals(refused.why, Congestion.EngineDown)
      assert(!f.exchange.isReady)
      f.durable(f.sell("ada", 1, 100, product = "BOLT")): Unit
end RecoveryContract
