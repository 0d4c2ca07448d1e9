package eddy.web

import eddy.web.internal.PlainErrorPage

/** What a browser is shown for a request that failed.
  *
  * @param title of the status, such as `Not Found`
  * @param detail for the client
  * @param requestId by which the operator finds the matching report
  * @param trace the stack trace of the handler's exception, with [[ServerConfig.development]] only
  */
final case class ErrorDetails(
    status: Int,
    title: String,
    detail: String,
    requestId: String,
    trace: Option[String]
)

/** Makes the page that browsers are shown in place of a problem document, for every answer of 400 and above
  * that is [[Response.fail]]'s or the server's own. A request is a browser's when its Accept names
  * `text/html` and likes nothing of JSON better.
  *
  * `html` runs on any thread, also on one that moves bytes: it must not block, and use nothing that is
  * shared. When it fails, that is reported, and the client gets the problem document.
  */
trait ErrorPage:
  def html(error: ErrorDetails): Html

object ErrorPage:
  /** A plain page, which loads nothing and runs nothing. */
  val plain: ErrorPage = PlainErrorPage
