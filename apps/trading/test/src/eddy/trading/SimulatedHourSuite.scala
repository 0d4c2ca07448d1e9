package eddy.trading

import eddy.testing.{Eventually, TestLength, TimeLimit}
import eddy.trading.internal.EmbeddedFile

import scala.concurrent.duration.DurationInt
import scala.util.Using

/** The load of everyday on the embedded database, for as long as nobody would watch. */
class SimulatedHourSuite extends StorageTests, OnSqlite:
  override protected def timeLimit: TimeLimit = TimeLimit(20.minutes, "It has as many orders as an hour.")

  test(
    "while simulated traders place the orders of an hour, the files stay within four times the data".tag(
      TestLength.LongTest
    )
  ):
    val everyday = SimulationConfig()
    val hour = 3600L * everyday.ordersPerSecond
    val config = fresh()
    Using.resource(FeedFixture(config)): f =>
      given eddy.actor.ActorSystem = f.system
      val fast = everyday.copy(ordersPerSecond = 50 * everyday.ordersPerSecond, idleAfter = 1.hour)
      Using.resource(Simulation(f.exchange, f.feed, fast)): simulation =>
        def stored = f.exchange.stats.storage.get.stored
        simulation.start()
        for tenth <- 1L to 10L do
          Eventually.until(s"$tenth tenths of the orders are stored", s"$stored of $hour", 5.minutes):
            stored >= tenth * hour / 10
          val files = sizes(config)
          val data = dataOf(config)
          assert(files.sum <= 4 * data + EmbeddedFile.LogBytes, s"$files bytes for $data of data")
        simulation.stop()
      assert(f.exchange.isReady, f.exchange.unready)
    assert(Reconciliation.of(config.storage.get).isWhole)
end SimulatedHourSuite
