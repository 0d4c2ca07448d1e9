package eddy.trading

import eddy.testing.Eventually.until
import eddy.trading.FeedFixture.all
import eddy.trading.internal.Wire
import eddy.trading.internal.Wire.given
import eddy.web.testkit.TestService

import scala.concurrent.duration.DurationInt

class SimulationSuite extends eddy.testing.PatientSuite:

  private def use(config: SimulationConfig)(body: (FeedFixture, Simulation) => Unit): Unit =
    FeedFixture.use: f =>
      scala.util.Using.resource(Simulation(f.exchange, f.feed, config)(using f.system))(body(f, _))

  test("a click makes a market with both sides and trades, and another one ends it; everybody is told"):
    use(SimulationConfig(traders = 8, ordersPerSecond = 2000, idleAfter = 1.hour)): (f, simulation) =>
      val told = f.listen("statistics:simulation")
      TestService.run(TradingApp(f.exchange, Some(f.feed), Some(simulation)).routes, patience = 2.minutes):
        s =>
          def put(body: String) = s.put("/api/simulation", _.bytes("application/json", body.getBytes))
          assertEquals(
            s.get("/api/simulation").status(200).as[Wire.Simulated],
            Wire.Simulated(false, 8, 2000)
          )
          assert(put("""{"running":true}""").status(200).as[Wire.Simulated].running)
          assert(put("""{"running":true}""").status(200).as[Wire.Simulated].running)
          def isLive(book: OrderBook) = Side.values.forall(book.depth(_, 3).size == 3) && book.tradeCount > 3
          for product <- f.exchange.products do
            until(s"$product lives")(await(f.exchange.look(product)(isLive)).contains(true))
          assertEquals(put("""{"running":"perhaps"}""").status(422).as[Wire.Problem].field, Some("running"))
          assert(!put("""{"running":false}""").status(200).as[Wire.Simulated].running)
          until("both were told")(told.size >= 2)
          assertEquals(told.all.map(_.contains("true")), Vector(true, false))

  test("they end by themselves when nobody has looked for a while"):
    use(SimulationConfig(idleAfter = 1.milli)): (_, simulation) =>
      simulation.start()
      until("they ended")(!simulation.isRunning)

  test("what they leave in the books expires"):
    use(SimulationConfig(ordersPerSecond = 2000, idleAfter = 1.hour)): (f, simulation) =>
      simulation.start()
      val acme = Product("ACME")
      until("some orders stand")(await(f.exchange.look(acme)(_.openOrders)).exists(_ > 5))
      val end = System.currentTimeMillis + 60_000
      assert(await(f.exchange.look(acme)(_.nextExpiryMillis)).get <= end)

  test("a wrong configuration is refused with what would do"):
    for (wrong, name) <- Seq[(() => Any, String)](
        (() => SimulationConfig(traders = 1), "traders"),
        (() => SimulationConfig(ordersPerSecond = 0), "ordersPerSecond"),
        (() => SimulationConfig(idleAfter = 0.seconds), "idleAfter"),
        (() => FeedConfig(every = 0.seconds), "every"),
        (() => FeedConfig(history = 0), "history")
      )
    do
      val refused = intercept[IllegalArgumentException](wrong())
      assert(refused.getMessage.contains(name), refused.getMessage)
end SimulationSuite
