package eddy.trading

import eddy.trading.ExchangeFixture.plain
import eddy.trading.internal.Wire
import eddy.trading.internal.Wire.given
import eddy.web.testkit.{TestAnswer, TestService}

import scala.concurrent.duration.DurationInt

/** A service with accounts: here a header says who somebody is, as a session would. */
class AccessSuite extends eddy.testing.PatientSuite:

  private val access = Access(
    traderOf = Some(_.header("X-User").flatMap(TraderId.from(_))),
    isOperator = _.header("X-User").contains("root")
  )

  extension (s: TestService)
    private def as(user: String, way: String, body: String = ""): TestAnswer =
      val Array(method, path) = way.split(" ", 2): @unchecked
      s.call(
        method,
        path,
        call =>
          val sent = if body.isEmpty then call else call.bytes("application/json", body.getBytes)
          if user.isEmpty then sent else sent.header("X-User", user)
      )

  private def sell(trader: String) =
    s"""{"product":"ACME","trader":"$trader","side":"sell","quantity":5,"price":100}"""

  test("an operator cancels all orders, those of a product or those of a trader"):
    ExchangeFixture.use(): f =>
      TestService.run(TradingApp(f.exchange, access = access).routes, patience = 2.minutes): s =>
        for (trader, product) <- Seq("ada" -> "ACME", "ada" -> "BOLT", "bob" -> "ACME", "bob" -> "BOLT") do
          f.done(f.sell(trader, 5, 100, product = product)): Unit
        def cancelled(query: String) =
          s.as("root", s"DELETE /api/orders$query").status(200).as[Wire.CancelledAll].cancelled
        s.as("ada", "DELETE /api/orders").status(403): Unit
        assertEquals(cancelled("?trader=ada&product=BOLT"), 1L)
        assertEquals(cancelled("?trader=ada"), 1L)
        assertEquals(cancelled("?product=BOLT"), 1L)
        assertEquals(cancelled(""), 1L)
        assertEquals(cancelled(""), 0L)
        assertEquals(
          s.as("root", "DELETE /api/orders?product=NOPE").problem(404).as[Wire.Problem].rule,
          "no-market"
        )
        s.expectNoFailures()

  test("with accounts each trader is bounded, and addresses are not"):
    ExchangeFixture.use(ExchangeFixture.plain.copy(maxOrdersOfAddress = 1)): f =>
      TestService.run(TradingApp(f.exchange, access = access).routes, patience = 2.minutes): s =>
        for trader <- Seq("ada", "bob", "cyd") do
          s.as(trader, "POST /api/orders", sell(trader)).status(202): Unit

  test("each places, changes and sees their own orders only"):
    ExchangeFixture.use(): f =>
      TestService.run(TradingApp(f.exchange, access = access).routes, patience = 2.minutes): s =>
        val ada = s.as("ada", "POST /api/orders", sell("ada")).status(202).as[Wire.Acknowledged].order
        val replacement = """{"trader":"ada","quantity":4}"""
        val refused = Seq(
          "POST /api/orders" -> sell("ada"),
          s"PATCH /api/orders/$ada" -> replacement,
          s"DELETE /api/orders/$ada?trader=ada" -> "",
          "GET /api/orders?trader=ada" -> "",
          "POST /sell?product=ACME&trader=ada&quantity=1&price=100" -> ""
        )
        for user <- Seq("bob", ""); (way, body) <- refused do
          val problem = s.as(user, way, body).problem(403).as[Wire.Problem]
          assertEquals((problem.field, problem.rule), (Some("trader"), "foreign-trader"), s"$user $way")
        for user <- Seq("bob", ""); way <- Seq(s"GET /api/orders/$ada", s"GET /result?id=$ada") do
          assertEquals(s.as(user, way).problem(404).as[Wire.Problem].rule, "unknown-order", s"$user $way")
        val batch = s.as("bob", "POST /api/orders/batch", s"[${sell("ada")},${sell("bob")}]")
        val outcomes = batch.status(202).as[Vector[Wire.Outcome]]
        assertEquals(outcomes.map(_.problem.map(_.rule)), Vector(Some("foreign-trader"), None))
        assertEquals(f.depth(Side.Sell), Vector(100L -> 10L))
        assertEquals(s.as("ada", s"GET /api/orders/$ada").status(200).as[Wire.OrderState].order, ada)
        assertEquals(
          s.as("ada", "GET /api/orders?trader=ada").status(200).as[Vector[Wire.OrderState]].size,
          1
        )
        s.as("ada", s"PATCH /api/orders/$ada", replacement).status(200): Unit
        s.as("ada", s"DELETE /api/orders/$ada?trader=ada").status(200): Unit
        s.expectNoFailures()

  test("an operator moves a product to another engine, and nobody else does"):
    ExchangeFixture.use(): f =>
      val to = 1 - f.exchange.engineOf(Product("ACME")).get
      val way = "PUT /api/products/ACME/engine"
      def engine = f.exchange.engineOf(Product("ACME")).get
      TestService.run(TradingApp(f.exchange).routes, patience = 2.minutes): s =>
        s.as("root", way, s"""{"engine":$to}""").problem(403): Unit
      TestService.run(TradingApp(f.exchange, access = access).routes, patience = 2.minutes): s =>
        for user <- Seq("ada", "") do s.as(user, way, s"""{"engine":$to}""").problem(403): Unit
        for wrong <- Seq("-1", "2", "\"x\"", "99999999999") do
          val problem = s.as("root", way, s"""{"engine":$wrong}""").problem(422).as[Wire.Problem]
          assertEquals((problem.field, problem.rule), (Some("engine"), "range"), wrong)
        s.as("root", "PUT /api/products/NONE/engine", """{"engine":0}""").problem(404): Unit
        assertEquals(engine, 1 - to)
        val moved = s.as("root", way, s"""{"engine":$to}""").status(200).as[Wire.Place]
        assertEquals((moved, engine), (Wire.Place("ACME", to), to))
        assertEquals(s.as("", "GET /api/products/ACME/engine").status(200).as[Wire.Place], moved)
        s.as("ada", "POST /api/orders", sell("ada")).status(202): Unit

  test("a product does not move to an engine that is full"):
    ExchangeFixture.use(plain.copy(mailbox = 16)): f =>
      val end = ExchangeFixture.hold(f, "ACME")
      val waiting = Vector.fill(50)(f.sell("ada", 1, 100))
      val to = 1 - f.exchange.engineOf(Product("ACME")).get
      TestService.run(TradingApp(f.exchange, access = access).routes, patience = 2.minutes): s =>
        val full = s.as("root", "PUT /api/products/ACME/engine", s"""{"engine":$to}""").status(503)
        assertEquals(full.header("Retry-After", "1").as[Wire.Problem].rule, "engine-full")
      end.countDown()
      waiting.foreach(await(_): Unit)

  test(
    "over the channels each watches their own orders; books are for all; operators start simulated traders"
  ):
    scala.util.Using.resource(new FeedFixture(access = access)): f =>
      given eddy.actor.ActorSystem = f.system
      val simulation = Simulation(f.exchange, f.feed)
      val app = TradingApp(f.exchange, Some(f.feed), Some(simulation), access)
      TestService.run(app.routes, patience = 2.minutes): s =>
        for user <- Seq("ada", "") do
          s.as(user, "PUT /api/simulation", """{"running":true}""").problem(403): Unit
        assert(!simulation.isRunning)
        s.as("root", "PUT /api/simulation", """{"running":true}""").status(200): Unit
        s.as("root", "PUT /api/simulation", """{"running":false}""").status(200): Unit
        for (user, may) <- Seq("ada" -> true, "bob" -> false, "" -> false) do
          val path = "/live/connection/websocket"
          val socket =
            if user.isEmpty then s.webSocket(path) else s.webSocket(path, headers = Seq("X-User" -> user))
          def answer(id: Int, command: String): String =
            socket.send(s"""{"id":$id,$command}""")
            socket.fishFor { case text if text.contains(s"\"id\":$id") => text }
          assert(answer(1, "\"connect\":{}").contains("client"))
          assert(!answer(2, "\"subscribe\":{\"channel\":\"book:ACME\"}").contains("error"))
          val told = answer(3, "\"subscribe\":{\"channel\":\"orders:ada\"}")
          assertEquals(told.contains("\"code\":103"), !may, s"$user: $told")
end AccessSuite
