package eddy.web

import eddy.web.internal.{NettyRequest, ServerPhase}

/** Readiness for load balancers. */
object Health:
  /** `/health`: 200 and `ok` while the server takes requests, 503 and `stopping` from the start of its stop.
    */
  val routes: Routes = Routes.own("/health", Standing.Health): (request, response) =>
    val _ = response.header("Cache-Control", "no-store")
    if NettyRequest.coreOf(request).phase == ServerPhase.Serving then response.text("ok\n")
    else response.status(503).header("Retry-After", "5").text("stopping\n")
