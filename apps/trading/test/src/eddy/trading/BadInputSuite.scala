package eddy.trading

import eddy.trading.internal.Wire
import eddy.trading.internal.Wire.given
import eddy.web.testkit.{TestAnswer, TestService}

import scala.concurrent.duration.DurationInt
import scala.util.{Success, Try}

/** What no client should send: each is answered with the status, the field and the rule, and no book has
  * changed.
  */
class BadInputSuite extends eddy.testing.PatientSuite:
  private val Max = 1_000_000_000L
  private val TooLong = "99999999999999999999"
  // the one that stands, one that does not, and one of a market that does not exist
  private val (known, unknown, nowhere) = (OrderId(1, 1).value, OrderId(1, 99).value, OrderId(99, 1).value)

  /** In Arabic-Indic digits, as an address has them. */
  private def arabic(number: Long): String = number.toString.map(digit => s"%D9%A$digit").mkString

  /** A body with these fields instead of the right ones; `-` leaves one out. Values are JSON. */
  private def order(changes: (String, String)*): String =
    val right = Vector(
      "product" -> "\"ACME\"",
      "trader" -> "\"ada\"",
      "side" -> "\"sell\"",
      "quantity" -> "5",
      "price" -> "100"
    )
    (right.filterNot((name, _) => changes.exists(_(0) == name)) ++ changes.filter(_(1) != "-"))
      .map((name, value) => s"\"$name\":$value").mkString("{", ",", "}")

  private def replacement(quantity: String, trader: String = "ada") =
    s"""{"trader":"$trader","quantity":$quantity}"""

  /** One that names a field: the way, the body or none, and what it is answered with. */
  private val fields = Vector[(String, String, Int, String, String)](
    // numbers
    ("POST /api/orders", order("quantity" -> "-5"), 422, "quantity", "range"),
    ("POST /api/orders", order("quantity" -> "0"), 422, "quantity", "range"),
    ("POST /api/orders", order("quantity" -> s"${Max + 1}"), 422, "quantity", "range"),
    ("POST /api/orders", order("quantity" -> TooLong), 422, "quantity", "range"),
    ("POST /api/orders", order("quantity" -> "1.5"), 422, "quantity", "range"),
    ("POST /api/orders", order("quantity" -> "1e3"), 422, "quantity", "range"),
    ("POST /api/orders", order("quantity" -> "\"many\""), 422, "quantity", "range"),
    // the digits of other scripts: Arabic-Indic, Devanagari, full width
    ("POST /api/orders", order("quantity" -> "\"٥\""), 422, "quantity", "range"),
    ("POST /api/orders", order("price" -> "\"१००\""), 422, "price", "range"),
    ("POST /api/orders", order("until" -> "\"５０００\""), 422, "until", "range"),
    ("GET /api/products/ACME/book?depth=%D9%A5", "", 422, "depth", "range"),
    ("GET /api/products/ACME/candles?every=%D9%A5%D9%A0%D9%A0%D9%A0", "", 422, "every", "range"),
    ("GET /api/products/ACME/candles?every=6000", "", 422, "every", "range"),
    ("GET /api/products/ACME/candles?every=x", "", 422, "every", "range"),
    ("GET /sell?product=ACME&trader=ada&quantity=%D9%A5&price=100", "", 422, "quantity", "range"),
    ("GET /sell?product=ACME&trader=ada&quantity=5&price=100&price=7", "", 422, "price", "twice"),
    ("GET /sell?product=ACME&trader=ada&trader=bob&quantity=5&price=100", "", 422, "trader", "twice"),
    (s"GET /result?id=$known&id=$known", "", 422, "id", "twice"),
    // one of two, and nobody knows which was meant
    ("GET /api/products/ACME/book?depth=1&depth=2", "", 422, "depth", "twice"),
    ("GET /api/products/ACME/candles?every=5000&every=60000", "", 422, "every", "twice"),
    ("GET /api/orders?trader=ada&trader=bob", "", 422, "trader", "twice"),
    ("GET /api/orders?trader=ada&product=ACME&product=BOLT", "", 422, "product", "twice"),
    (s"DELETE /api/orders/$known?trader=ada&trader=ada", "", 422, "trader", "twice"),
    ("POST /api/orders?durable=true&durable=false", order(), 422, "durable", "twice"),
    // numbers as JSON does not write them
    ("POST /api/orders", order("quantity" -> "\"007\""), 422, "quantity", "range"),
    ("POST /api/orders", order("price" -> "\"+3\""), 422, "price", "range"),
    ("POST /api/orders", order("price" -> "\" 3\""), 422, "price", "range"),
    ("POST /api/orders", order("validFor" -> "\"060000\""), 422, "validFor", "range"),
    ("GET /sell?product=ACME&trader=ada&quantity=007&price=100", "", 422, "quantity", "range"),
    ("GET /sell?product=ACME&trader=ada&quantity=%2B3&price=100", "", 422, "quantity", "range"),
    ("GET /api/products/ACME/book?depth=05", "", 422, "depth", "range"),
    (s"DELETE /api/orders/0$known?trader=ada", "", 422, "order", "range"),
    (s"GET /result?id=0$known", "", 422, "id", "range"),
    (s"GET /result?id=${arabic(known)}", "", 422, "id", "range"),
    (s"DELETE /api/orders/${arabic(known)}?trader=ada", "", 422, "order", "range"),
    ("POST /api/orders", order("quantity" -> "[5]"), 422, "quantity", "range"),
    ("POST /api/orders", order("quantity" -> "null"), 422, "quantity", "missing"),
    ("POST /api/orders", order("quantity" -> "-"), 422, "quantity", "missing"),
    ("POST /api/orders", order("price" -> "-100"), 422, "price", "range"),
    ("POST /api/orders", order("price" -> "0"), 422, "price", "range"),
    ("POST /api/orders", order("price" -> s"${Max + 1}"), 422, "price", "range"),
    ("POST /api/orders", order("price" -> TooLong), 422, "price", "range"),
    ("POST /api/orders", order("price" -> "\"cheap\""), 422, "price", "range"),
    ("POST /api/orders", order("price" -> "-"), 422, "price", "missing"),
    (
      "POST /api/orders",
      order("type" -> "\"stop\"", "price" -> "-", "trigger" -> "0"),
      422,
      "trigger",
      "range"
    ),
    ("POST /api/orders", order("until" -> "-1"), 422, "until", "range"),
    ("POST /api/orders", order("until" -> TooLong), 422, "until", "range"),
    ("POST /api/orders", order("until" -> "999"), 422, "until", "end-passed"),
    ("POST /api/orders", order("validFor" -> "0"), 422, "validFor", "range"),
    ("POST /api/orders", order("validFor" -> TooLong), 422, "validFor", "range"),
    ("POST /api/orders", order("validFor" -> "5000", "until" -> "5000"), 422, "until", "unused"),
    (
      "POST /api/orders",
      order("validFor" -> "5000", "lifetime" -> "\"immediate\""),
      422,
      "lifetime",
      "unused"
    ),
    (
      "POST /api/orders",
      order("type" -> "\"market\"", "price" -> "-", "validFor" -> "5000"),
      422,
      "validFor",
      "market-stands"
    ),
    // what is asked beside the order
    ("POST /api/orders?durable=maybe", order(), 422, "durable", "range"),
    (s"DELETE /api/orders/$known?trader=ada&durable=1", "", 422, "durable", "range"),
    (s"PATCH /api/orders/$known?durable=", replacement("1"), 422, "durable", "range"),
    ("POST /api/orders/batch?durable=maybe", s"[${order()}]", 422, "durable", "range"),
    // names
    ("POST /api/orders", order("product" -> "\"NONE\""), 404, "product", "no-market"),
    ("POST /api/orders", order("product" -> "\"A B\""), 422, "product", "range"),
    ("POST /api/orders", order("trader" -> "-"), 422, "trader", "missing"),
    ("POST /api/orders", order("trader" -> "\"\""), 422, "trader", "range"),
    ("POST /api/orders", order("trader" -> "\"a b\""), 422, "trader", "range"),
    ("POST /api/orders", order("side" -> "\"hold\""), 422, "side", "range"),
    ("POST /api/orders", order("type" -> "\"iceberg\""), 422, "type", "range"),
    ("POST /api/orders", order("lifetime" -> "\"for ever\""), 422, "lifetime", "range"),
    ("POST /api/orders", order("postOnly" -> "\"yes\""), 422, "postOnly", "range"),
    ("POST /api/orders", order("key" -> s"\"${"k" * 65}\""), 422, "key", "range"),
    ("POST /api/orders", order("key" -> "\"k 1\""), 422, "key", "range"),
    // fields that do not go together
    ("POST /api/orders", order("prize" -> "1"), 422, "prize", "unknown"),
    ("POST /api/orders", order("trigger" -> "1"), 422, "trigger", "unused"),
    ("POST /api/orders", order("type" -> "\"market\""), 422, "price", "unused"),
    (
      "POST /api/orders",
      order("type" -> "\"market\"", "price" -> "-", "lifetime" -> "\"until-cancelled\""),
      422,
      "lifetime",
      "market-stands"
    ),
    (
      "POST /api/orders",
      order("postOnly" -> "true", "lifetime" -> "\"immediate\""),
      422,
      "postOnly",
      "post-only-takes"
    ),
    (
      "POST /api/orders",
      order("type" -> "\"market\"", "price" -> "-", "until" -> "5000"),
      422,
      "until",
      "market-stands"
    ),
    ("POST /api/orders", order("until" -> "5000", "lifetime" -> "\"immediate\""), 422, "lifetime", "unused"),
    ("POST /api/orders", order("until" -> "5000", "lifetime" -> "\"for ever\""), 422, "lifetime", "unused"),
    // the key of the order that stands
    ("POST /api/orders", order("quantity" -> "6", "key" -> "\"k1\""), 409, "key", "key-taken"),
    // orders that are not there, or another's
    (s"DELETE /api/orders/$known?trader=bob", "", 403, "trader", "foreign-order"),
    (s"DELETE /api/orders/$known", "", 422, "trader", "missing"),
    (s"DELETE /api/orders/$unknown?trader=ada", "", 404, "order", "unknown-order"),
    (s"DELETE /api/orders/$nowhere?trader=ada", "", 404, "product", "no-market"),
    ("DELETE /api/orders/x?trader=ada", "", 422, "order", "range"),
    ("DELETE /api/orders/-1?trader=ada", "", 422, "order", "range"),
    (s"DELETE /api/orders/$TooLong?trader=ada", "", 422, "order", "range"),
    (s"PATCH /api/orders/$known", replacement("1", trader = "bob"), 403, "trader", "foreign-order"),
    (s"PATCH /api/orders/$unknown", replacement("1"), 404, "order", "unknown-order"),
    (s"PATCH /api/orders/$known", replacement("0"), 422, "quantity", "range"),
    (s"PATCH /api/orders/$known", replacement(TooLong), 422, "quantity", "range"),
    (s"PATCH /api/orders/$known", """{"trader":"ada","quantity":1,"side":"buy"}""", 422, "side", "unknown"),
    (s"GET /api/orders/$unknown", "", 404, "order", "unknown-order"),
    ("GET /api/orders", "", 422, "trader", "missing"),
    ("GET /api/orders?trader=ada&product=NONE", "", 404, "product", "no-market"),
    ("GET /api/products/NONE/book", "", 404, "product", "no-market"),
    ("GET /api/products/NONE/trades", "", 404, "product", "no-market"),
    ("GET /api/products/ACME/book?depth=0", "", 422, "depth", "range"),
    ("GET /api/products/ACME/book?depth=-5", "", 422, "depth", "range"),
    ("GET /api/products/ACME/book?depth=1001", "", 422, "depth", "range"),
    ("GET /api/products/ACME/book?depth=x", "", 422, "depth", "range"),
    ("POST /api/orders/batch", "[]", 422, "orders", "range"),
    ("POST /api/orders/batch", Vector.fill(101)(order()).mkString("[", ",", "]"), 422, "orders", "range"),
    // the article's
    ("GET /sell?product=ACME&trader=ada&quantity=-5&price=100", "", 422, "quantity", "range"),
    ("GET /sell?product=ACME&trader=ada&quantity=5&price=0", "", 422, "price", "range"),
    (s"GET /buy?product=ACME&trader=bob&quantity=$TooLong", "", 422, "quantity", "range"),
    ("GET /buy?product=NONE&trader=bob&quantity=5", "", 404, "product", "no-market"),
    ("GET /buy?product=ACME&quantity=5", "", 422, "trader", "missing"),
    ("GET /sell?product=ACME&trader=ada&quantity=6&price=100&key=k1", "", 409, "key", "key-taken"),
    ("GET /result?id=7x", "", 422, "id", "range"),
    (s"GET /result?id=$unknown", "", 404, "order", "unknown-order")
  )

  /** Nothing that could be read: what the answer says. */
  private val bodies = Vector[(String, Int, String)](
    ("", 400, "The body is empty"),
    ("{", 400, "wrong at line 1"),
    ("[]", 400, "expected '{'"),
    ("5", 400, "expected '{'"),
    ("""{"product":"ACME","product":"BOLT"}""", 400, "the field product comes twice"),
    (Vector.tabulate(40)(n => s"\"f$n\":1").mkString("{", ",", "}"), 400, "more than 32 fields"),
    (order("key" -> s"\"${"k" * 2_000_000}\""), 413, "larger than")
  )

  test("bad input is answered with the field and the rule, and leaves every book as it was"):
    ExchangeFixture.use(): f =>
      TestService.run(TradingApp(f.exchange, ordersByGet = true).routes, patience = 2.minutes): s =>
        def send(way: String, body: String): TestAnswer =
          val Array(method, path) = way.split(" ", 2): @unchecked
          if method == "POST" || method == "PATCH" then
            s.call(method, path, _.bytes("application/json", body.getBytes("UTF-8")))
          else s.call(method, path)
        def books = f.exchange.products.map: product =>
          f.look(product.name): book =>
            (book.orderCount, book.tradeCount, book.openOrders, Side.values.toVector.map(book.depth(_, 100)))
        send("POST /api/orders", order("key" -> "\"k1\"")).status(202): Unit
        val before = books
        def told(answer: Wire.Problem) = (answer.status, answer.field, answer.rule)
        // all that are answered otherwise, not the first alone
        val wrong =
          for
            (way, body, status, field, rule) <- fields
            answer = send(way, body)
            problem = Try(told(answer.problem(status).as[Wire.Problem]))
            after = books
            if problem != Success((status, Some(field), rule)) || after != before
          yield s"$way $body\n  $problem\n  $after"
        assert(wrong.isEmpty, wrong.mkString("\n"))
        for (body, status, detail) <- bodies do
          send("POST /api/orders", body).problem(status, detail): Unit
          assertEquals(books, before, body.take(100))
        // one by one, and all together
        val orders = fields.filter((way, _, _, _, _) => way == "POST /api/orders")
        val batch = orders.map(_(1)).mkString("[", ",", "]")
        val outcomes = send("POST /api/orders/batch", batch).status(202).as[Vector[Wire.Outcome]]
        assertEquals(outcomes.map(_.problem.map(told)), orders.map((_, _, s, f, r) => Some((s, Some(f), r))))
        assertEquals(books, before)
        s.expectNoFailures()
end BadInputSuite
