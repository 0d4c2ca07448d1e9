package eddy.trading

import eddy.trading.ExchangeFixture.{hold, plain}
import eddy.trading.internal.Wire
import eddy.trading.internal.Wire.given
import eddy.web.testkit.{TestAnswer, TestService}

import scala.concurrent.duration.{DurationInt, FiniteDuration}

/** The interface over real HTTP. */
class TradingAppSuite extends munit.FunSuite:
  override val munitTimeout: FiniteDuration = 5.minutes

  private def service(
      name: String,
      config: => ExchangeConfig = plain
  )(body: (TestService, ExchangeFixture) => Unit): Unit =
    test(name):
      ExchangeFixture.use(config): f =>
        TestService.run(TradingApp(f.exchange).routes, patience = 2.minutes)(body(_, f))

  extension (s: TestService)
    private def send(method: String, path: String, body: String): TestAnswer =
      s.call(method, path, _.bytes("application/json", body.getBytes))
    private def order(body: String): TestAnswer = s.send("POST", "/api/orders", body)

  private def sell(more: String = "") =
    s"""{"product":"ACME","trader":"ada","side":"sell","quantity":5,"price":100$more}"""
  private def buy(lots: Int) =
    s"""{"product":"ACME","trader":"bob","side":"buy","quantity":$lots,"price":101}"""

  service("orders are placed, trade, are looked at, replaced and cancelled"): (s, _) =>
    val sold = s.order(sell()).status(202).as[Wire.Acknowledged]
    assertEquals(sold.events, Vector(Wire.Event("accepted", order = Some(sold.order))))
    val bought = s.order(buy(2)).status(202).as[Wire.Acknowledged]
    assertEquals(
      bought.events(1),
      Wire.Event("traded", Some(2), Some(100), Some(1), Some(sold.order), Some(bought.order))
    )
    val seen = s.get(s"/api/orders/${sold.order}").status(200).as[Wire.OrderState]
    assertEquals(
      seen,
      Wire.OrderState(sold.order, "ACME", "ada", "sell", "limit", "open", Some(100), None, 5, 2)
    )
    assertEquals(s.get("/api/orders?trader=ada").status(200).as[Vector[Wire.OrderState]], Vector(seen))
    assertEquals(
      s.get("/api/orders?trader=ada&product=BOLT").status(200).as[Vector[Wire.OrderState]],
      Vector.empty
    )
    val book = s.get("/api/products/ACME/book").status(200).as[Wire.Book]
    assertEquals(book, Wire.Book("ACME", Some(100), Vector.empty, Vector(Wire.Level(100, 3, 1))))
    val trades = s.get("/api/products/ACME/trades").status(200).as[Vector[Wire.Trade]]
    assertEquals(trades, Vector(Wire.Trade(1, 1000, 100, 2, "buy")))
    val replaced =
      s.send("PATCH", s"/api/orders/${sold.order}", """{"trader":"ada","quantity":4,"price":102}""")
    assertEquals(replaced.status(200).as[Wire.Acknowledged].events.head.lots, Some(2L))
    s.delete(s"/api/orders/${sold.order}?trader=ada").status(200): Unit
    assertEquals(s.get(s"/api/orders/${sold.order}").as[Wire.OrderState].state, "cancelled")
    assertEquals(s.get("/api/products").as[Vector[String]], Vector("ACME", "BOLT"))
    assertEquals(s.get("/api/stats").status(200).as[Wire.Stats].engines, 2)

  service("every kind of order can be placed"): (s, f) =>
    val kinds = Seq(
      """"type":"limit","price":100,"lifetime":"until-cancelled","postOnly":true""",
      """"type":"limit","price":100,"until":5000""",
      """"type":"limit","price":"100","lifetime":"immediate"""",
      """"type":"limit","price":100,"lifetime":"all-or-nothing"""",
      """"type":"market"""",
      """"type":"market","lifetime":"all-or-nothing"""",
      """"type":"stop","trigger":200""",
      """"type":"stop-limit","trigger":200,"price":201,"key":null"""
    )
    for kind <- kinds do
      s.order(s"""{"product":"ACME","trader":"ada","side":"buy","quantity":1,$kind}""").status(202): Unit
    assertEquals(f.look("ACME")(_.openOrders), 4)
    assertEquals(
      f.look("ACME")(_.ordersOf(TraderId("ada"), 9)).map(_.asked.kind.toString.takeWhile(_ != '(')),
      Vector("Limit", "Limit", "Stop", "StopLimit")
    )

  service("bad input names the field and the rule, and leaves the books as they were"): (s, f) =>
    s.order(sell(""","key":"k1"""")).status(202): Unit
    val wrong = Seq[(String, Int, String, String)](
      (sell().replace(":5", ":-5"), 422, "quantity", "range"),
      (sell().replace(":5", ":0"), 422, "quantity", "range"),
      (sell().replace(":5", ":99999999999999999999"), 422, "quantity", "range"),
      (sell().replace(":5", ":1.5"), 422, "quantity", "range"),
      (sell().replace(":5", ":\"many\""), 422, "quantity", "range"),
      (sell().replace(":5", ":[5]"), 422, "quantity", "range"),
      (sell().replace(":100", ":1000000001"), 422, "price", "range"),
      (sell().replace(""","price":100""", ""), 422, "price", "missing"),
      (sell().replace(""""trader":"ada",""", ""), 422, "trader", "missing"),
      (sell().replace("ada", "a b"), 422, "trader", "range"),
      (sell().replace("\"sell\"", "\"hold\""), 422, "side", "range"),
      (sell().replace("ACME", "NONE"), 404, "product", "no-market"),
      (sell(""","prize":1"""), 422, "prize", "unknown"),
      (sell(""","trigger":1"""), 422, "trigger", "unused"),
      (sell(""","type":"iceberg""""), 422, "type", "range"),
      (sell(""","lifetime":"for ever""""), 422, "lifetime", "range"),
      (sell(""","until":999"""), 422, "until", "end-passed"),
      (sell(""","postOnly":"yes""""), 422, "postOnly", "range"),
      (sell(""","postOnly":true,"lifetime":"immediate""""), 422, "postOnly", "post-only-takes"),
      (
        sell(""","type":"market","lifetime":"until-cancelled"""").replace(""","price":100""", ""),
        422,
        "lifetime",
        "market-stands"
      ),
      (sell(""","key":"k1"""").replace(":5", ":6"), 409, "key", "key-taken")
    )
    for (body, status, field, rule) <- wrong do
      val problem = s.order(body).status(status).contentType("application/problem+json").as[Wire.Problem]
      assertEquals((problem.field, problem.rule, problem.status), (Some(field), rule, status), body)
    for body <- Seq("", "{", "[]", "5", """{"product":"ACME","product":"BOLT"}""") do
      s.order(body).problem(400): Unit
    s.order(sell(s""","key":"${"k" * 2_000_000}"""")).problem(413): Unit
    def problem(answer: TestAnswer, status: Int) =
      val p = answer.status(status).as[Wire.Problem]
      (p.field, p.rule)
    val id = OrderId(1, 1).value
    assertEquals(problem(s.delete(s"/api/orders/$id?trader=bob"), 403), (Some("trader"), "foreign-order"))
    assertEquals(
      problem(s.delete(s"/api/orders/${id + 9}?trader=bob"), 404),
      (Some("order"), "unknown-order")
    )
    assertEquals(problem(s.delete(s"/api/orders/$id"), 422), (Some("trader"), "missing"))
    assertEquals(problem(s.delete("/api/orders/x?trader=ada"), 422), (Some("order"), "range"))
    assertEquals(problem(s.get(s"/api/orders/${id + 9}"), 404), (Some("order"), "unknown-order"))
    assertEquals(problem(s.get("/api/products/NONE/book"), 404), (Some("product"), "no-market"))
    val replacement = s.send("PATCH", s"/api/orders/$id", """{"trader":"ada","quantity":0}""")
    assertEquals(problem(replacement, 422), (Some("quantity"), "range"))
    assertEquals((f.depth(Side.Sell), f.depth(Side.Buy)), (Vector(100L -> 5L), Vector.empty))
    s.expectNoFailures()

  service("an order that is sent again with its key, in the body or as a header, is placed once"): (s, f) =>
    val first = s.order(sell(""","key":"k1"""")).status(202).as[Wire.Acknowledged]
    val header = s.call(
      "POST",
      "/api/orders",
      _.header("Idempotency-Key", "k1").bytes("application/json", sell().getBytes)
    )
    val again = header.status(202).as[Wire.Acknowledged]
    assertEquals((again.order, again.repeated), (first.order, true))
    assertEquals(f.depth(Side.Sell), Vector(100L -> 5L))

  service("a batch gives each order an outcome of its own, in order"): (s, f) =>
    val batch = s"[${sell()},${sell().replace(":5", ":-5")},${buy(1)}]"
    val outcomes = s.send("POST", "/api/orders/batch", batch).status(202).as[Vector[Wire.Outcome]]
    assertEquals(outcomes.map(_.done.isDefined), Vector(true, false, true))
    assertEquals(outcomes(1).problem.get.field, Some("quantity"))
    assertEquals(f.depth(Side.Sell), Vector(100L -> 4L))
    s.send("POST", "/api/orders/batch", "[]").problem(422, "A batch has 1 to 100 orders"): Unit
    s.send("POST", "/api/orders/batch", Vector.fill(101)(sell()).mkString("[", ",", "]")).problem(422): Unit

  private def stored = plain.copy(storage = Some(StorageConfig("jdbc:h2:mem:app;MODE=MariaDB", "sa")))

  service("on demand an order is acknowledged when it is durable, with the keys of its trades", stored):
    (s, _) =>
      s.send("POST", "/api/orders?durable=true", sell()).status(201): Unit
      val bought = s.send("POST", "/api/orders?durable=true", buy(2)).status(201).as[Wire.Acknowledged]
      assertEquals((bought.durable, bought.trades), (true, Vector(1L)))

  service("a full engine is answered with 503 at once, with when to try again", plain.copy(mailbox = 16)):
    (s, f) =>
      val end = hold(f, "ACME")
      val waiting = Vector.fill(50)(f.sell("ada", 1, 100))
      val refused = s.order(sell()).status(503).header("Retry-After", "1").as[Wire.Problem]
      assertEquals(refused.rule, "engine-full")
      s.get("/api/products/ACME/book").status(503): Unit
      // others go on
      s.order(sell().replace("ACME", "BOLT")).status(202): Unit
      end.countDown()
      waiting.foreach(ExchangeFixture.await(_): Unit)

  service("the article's interface takes orders by GET and POST, in the query or a form"): (s, f) =>
    val sold = s.get("/sell?product=ACME&trader=ada&quantity=5&price=100").status(202).as[Wire.Placed]
    val bought = s.call(
      "POST",
      "/buy",
      _.bytes("application/x-www-form-urlencoded", "product=ACME&trader=bob&quantity=2".getBytes)
    ).status(202).as[Wire.Placed]
    assertEquals(s.get(s"/result?id=${sold.id}").status(200).as[Wire.OrderState].filled, 2L)
    assertEquals(s.post(s"/result?id=${bought.id}").status(200).as[Wire.OrderState].state, "filled")
    assertEquals(s.get("/result?id=7").status(422).as[Wire.Problem].field, Some("id"))
    assertEquals(
      s.get("/buy?product=ACME&trader=bob&quantity=x").status(422).as[Wire.Problem].field,
      Some("quantity")
    )
    assertEquals(f.depth(Side.Sell), Vector(100L -> 3L))
end TradingAppSuite
