package eddy.web

import eddy.web.internal.NettyRequest

import java.util.concurrent.CompletableFuture
import scala.concurrent.Promise
import scala.concurrent.duration.DurationInt

class BegunHandlerSuite extends WebSuite:
  test("a handler that has begun is not given up while code of a later function is analysed"):
    val limit = 200.millis
    val begun = CompletableFuture[Request]()
    val result = Promise[String]()
    val routes = Routes
      .get("/"): (request, response) =>
        begun.complete(request)
        response.complete(result.future)(response.text(_))
      .beginWithin(limit)
    serving(routes): server =>
      connected(server): raw =>
        raw.get("/")
        val exchange = await(begun) match
          case request: NettyRequest => request.exchange
          case other => fail(s"$other")
        // as the analysis of a function says that the handler has registered
        exchange.analysing(true)
        val sweeps = Sweeps(server)
        while System.nanoTime - exchange.arrivedNanos < limit.toNanos do sweeps.await()
        sweeps.await(2)
        exchange.analysing(false)
        result.success("answered")
        assertEquals(raw.answer().body, "answered")

  test("a server looks at its deadlines four times within the shortest time to begin"):
    val routes = Routes.get("/")((_, response) => response.text("")).beginWithin(200.millis)
    serving(routes ++ Routes.get("/other")((_, response) => response.text(""))): server =>
      assertEquals(server.core.sweepMillis, 50L)
end BegunHandlerSuite
