package eddy.web

import scala.util.control.NoStackTrace

/** Ends a request with a status and a problem document (RFC 9457), or for a browser with
  * [[ServerConfig.errorPage]], when a handler lets it through.
  *
  * `Request.json` and the other readers of a request throw it; handlers may throw their own. It is an answer
  * to the client and not a failure: nothing is reported, and the client receives the first 8,000 characters
  * of `detail`.
  *
  * With 401 goes `WWW-Authenticate: Bearer`, unless the handler has set that header on the response.
  */
final class HttpProblem(val status: Int, val detail: String)
    extends RuntimeException(s"$status: $detail")
    with NoStackTrace:
  require(status >= 400 && status <= 599, s"status = $status: a problem has a status from 400 to 599")
