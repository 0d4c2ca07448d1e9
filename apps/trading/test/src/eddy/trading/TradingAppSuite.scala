package eddy.trading

import eddy.testing.{TestFolder, Waits}
import eddy.trading.ExchangeFixture.{hold, plain}
import eddy.trading.internal.Wire.given
import eddy.trading.internal.{Answers, Wire}
import eddy.web.TrustedProxies
import eddy.web.testkit.{TestAnswer, TestService}

import java.util.concurrent.CountDownLatch
import scala.concurrent.duration.DurationInt

/** The interface over real HTTP. */
class TradingAppSuite extends eddy.testing.PatientSuite:

  private def service(
      name: String,
      config: => ExchangeConfig = plain
  )(body: (TestService, ExchangeFixture) => Unit): Unit =
    test(name):
      ExchangeFixture.use(config): f =>
        TestService.run(TradingApp(f.exchange, ordersByGet = true).routes, patience = 2.minutes)(body(_, f))

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

  service("an order that is sent again with its key, in the body or as a header, is placed once"): (s, f) =>
    def keyed(header: String, body: String) =
      s.call(
        "POST",
        "/api/orders",
        _.header("Idempotency-Key", header).bytes("application/json", body.getBytes)
      )
    val withKey = sell(""","key":"k1"""")
    val first = s.order(withKey).status(202).as[Wire.Acknowledged]
    // some have it in quotes, as the header's draft does
    for answer <- Seq(s.order(withKey), keyed("k1", sell()), keyed("\"k1\"", sell()), keyed("k1", withKey)) do
      val again = answer.status(202).as[Wire.Acknowledged]
      assertEquals((again.order, again.repeated), (first.order, true))
    val article =
      s.call("GET", "/sell?product=ACME&trader=ada&quantity=5&price=100", _.header("Idempotency-Key", "k1"))
    assertEquals(article.status(202).as[Wire.Placed].id, first.order)
    assertEquals(f.depth(Side.Sell), Vector(100L -> 5L))

  service("a key that the body and the header tell differently is refused, and so is a header for a batch"):
    (s, f) =>
      def keyed(path: String, body: String, headers: String*) = s.call(
        "POST",
        path,
        request =>
          headers.foldLeft(request)(_.header("Idempotency-Key", _)).bytes("application/json", body.getBytes)
      )
      val two = keyed("/api/orders", sell(""","key":"k1""""), "k2")
      val text = "key and the header Idempotency-Key differ (k1 and k2)"
      assertEquals(two.problem(400, text).as[Wire.Problem].field, Some("key"))
      keyed("/api/orders", sell(), "k1", "k2").problem(400, text): Unit
      val batch =
        keyed("/api/orders/batch", s"[${sell()}]", "k1").problem(400, "for one order").as[Wire.Problem]
      assertEquals((batch.title, batch.field), ("Bad Request", Some("Idempotency-Key")))
      assertEquals(f.depth(Side.Sell), Vector.empty)

  service("lists that are empty are there"): (s, _) =>
    assertEquals(
      s.get("/api/products/ACME/book").bodyText,
      """{"product":"ACME","bids":[],"asks":[]}"""
    )
    val sold = s.order(sell(""","key":"k1"""")).bodyText
    assert(sold.contains(""""trades":[]"""), sold)
    val again = s.order(sell(""","key":"k1"""")).bodyText
    assert(again.contains(""""events":[],"trades":[]"""), again)
    val batch = s.send("POST", "/api/orders/batch", s"[${sell()}]").bodyText
    assert(batch.contains(""""trades":[]"""), batch)
    for path <- Seq("/api/orders?trader=bob", "/api/products/BOLT/trades") do
      assertEquals(s.get(path).bodyText, "[]", path)

  service("a batch gives each order an outcome of its own, in order"): (s, f) =>
    val batch = s"[${sell()},${sell().replace(":5", ":-5")},${buy(1)}]"
    val outcomes = s.send("POST", "/api/orders/batch", batch).status(202).as[Vector[Wire.Outcome]]
    assertEquals(outcomes.map(_.done.isDefined), Vector(true, false, true))
    assertEquals(outcomes(1).problem.get.field, Some("quantity"))
    assertEquals(f.depth(Side.Sell), Vector(100L -> 4L))
    s.send("POST", "/api/orders/batch", "[]").problem(422, "A batch has 1 to 100 orders"): Unit
    s.send("POST", "/api/orders/batch", Vector.fill(101)(sell()).mkString("[", ",", "]")).problem(422): Unit

  service(
    "made-up names do not get around what one address may have open, in all markets",
    plain.copy(maxOrdersOfAddress = 3)
  ): (s, f) =>
    def order(trader: Int, product: String = "ACME") =
      s"""{"product":"$product","trader":"t$trader","side":"sell","quantity":1,"price":100}"""
    // not from any address
    f.done(f.sell("ada", 1, 100)): Unit
    val placed = s.send("POST", "/api/orders", order(1)).status(202).as[Wire.Acknowledged].order
    s.send("POST", "/api/orders/batch", s"[${order(2, "BOLT")}]").status(202): Unit
    s.call("GET", "/sell?product=ACME&trader=t3&quantity=1&price=100").status(202): Unit
    for way <- 4 to 6 do
      assertEquals(
        s.send("POST", "/api/orders", order(way)).problem(429).as[Wire.Problem].rule,
        "address-full"
      )
    s.call("GET", "/sell?product=ACME&trader=t3&quantity=1&price=100").problem(429): Unit
    f.done(f.exchange.cancel(OrderId.from(placed).get, TraderId("t1"))): Unit
    s.send("POST", "/api/orders", order(7)).status(202): Unit
    s.send("POST", "/api/orders", order(8)).problem(429): Unit
    // a filled order leaves its place to another
    f.done(f.buy("bob", 2, 100)): Unit
    s.send("POST", "/api/orders", order(9)).status(202): Unit

  test("behind a trusted proxy each client has an address of its own"):
    ExchangeFixture.use(plain.copy(maxOrdersOfAddress = 1)): f =>
      val routes = TradingApp(f.exchange).routes.through(TrustedProxies(Seq("127.0.0.0/8")))
      TestService.run(routes, patience = 2.minutes): s =>
        def from(client: String) =
          s.call(
            "POST",
            "/api/orders",
            _.header("X-Forwarded-For", client).bytes("application/json", sell().getBytes)
          )
        from("192.0.2.1").status(202): Unit
        from("192.0.2.2").status(202): Unit
        from("192.0.2.1").problem(429): Unit

  private def stored =
    plain.copy(storage =
      Some(StorageConfig(s"jdbc:sqlite:${TestFolder.make("eddy-trading-app")}/trading.sqlite"))
    )

  service("on demand an order is acknowledged when it is durable, with the keys of its trades", stored):
    (s, _) =>
      s.send("POST", "/api/orders?durable=true", sell()).status(201): Unit
      val bought = s.send("POST", "/api/orders?durable=true", buy(2)).status(201).as[Wire.Acknowledged]
      assertEquals((bought.durable, bought.trades), (true, Vector(1L)))

  test(
    "the time to answer runs from when a request has come: a request that waited for longer is late, and not begun"
  ):
    ExchangeFixture.use(plain.copy(answerWithin = 200.millis)): f =>
      val sold = f.done(f.sell("ada", 5, 100)).order
      val id = sold.value
      // as when its handler is not begun sooner
      val waits = TradingApp(f.exchange, ordersByGet = true).routes.through: (_, _) =>
        val over = new CountDownLatch(1)
        f.engine.after(200.millis)(() => over.countDown()): Unit
        Waits.await(over)
      TestService.run(waits, patience = 2.minutes): s =>
        for
          (method, path, body) <- Seq(
            ("POST", "/api/orders", buy(1)),
            ("PATCH", s"/api/orders/$id", """{"trader":"ada","quantity":4}"""),
            ("DELETE", s"/api/orders/$id?trader=ada", ""),
            ("GET", s"/api/orders/$id", ""),
            ("GET", "/api/orders?trader=ada", ""),
            ("GET", "/api/products/ACME/book", ""),
            ("GET", "/api/products/ACME/trades", ""),
            ("GET", "/api/products/ACME/live", ""),
            ("GET", "/api/products/ACME/candles", ""),
            ("GET", "/buy?product=ACME&trader=bob&quantity=1", ""),
            ("GET", s"/result?id=$id", "")
          )
        do
          val answer = if body.isEmpty then s.call(method, path) else s.send(method, path, body)
          // it is certain, not only possible, that nothing will be done: for that 504 would stand
          answer.problem(503): Unit
          assert(answer.header("Retry-After").nonEmpty, s"$method $path: $answer")
          assert(!answer.bodyText.contains("may still be done"), s"$method $path: ${answer.bodyText}")
        end for
        val batch = s.send("POST", "/api/orders/batch", s"[${buy(1)}]").status(503)
        assert(!batch.bodyText.contains("may still be done"), batch.bodyText)
      // one that begins in time, and has none left
      val late = await(f.exchange.since(System.nanoTime - 1.second.toNanos).cancel(sold, TraderId("ada")))
      assertEquals(late, Answer.NotBegun)
      val problem = Answers.problem(late)
      assertEquals((problem.status, problem.rule), (503, "late"))
      assert(problem.detail.startsWith("nothing was done"), problem.detail)
      assertEquals(f.depth(Side.Sell), Vector(100L -> 5L))

  service(
    "what its engine does not show in time is answered with 504",
    plain.copy(answerWithin = 200.millis)
  ): (s, f) =>
    val free = hold(f, "ACME")
    try s.get("/api/products/ACME/book").problem(504, "did not answer in time"): Unit
    finally free.countDown()

  service("a service without simulated traders says so"): (s, _) =>
    for answer <- Seq(s.get("/api/simulation"), s.send("PUT", "/api/simulation", """{"running":true}""")) do
      assertEquals(answer.problem(404, "has no simulated traders").as[Wire.Problem].rule, "no-simulation")

  service("without a database nothing is durable, and nobody waits for it"): (s, f) =>
    val sold = s.send("POST", "/api/orders?durable=true", sell()).status(202).as[Wire.Acknowledged]
    assertEquals(sold.durable, false)
    assert(await(f.exchange.durably(f.done(f.sell("ada", 1, 100)))).isInstanceOf[Answer.Done])

  service("a full engine is answered with 503 at once, with when to try again", plain.copy(mailbox = 16)):
    (s, f) =>
      val end = hold(f, "ACME")
      val waiting = Vector.fill(50)(f.sell("ada", 1, 100))
      val refused = s.order(sell()).status(503).header("Retry-After", "1").as[Wire.Problem]
      assertEquals(refused.rule, "engine-full")
      val batch =
        s.send("POST", "/api/orders/batch", s"[${sell()},${sell()}]").status(503).header("Retry-After", "1")
      assertEquals(
        batch.as[Vector[Wire.Outcome]].flatMap(_.problem).map(_.rule).distinct,
        Vector("engine-full")
      )
      for path <- Seq(
          "/api/products/ACME/book",
          s"/api/orders/${OrderId(1, 1).value}",
          s"/result?id=${OrderId(1, 1).value}"
        )
      do
        assertEquals(
          s.get(path).status(503).header("Retry-After", "1").as[Wire.Problem].rule,
          "engine-full",
          path
        )
      val cancelled = s.delete(s"/api/orders/${OrderId(1, 1).value}?trader=ada").status(503)
      assertEquals(cancelled.header("Retry-After", "1").as[Wire.Problem].rule, "engine-full")
      // others go on
      s.order(sell().replace("ACME", "BOLT")).status(202): Unit
      end.countDown()
      waiting.foreach(await(_): Unit)

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
    s.call(
      "HEAD",
      "/sell?product=ACME&trader=ada&quantity=5&price=100"
    ).status(405).header("Allow", "GET, POST"): Unit
    assertEquals(f.depth(Side.Sell), Vector(100L -> 3L))

  test(
    "a page of another site places no order: not by a link, unless that is switched on, and not by a form"
  ):
    val order = "product=ACME&trader=ada&quantity=5&price=100"
    val ofPage =
      Seq("Cookie" -> "trader=ada", "Sec-Fetch-Site" -> "cross-site", "Origin" -> "https://evil.example")
    val form = "application/x-www-form-urlencoded"
    ExchangeFixture.use(plain): f =>
      val account = Access(traderOf = Some(_.cookie("trader").flatMap(TraderId.from(_))))
      for access <- Seq(Access(), account) do
        TestService.run(TradingApp(f.exchange, access = access).routes, patience = 2.minutes): s =>
          for (method, path, kind, body, status) <- Seq(
              ("GET", s"/sell?$order", "", "", 405),
              ("HEAD", s"/sell?$order", "", "", 405),
              ("GET", s"/buy?$order", "", "", 405),
              ("POST", s"/sell?$order", form, "", 403),
              ("POST", "/buy", form, order, 403),
              ("POST", "/buy", "text/plain", order, 403),
              ("POST", "/api/orders", "text/plain", sell(), 415),
              ("POST", "/api/orders", form, sell(), 415),
              ("POST", "/api/orders/batch", "text/plain", s"[${sell()}]", 415)
            )
          do
            val answer = s.call(
              method,
              path,
              request =>
                val from = ofPage.foldLeft(request)((r, header) => r.header(header(0), header(1)))
                if kind.isEmpty then from else from.bytes(kind, body.getBytes)
            )
            assertEquals(answer.code, status, s"$method $path $kind")
          end for
          s.post(s"/sell?$order", _.header("Cookie", "trader=ada")).status(202): Unit
      end for
      // those of the page itself, once with and once without accounts
      assertEquals(f.depth(Side.Sell), Vector(100L -> 10L))
      val _ =
        intercept[IllegalArgumentException](TradingApp(f.exchange, access = account, ordersByGet = true))
end TradingAppSuite
