package eddy.web

import eddy.inference.Inference
import eddy.state.{SharedMap, Target}

import java.time.{Instant, LocalDate}
import java.util.UUID

class ParamSuite extends WebSuite:
  private enum Side derives Param, CanEqual:
    case Buy, Sell

  private final case class OrderId(number: Long)
  private given Param[OrderId] =
    Param.of("an order's number, such as 17")(_.toLongOption.filter(_ > 0)).map(OrderId(_))

  private val routes = Routes
    .get("/int/:v")((req, res) => res.text(req.pathAs[Int]("v").toString))
    .get("/order/:v")((req, res) => res.text(req.pathAs[OrderId]("v").number.toString))
    .get("/one")((req, res) => res.text(req.queryAs[Int]("n").toString))
    .get("/option")((req, res) => res.text(req.queryAs[Option[Int]]("n").toString))
    .get("/all")((req, res) => res.text(req.queryAs[Seq[Int]]("n").sum.toString))
    .post("/form")((req, res) => res.text(req.formAs[Side]("side").toString))

  test("a path parameter that does not parse is 404, and the answer names it"):
    serving(routes): server =>
      assertEquals(ask(server, "/int/-17").body, "-17")
      assertEquals(ask(server, "/order/17").body, "17")
      val wrong = ask(server, "/int/xy")
      assertEquals(wrong.statusCode, 404)
      assert(clue(
        wrong.body
      ).contains("Path parameter v is \\\"xy\\\": it must be a whole number from -2147483648"))
      assert(clue(ask(server, "/order/0").body).contains("an order's number, such as 17"))
      assert(ask(server, s"/int/${"9" * 4000}").body.length < 400)

  test("a wrong value is cut for the answer between characters, not within one"):
    serving(routes): server =>
      for path <- Seq("/int/", "/one?n=") do
        val answer = ask(server, s"$path${"a" * 79}%F0%9F%98%80x")
        assert(clue(answer.body).contains(s"${"a" * 79}…"), path)

  test("a problem whose text holds half a character is answered nevertheless"):
    serving(Routes.get("/")((_, _) => throw HttpProblem(400, "x\ud83dy"))): server =>
      val answer = ask(server, "/")
      assertEquals(answer.statusCode, 400)
      assert(clue(answer.body).contains("\"x?y\""))

  test("a query parameter occurs once, maybe, or any number of times"):
    val rows = Seq(
      ("/one?n=5", 200, "5"),
      ("/one", 400, "Query parameter n is missing: it must be a whole number"),
      ("/one?n=5&n=6", 400, "occurs 2 times"),
      ("/one?n=", 400, "n is \\\"\\\""),
      ("/one?n=5.0", 400, "n is \\\"5.0\\\""),
      ("/option", 200, "None"),
      ("/option?n=5", 200, "Some(5)"),
      ("/option?n=five", 400, "n is \\\"five\\\""),
      ("/option?n=5&n=6", 400, "occurs 2 times"),
      ("/all", 200, "0"),
      ("/all?n=5&n=6", 200, "11"),
      ("/all?n=5&n=six", 400, "n is \\\"six\\\"")
    )
    serving(routes): server =>
      for (path, status, text) <- rows do
        val answer = ask(server, path)
        assertEquals((path, answer.statusCode), (path, status))
        assert(clue(answer.body).contains(clue(text)))

  test("a field of a form is a case of an enum"):
    val form = Seq("Content-Type" -> "application/x-www-form-urlencoded")
    serving(routes): server =>
      assertEquals(ask(server, "/form", "POST", "side=Buy", form).body, "Buy")
      val wrong = ask(server, "/form", "POST", "side=buy", form)
      assertEquals(wrong.statusCode, 400)
      assert(clue(wrong.body).contains("Field side is \\\"buy\\\": it must be one of Buy, Sell."))

  private final class Desk:
    var visits = 0
  private given Param[Desk] =
    val desk = Desk()
    Param.of("a desk")(_ => Some(desk))

  test("an object that a parameter leads to has a lock, as others may have it too"):
    def touched(callback: (Request, Response) => Unit) = Inference.summary(callback).accesses.map(_.target)
    // a given is made when it is first used
    val _ = (summon[Param[Desk]], summon[Param[Int]])
    val any: List[Target] = List(Target.OfType(classOf[Desk]))
    assertEquals(touched((req, _) => req.pathAs[Desk]("v").visits += 1), any)
    assertEquals(touched((req, _) => req.queryAs[Desk]("v").visits += 1), any)
    assertEquals(touched((req, _) => req.queryAs[Option[Desk]]("v").foreach(_.visits += 1)), any)
    assertEquals(touched((req, _) => req.formAs[Desk]("v").visits += 1), any)
    assertEquals(
      touched((req, res) => res.text((req.pathAs[Int]("v") + req.queryAs[Int]("n")).toString)),
      Nil
    )

  test("a value of the path or the query is a key that is known before the handler runs"):
    val desks = SharedMap[Int, String]()
    val byPath: (Request, Response) => Unit = (req, _) => desks(req.pathAs[Int]("v")) = "taken"
    val byQuery: (Request, Response) => Unit = (req, _) => desks(req.queryAs[Int]("v")) = "taken"
    val byAny: (Request, Response) => Unit = (req, _) => desks(req.queryAll("v").head.toInt) = "taken"
    val _ = (summon[Param[Int]], summon[Params[Int]])
    def why(callback: AnyRef) = Inference.summary(callback).accesses.map(_.coarse)
    assertEquals(why(byPath) ++ why(byQuery), List(None, None))
    val said = Inference.explain("path" -> byPath)
    assert(clue(said).contains("entry argument(0)."))
    assert(!said.contains("given_"), said)
    val unknown = why(byAny).flatten.map(_.takeWhile(!_.isDigit))
    val head = "it comes out of scala.collection.immutable.Seq.head at eddy.web.ParamSuite.closure:"
    assertEquals(unknown, List(s"which entry it is is not known before the call: $head"))

  private def table[A](good: (String, A)*)(bad: String*)(using param: Param[A]): Unit =
    for (text, value) <- good do assertEquals(param.read(text), Some(value), text)
    for text <- bad do assertEquals(param.read(text), None, text)

  test("texts that parse as values, and texts that do not"):
    table("0" -> 0, "-1" -> -1, "007" -> 7, s"${Int.MaxValue}" -> Int.MaxValue)(
      "",
      " 1",
      "+1",
      "2147483648",
      "1_000",
      "0x1",
      "٣",
      "1L"
    )
    table("9223372036854775807" -> Long.MaxValue)("9223372036854775808", "1" * 30)
    table("1.5" -> 1.5, "-2e3" -> -2000.0)("NaN", "Infinity", "1e999", "1f", "0x1p3", ".5", "1.")
    table("1.50" -> BigDecimal("1.50"))("1e9", "9" * 101)
    table("true" -> true, "false" -> false)("yes", "1", "")
    table("00000000-0000-0000-0000-00000000000a" -> UUID(0, 10))(
      "0-0-0-0-a",
      "00000000000000000000000000000000a"
    )
    table("2026-11-21" -> LocalDate.of(2026, 11, 21))("2026-02-30", "21.11.2026")
    table("2026-11-21T12:00:00Z" -> Instant.parse("2026-11-21T12:00:00Z"))("2026-11-21", "now")
    table("Buy" -> Side.Buy)("buy", "")
end ParamSuite
