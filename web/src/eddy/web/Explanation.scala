package eddy.web

import eddy.inference.report.HandlerReport
import eddy.inference.{Inference, LockAdvice}
import eddy.web.internal.{AnalysisProgress, NettyRequest, Preparation, ReportPage, ServerCore}

import java.nio.file.{Files, Path}

/** The result of the inference for the handlers of a service: docs/inference.md says how to read it. */
object Explanation:
  /** System property that has [[Server.start]] print the explanation and end the process instead of
    * listening: `true` for at most 60 lines a handler, `full` for every line, `json` for the report as JSON.
    */
  val Property = "eddy.web.explain"

  /** System property: a file that receives the explanation, instead of the standard output. */
  val FileProperty = "eddy.web.explain.file"

  /** For each handler its classification and the causes that serialise it, with places and remedies, or why
    * [[Server.start]] rejects it; then which of them never run beside each other, and why. Under each are the
    * handlers that it registers while it runs.
    *
    * @param full every line; otherwise at most 60 a handler
    */
  def of(routes: Routes, full: Boolean = false): String = text(report(routes), full)

  /** The same as values; [[ReportJson]] writes them. */
  def report(routes: Routes): HandlerReport = Inference.reportBehind(Preparation.behindFilters(routes.tree))

  /** The report of the server's own handlers, which shows class names and lines of source: for development,
    * or behind a route that only some may reach.
    *
    *   - `/handlers`: as a page for browsers, which send `Accept: text/html`, otherwise as text; with
    *     `?full=true` every line
    *   - `/handlers.json`: as JSON
    *   - `/handlers/locks`: the locks that were waited for, with the code that holds them, see [[locks]]
    *
    * Each is worked out by one request at a time, and given again for ten seconds: it takes about as much
    * time as the analysis.
    */
  val routes: Routes =
    Routes
      .own("/handlers"): (request, response) =>
        val full = request.query("full").contains("true")
        val answer = fresh(response).header("Vary", "Accept")
        if request.header("Accept").exists(_.contains("text/html")) then
          val page = ReportPage.of(recent(request), full)
          answer.header("Content-Security-Policy", ReportPage.policy).html(page)
        else answer.text(whole(recent(request), full) + "\n")
      .own("/handlers.json"): (request, response) =>
        fresh(response).json(recent(request))(using ReportJson.codec)
      .own("/handlers/locks"): (request, response) =>
        fresh(response).text(advice(request) + "\n")

  /** Shows for which locks handlers waited since the start of the process, which ones and how long, and for
    * each the code that locks it, with the remedy.
    */
  def locks(routes: Routes): List[LockAdvice] = LockAdvice.of(Preparation.handlers(routes.tree)*)

  private def fresh(response: Response) = response.header("Cache-Control", "no-store")
  private def servedWith(core: ServerCore) = Routes.of(core.tree)

  private def recent(request: Request): HandlerReport =
    val core = NettyRequest.coreOf(request)
    core.report(report(servedWith(core)))

  private def advice(request: Request): String =
    val core = NettyRequest.coreOf(request)
    core.advice(LockAdvice.text(locks(servedWith(core))))

  private def text(report: HandlerReport, full: Boolean): String =
    if report.handlers.isEmpty then "No handlers are registered." else report.text(full)

  /** With what a program may do beside its handlers. */
  private def whole(report: HandlerReport, full: Boolean): String =
    s"${text(report, full)}\n\n${ReportPage.elsewhere}"

  /** The form that [[Property]] requests; none if the server is to listen.
    * @throws IllegalArgumentException for another value
    */
  private[web] def asked: Option[HandlerReport => String] = Option(System.getProperty(Property)) match
    case None | Some("" | "false") => None
    case Some("true") => Some(whole(_, full = false))
    case Some("full") => Some(whole(_, full = true))
    case Some("json") => Some(ReportJson.write)
    case Some(other) =>
      throw IllegalArgumentException(s"-D$Property=$other: must be true, full or json, or must be left out")

  /** Tells on the standard error how far the analysis is, while it takes long. */
  private[web] def put(routes: Routes, form: HandlerReport => String): Unit =
    val handlers = Preparation.handlers(routes.tree)
    AnalysisProgress.await(Inference.prepare(handlers), AnalysisProgress.Every)(System.err.println)
    val text = form(report(routes))
    Option(System.getProperty(FileProperty)) match
      case None => println(text)
      case Some(file) => Files.writeString(Path.of(file), text + "\n"): Unit
end Explanation
