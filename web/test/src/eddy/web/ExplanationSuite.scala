package eddy.web

import eddy.inference.report.Classification
import eddy.state.SharedMap
import eddy.web.internal.AnalysisProgress

import java.util.concurrent.{CompletableFuture, LinkedBlockingQueue}
import scala.concurrent.duration.DurationInt

/** The report of a server's handlers, in every form. */
class ExplanationSuite extends WebSuite:
  private def maps(from: Int) = List.tabulate(35)(i => SharedMap[String, Int]().named(s"map-${from + i}"))
  private val low = maps(0)
  private val high = maps(35)
  private val named = Set.tabulate(70)(i => s"SharedMap map-$i")
  private val stock = SharedMap[String, Int]().named("stock")
  private val clear: (Request, Response) => Unit = (_, response) =>
    low.foreach(_.clear())
    high.foreach(_.clear())
    response.empty()
  private val look: (Request, Response) => Unit =
    (request, response) => response.text(stock.getOrElse(request.path("item"), 0).toString)
  private val routes = Routes.get("/look/:item")(look).post("/all")(clear)

  test("the report as JSON holds each handler, its causes and its conflicts"):
    val all = routes ++ Explanation.routes
    serving(all): server =>
      val answer = ask(server, "/handlers.json")
      assertEquals(answer.head("Content-Type"), "application/json")
      val report = ReportJson.read(answer.body)
      assertEquals(report, Explanation.report(all))
      assertEquals(report.handlers.map(_.name), List("GET /look/:item", "POST /all"))
      assertEquals(report.handlers.map(_.kind), List(Classification.ReadOnly, Classification.Exclusive))
      assertEquals(report.handlers(1).causes.map(_.stableName).toSet, named)
      for part <- Seq("kind:read-only", "extent:shared-object", "mode:writes") do
        assert(clue(answer.body).replace("\"", "").contains(part), part)

  test("the page shows at most 60 lines of a handler, and all of them with full=true"):
    serving(routes ++ Explanation.routes): server =>
      def lines(target: String) =
        ask(
          server,
          target
        ).body.linesIterator.dropWhile(!_.startsWith("POST /all")).takeWhile(_.nonEmpty).toList
      assertEquals(lines("/handlers").size, 60)
      assertEquals(lines("/handlers").last, "  … and 12 more; use --full")
      assertEquals(lines("/handlers?full=true").size, 71)

  test("the report of a server says what else may use shared objects, which it does not list"):
    serving(routes ++ Explanation.routes): server =>
      for accept <- Seq("text/plain", "text/html") do
        val said = ask(server, "/handlers", headers = Seq("Accept" -> accept)).body
        assert(clue(said).contains("jobs of the engine (every, after, execute, pools), actors, and"))

  test("a browser gets the report as a page that loads nothing and escapes names"):
    val evil = Routes.get("/<script>")((_, response) => response.text(stock.size.toString))
    serving(routes ++ evil ++ Explanation.routes): server =>
      val page = ask(server, "/handlers", headers = Seq("Accept" -> "text/html,application/xhtml+xml"))
      assertEquals(page.head("Content-Type"), "text/html; charset=utf-8")
      assert(page.head("Content-Security-Policy").startsWith("default-src 'none'"))
      assertEquals(page.head("Vary"), "Accept")
      for part <-
          Seq("<code>GET /look/:item</code>", "read-only", "exclusive", "writes SharedMap &quot;map-0")
      do
        assert(clue(page.body).contains(part), part)
      assert(!page.body.contains("<script>"))
      assertEquals(ask(server, "/handlers").head("Content-Type"), "text/plain; charset=utf-8")

  private final class TwoFilters:
    private val count = SharedMap[String, Int]().named("count")
    private val sold = SharedMap[String, Int]().named("sold")
    val counted: Filter = (req, _) => count(req.path) = 1
    val named: Filter = (req, _) => sold(req.path) = 1

  test("two filters that one class makes count for themselves"):
    val two = TwoFilters()
    val report =
      Explanation.report(
        Routes.get("/a")(look).through(two.counted) ++ Routes.get("/b")(look).through(two.named)
      )
    val uses = report.handlers.map(r => r.name -> (r.causes ++ r.harmless).map(_.stableName).distinct).toMap
    val filter = s"filter ${classOf[TwoFilters].getName.replace('$', '.')}.closure"
    assertEquals(uses(filter), List("entry of SharedMap count"))
    assertEquals(uses(s"$filter (2)"), List("entry of SharedMap sold"))

  private final class Guarded:
    var seen = 0
    val counting: Filter = (_, _) => seen += 1
    val hello: (Request, Response) => Unit = (_, response) => response.text("hello")

  test("a route has the uses of its filters, which name the filter, and the classification that follows"):
    val guarded = Guarded()
    val routes = Routes.get("/a")(guarded.hello).through(guarded.counting) ++
      Routes.get("/b")((_, response) => response.empty()).through(guarded.counting) ++
      Routes.get("/c")((_, response) => response.text(""))
    val report = Explanation.report(routes)
    val filter = s"filter ${classOf[Guarded].getName.replace('$', '.')}.closure"
    val rows = report.handlers.map(r => r.name -> r).toMap
    assertEquals(report.handlers.map(_.name), List(filter, "GET /a", "GET /b", "GET /c"))
    assertEquals(rows(filter).filterOf, List("GET /a", "GET /b"))
    for route <- List("GET /a", "GET /b") do
      assertEquals(rows(route).kind, Classification.Exclusive)
      assertEquals(rows(route).filters, List(filter))
      assertEquals(rows(route).causes.map(_.filter), List(Some(filter)))
    assertEquals(rows("GET /c").kind, Classification.Stateless)
    // the filter is not a handler of its own
    assertEquals(
      report.conflicts.map(c => (c.one, c.other)),
      List(("GET /a", "GET /a"), ("GET /a", "GET /b"), ("GET /b", "GET /b"))
    )
    val text = report.text()
    for line <- List(
        s"$filter: exclusive: excludes handlers that use what it writes",
        "  runs in the event of GET /a; GET /b",
        s"  goes through $filter",
        "1 x x .  GET /a"
      )
    do assert(clue(text).linesIterator.contains(line), line)
    assert(text.linesIterator.exists(l => l.startsWith("1 and 2: ") && l.endsWith(s", in $filter")))

  test("the page shows which filters a route goes through, and the objects they use"):
    val guarded = Guarded()
    serving(Routes.get("/a")(guarded.hello).through(guarded.counting) ++ Explanation.routes): server =>
      val page = ask(server, "/handlers", headers = Seq("Accept" -> "text/html")).body
      val route = page.substring(page.indexOf("<code>GET /a</code>"))
      for part <- List("exclusive", "goes through filter", ", in filter", "Never runs at the same time as") do
        assert(clue(route).contains(part), part)

  test("a route without a handler of the application's has the uses of its filters"):
    val guarded = Guarded()
    val routes = Routes.filesOnDisk("/pages", java.nio.file.Path.of(".")).through(guarded.counting)
    val rows = Explanation.report(routes).handlers.filterNot(_.isFilter)
    assert(clue(rows).nonEmpty && rows.forall(_.kind == Classification.Exclusive))

  test("a long analysis reports its progress"):
    val said = LinkedBlockingQueue[String]()
    val first = CompletableFuture.completedFuture(1)
    val last = CompletableFuture[Int]()
    val waiting = Thread(() => AnalysisProgress.await(Seq(first, last), 1.millisecond)(said.put))
    waiting.start()
    assertEquals(awaitNext(said), "eddy: 1 of 2 handlers are analysed ...")
    last.complete(2)
    waiting.join()
end ExplanationSuite
