package eddy.trading.internal

import eddy.testing.{EqualHashes, PatientSuite}
import eddy.trading.*

import scala.concurrent.Future
import scala.concurrent.duration.DurationInt

/** Clients choose keys and names: none that they can choose make a map slow. */
class KeysFloodSuite extends PatientSuite:
  private val uses = Seq[(String, Seq[String] => Unit)](
    ("keys of orders", names => fill(names.map(name => (TraderId("ann"), OrderKey(name))))),
    ("names of traders", names => fill(names.map(name => (TraderId(name), OrderKey("k")))))
  )

  private def fill(of: Seq[(TraderId, OrderKey)]): Unit =
    val keys = new Keys(of.size / 2, 1.hour)
    for (trader, key) <- of do
      val asked =
        NewOrder(trader, Side.Sell, Quantity(1), OrderKind.Limit(Price(100)), Lifetime.UntilCancelled)
      keys.add(key, Keys.Known(OrderId(1, 1), asked, 0, Future.successful(Vector.empty)))
    for (trader, key) <- of do keys.get(trader, key, 0): Unit

  for (what, use) <- uses do
    test(s"$what with equal hashes cost little more than others"):
      val slowdown = EqualHashes.slowdown(20_000)(use)
      assert(slowdown < 30, s"$slowdown times as long")
end KeysFloodSuite
