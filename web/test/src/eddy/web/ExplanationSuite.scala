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
      val answer = ask(server, "/callbacks.json")
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
      assertEquals(lines("/callbacks").size, 60)
      assertEquals(lines("/callbacks").last, "  … and 12 more; use --full")
      assertEquals(lines("/callbacks?full=true").size, 71)

  test("a browser gets the report as a page that loads nothing and escapes names"):
    val evil = Routes.get("/<script>")((_, response) => response.text(stock.size.toString))
    serving(routes ++ evil ++ Explanation.routes): server =>
      val page = ask(server, "/callbacks", headers = Seq("Accept" -> "text/html,application/xhtml+xml"))
      assertEquals(page.head("Content-Type"), "text/html; charset=utf-8")
      assert(page.head("Content-Security-Policy").startsWith("default-src 'none'"))
      assertEquals(page.head("Vary"), "Accept")
      for part <-
          Seq("<code>GET /look/:item</code>", "read-only", "exclusive", "writes SharedMap &quot;map-0")
      do
        assert(clue(page.body).contains(part), part)
      assert(!page.body.contains("<script>"))
      assertEquals(ask(server, "/callbacks").head("Content-Type"), "text/plain; charset=utf-8")

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
    assertEquals(uses("filter of GET /a"), List("entry of SharedMap count"))
    assertEquals(uses("filter of GET /b"), List("entry of SharedMap sold"))

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
