package eddy.launcher

import eddy.web.{Filter, HttpProblem, Request, Response}

/** Lets pass only requests that a program of this machine made for itself: not those that a proxy forwards,
  * and
  * not those of a page whose host was made to point here (DNS rebinding).
  */
private[launcher] object LocalOnly extends Filter:
  private val hosts = Set("localhost", "127.0.0.1", "[::1]")
  private val forwarded = List("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP", "Via")

  def apply(request: Request, response: Response): Unit =
    val host = request.header("Host").getOrElse("").replaceAll(":\\d+$", "").nn.toLowerCase
    val isLocal = request.remoteAddress.getAddress.isLoopbackAddress && hosts(host) &&
      forwarded.forall(request.header(_).isEmpty)
    if !isLocal then throw HttpProblem(404, "This page is for the users of this machine only.")
