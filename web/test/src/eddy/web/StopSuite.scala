package eddy.web

import eddy.testing.Eventually

import java.net.{ConnectException, Socket}
import java.util.concurrent.CompletableFuture
import scala.concurrent.duration.{DurationInt, FiniteDuration}

class StopSuite extends WebSuite:
  private def stopping(server: RunningServer, drain: FiniteDuration = 2.minutes): CompletableFuture[Void] =
    CompletableFuture.runAsync(() => server.stop(drain), r => Thread(r).start())

  test("a stop finishes the requests under way and takes no new connection"):
    val begun = CompletableFuture[Unit]()
    val finish = CompletableFuture[Unit]()
    val routes = Routes.get("/"): (_, res) =>
      begun.complete(()): Unit
      await(finish)
      res.text("finished")
    val server = Server(quiet).start(routes)
    connected(server): busy =>
      connected(server): idle =>
        busy.get("/")
        await(begun)
        val stopped = stopping(server)
        assert(idle.isAtEnd) // an idle connection is closed when the stop has begun
        val _ = intercept[ConnectException](Socket("127.0.0.1", server.port))
        finish.complete(()): Unit
        val answer = busy.answer()
        assertEquals((answer.body, answer.header("Connection")), ("finished", Some("close")))
        assert(busy.isAtEnd)
        busy.close()
        await(stopped): Unit
        server.awaitStop()

  test("a stop does not cut off an answer that the client is still reading"):
    val large = new Array[Byte](32 * 1024 * 1024)
    val written = CompletableFuture[Unit]()
    val routes = Routes.get("/"): (req, res) =>
      res.bytes("application/octet-stream", large)
      req.nextTick(() => written.complete(()): Unit)
    val server = Server(quiet).start(routes)
    connected(server): raw =>
      raw.get("/")
      await(written)
      val stopped = stopping(server)
      Eventually.until("the stop has begun")(!server.isServing)
      assertEquals(raw.answer().body.length, large.length)
      assert(raw.isAtEnd)
      raw.close()
      await(stopped): Unit

  test("a response that is ended after the stop leads nowhere"):
    val late = CompletableFuture[Response]()
    val server = Server(quiet).start(Routes.get("/")((_, res) => late.complete(res): Unit))
    connected(server): raw =>
      raw.get("/")
      val response = await(late)
      server.stop(10.millis)
      response.text("nobody hears")

  test("event streams end, in order"):
    val routes = Routes.get("/")((_, res) =>
      val _ = res.events().send("x")
    )
    val server = Server(quiet).start(routes)
    connected(server): raw =>
      raw.get("/")
      assertEquals(raw.head().status, 200)
      val stopped = stopping(server)
      assert(raw.rest().endsWith("0\r\n\r\n"))
      raw.close()
      await(stopped): Unit

  private def refusedAtTheEnd(raw: RawClient)(using munit.Location): Unit =
    val answer = raw.answer()
    assertEquals((answer.status, answer.header("Connection")), (503, Some("close")))
    assert(answer.body.contains("may be carried out all the same"), answer.body)
    assert(raw.isAtEnd)
    raw.close()

  test("a request that is not done within the drain time is answered with 503"):
    val never = CompletableFuture[Unit]()
    val begun, read = CompletableFuture[Unit]()
    val before = "GET /before HTTP/1.1\r\nHost: x\r\n\r\n"
    val failed = CompletableFuture[Throwable]()
    val routes = Routes
      .get("/"): (_, res) =>
        begun.complete(()): Unit
        await(never)
        res.text("too late")
      .get("/before")((_, res) => res.text("before"))
      .post("/")((req, res) => res.text(req.bodyText))
      .post("/streamed", Body.Streamed()): (req, _) =>
        req.body.onError(failed.complete(_): Unit)
        req.body.onData(_ => read.complete(()): Unit)
    val server = Server(quiet).start(routes)
    val clients = Seq(
      "GET / HTTP/1.1\r\nHost: x\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf",
      "POST /streamed HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf",
      "GET / HTTP/1.1\r\nHo"
    ).map: request =>
      val raw = RawClient(server.port)
      raw.send(before + request)
      // now the server has read what came with it
      assertEquals(raw.answer().body, "before")
      raw
    await(begun)
    await(read)
    val stopped = stopping(server, 200.millis)
    clients.foreach(refusedAtTheEnd(_))
    await(stopped): Unit
    assert(await(failed).isInstanceOf[HttpProblem])
    never.complete(()): Unit

  test("an answer that is not whole within the drain time is cut off"):
    val routes = Routes.get("/")((_, res) => res.stream("text/plain").write("begun"): Unit)
    val server = Server(quiet).start(routes)
    connected(server): raw =>
      raw.get("/")
      assertEquals(raw.head().status, 200)
      server.stop(50.millis)
      assertEquals(raw.rest(), "5\r\nbegun\r\n")

  test("while a stop is announced, health says 503 and requests are still served"):
    val server = Server(quiet.copy(unreadyFor = 1.hour)).start(Health.routes ++ Routes.get("/")((_, res) =>
      res.text("ok")
    ))
    assertEquals(ask(server, "/health").body, "ok\n")
    val thread = Thread(() => server.stop())
    thread.start()
    Eventually.until("the stop has begun")(!server.isServing)
    assertEquals(ask(server, "/health").statusCode, 503)
    assertEquals(ask(server, "/").body, "ok")
    thread.interrupt() // the rest of the announcement is not waited for
    thread.join()
    val _ = intercept[ConnectException](Socket("127.0.0.1", server.port))

  test("a second stop waits for the first"):
    val server = Server(quiet).start(Routes)
    val both = Seq(stopping(server), stopping(server))
    both.foreach(a => await(a): Unit)
    server.awaitStop()
end StopSuite
