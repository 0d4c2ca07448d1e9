package service

import eddy.state.SharedMap
import eddy.web.{Routes, RunningServer, WebSuite}

import java.util.concurrent.LinkedBlockingQueue
import java.util.logging.{Handler, Level, LogRecord, Logger}

/** Handlers that a server starts with and warns of. Outside of Eddy's own packages, like a user's code. */
class WarningSuite extends WebSuite:
  private final class Till:
    private var total = 0
    def routes: Routes = Routes.get("/add"): (_, res) =>
      Thread(() => total += 1).start()
      res.text(total.toString)

  private def warned(routes: Routes)(body: (RunningServer, String) => Unit): Unit =
    val warnings = LinkedBlockingQueue[String]()
    val logger = Logger.getLogger("eddy.web")
    val handler = new Handler:
      def publish(record: LogRecord): Unit =
        if record.getLevel == Level.WARNING then warnings.put(record.getMessage)
      def flush(): Unit = ()
      def close(): Unit = ()
    logger.addHandler(handler)
    try serving(routes)(server => body(server, awaitNext(warnings)))
    finally logger.removeHandler(handler)

  test("a variable of the application's that a thread writes is warned of, with the route and the line"):
    warned(Till().routes): (_, warning) =>
      for part <- Seq("GET /add", "writes", "on a thread of its own", "WarningSuite", "monitor") do
        assert(clue(warning).contains(part), part)

  test("a handler that runs alone is warned of, with the route, the line and a remedy, and counted"):
    val actions = SharedMap[String, () => String]()
    val sales = SharedMap[String, Int]()
    val routes = Routes
      .get("/run/{name}")((req, res) => res.text(actions(req.path("name"))()))
      .get("/sales")((_, res) => res.text(sales.size.toString))
    warned(routes): (server, warning) =>
      for part <- Seq("GET /run/{name} runs alone", "WarningSuite", "function value", "Instead: ") do
        assert(clue(warning).contains(part), part)
      val metrics = server.metrics.scrape()
      for kind <- Seq("alone", "read-only") do
        assert(clue(metrics).contains(s"""eddy_handlers{kind="$kind"} 1.0"""), kind)
end WarningSuite
