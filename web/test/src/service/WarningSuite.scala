package service

import eddy.web.{Routes, WebSuite}

import java.util.concurrent.LinkedBlockingQueue
import java.util.logging.{Handler, Level, LogRecord, Logger}

/** What is let through, but told of when a server starts. Not in Eddy's own packages, as a user's code. */
class WarningSuite extends WebSuite:
  private final class Till:
    private var total = 0
    def routes: Routes = Routes.get("/add"): (_, res) =>
      Thread(() => total += 1).start()
      res.text(total.toString)

  test("a variable of the application's that a thread writes is warned of, with the route and the line"):
    val warnings = LinkedBlockingQueue[String]()
    val logger = Logger.getLogger("eddy.web")
    val handler = new Handler:
      def publish(record: LogRecord): Unit =
        if record.getLevel == Level.WARNING then warnings.put(record.getMessage)
      def flush(): Unit = ()
      def close(): Unit = ()
    logger.addHandler(handler)
    try
      serving(Till().routes): _ =>
        val warning = awaitNext(warnings)
        for part <- Seq("GET /add", "writes", "on a thread of its own", "WarningSuite", "monitor") do
          assert(clue(warning).contains(part), part)
    finally logger.removeHandler(handler)
end WarningSuite
