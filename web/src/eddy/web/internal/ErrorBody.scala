package eddy.web.internal

import eddy.web.{ErrorDetails, ServerConfig}

import java.io.{PrintWriter, StringWriter}
import java.nio.charset.StandardCharsets.UTF_8
import scala.jdk.CollectionConverters.given
import scala.util.control.NonFatal

import io.netty.handler.codec.http.HttpHeaderNames.{ACCEPT, WWW_AUTHENTICATE}
import io.netty.handler.codec.http.{HttpHeaders, HttpRequest, HttpResponseStatus}

/** The body of an answer that says what failed: a page for browsers, a problem document for others.
  * @param status of the answer: that of the failure, but for [[RetryLater]]
  */
private[eddy] final class ErrorBody(
    val status: Int,
    val mediaType: String,
    val bytes: Array[Byte],
    isPlainPage: Boolean = false
):
  /** Sets what the body is with, apart from its length. */
  def describe(headers: HttpHeaders): Unit =
    headers.set("Content-Type", mediaType): Unit
    if !headers.containsValue("Vary", "Accept", true) then headers.add("Vary", "Accept"): Unit
    // RFC 9110, section 15.5.2, demands one; no browser asks its user because of this scheme
    if status == 401 && !headers.contains(WWW_AUTHENTICATE) then
      headers.set(WWW_AUTHENTICATE, "Bearer"): Unit
    if mediaType == RetryLater.MediaType then headers.set("Cache-Control", "no-store"): Unit
    // the page's own is the narrower one, and lets its style through
    if isPlainPage then headers.set("Content-Security-Policy", PlainErrorPage.policy): Unit

private[eddy] object ErrorBody:
  private final val Page = "text/html; charset=utf-8"
  private final val MaxTraceChars = 20_000

  /** @param headers the answer's
    * @param failure thrown by a handler, if that is why
    * @param failed called with the reason why the page could not be made
    */
  def of(
      config: ServerConfig,
      request: HttpRequest,
      headers: HttpHeaders,
      problem: Problem,
      failure: Throwable | Null,
      failed: Throwable => Unit
  ): ErrorBody =
    if RetryLater.isFor(request, problem.status) then
      ErrorBody(200, RetryLater.MediaType, RetryLater.text(headers))
    else
      val page = if wantsPage(request.headers) then pageOf(config, problem, failure, failed) else null
      if page != null then page else ErrorBody(problem.status, Problem.MediaType, problem.toJson)

  private def pageOf(
      config: ServerConfig,
      problem: Problem,
      failure: Throwable | Null,
      failed: Throwable => Unit
  ): ErrorBody | Null =
    val trace = if config.development && failure != null then Some(traceOf(failure)) else None
    val title = HttpResponseStatus.valueOf(problem.status).reasonPhrase
    val details = ErrorDetails(problem.status, title, problem.detail, problem.requestId, trace)
    try
      val html = config.errorPage.html(details)
      val isPlain = config.errorPage eq PlainErrorPage
      ErrorBody(problem.status, Page, html.markup.getBytes(UTF_8), isPlain)
    catch
      case NonFatal(bad) =>
        failed(bad)
        null

  private def traceOf(failure: Throwable): String =
    val out = StringWriter()
    failure.printStackTrace(PrintWriter(out, true))
    out.toString.take(MaxTraceChars)

  /** Whether HTML is named, and no JSON preferred: a client that takes anything is not a browser that shows a
    * page.
    */
  private def wantsPage(headers: HttpHeaders): Boolean =
    val accept = headers.getAll(ACCEPT)
    !accept.isEmpty && {
      val weights = accept.asScala.toSeq.flatMap(_.split(",")).flatMap(Negotiation.weightOf)
      def best(names: String*) =
        weights.collect { case (name, weight) if names.contains(name) => weight }.maxOption
      val html = best("text/html", "application/xhtml+xml").getOrElse(0)
      html > 0 && html >= best("application/json", Problem.MediaType).getOrElse(0)
    }
end ErrorBody
