package eddy.web.http2

import eddy.testing.{Eventually, Waits}
import eddy.web.{Limits, Routes, RunningServer, SendResult, ServerConfig, Timeouts, WebSuite}

import java.net.http.HttpClient.Version
import java.util.concurrent.{CompletableFuture, Executors, TimeUnit}
import scala.concurrent.duration.DurationInt

/** What holds whichever protocol is spoken. */
abstract class EachWireSuite(wire: Wire) extends WebSuite:
  private def on[A](routes: Routes, config: ServerConfig = quiet)(body: RunningServer => A): A =
    serving(routes, wire.config(config))(body)

  private def check(name: String)(body: => Unit): Unit = test(s"${wire.name}: $name")(body)

  private val basic = Routes
    .get("/hello/:name")((req, res) =>
      res.text(s"hello ${req.path("name")} ${req.query("q").getOrElse("-")}")
    )
    .post("/echo")((req, res) =>
      res.header("X-Cookie", req.header("Cookie").getOrElse("-")).text(req.bodyText)
    )

  check("routes, parameters and bodies"):
    on(basic): server =>
      val got = wire.ask(server, "/hello/w%20x?q=1")
      assertEquals((got.status, got.body), (200, "hello w x 1"))
      assert(got.headers("date").endsWith("GMT"))
      val large = "x" * 300_000
      val echo = wire.ask(server, "/echo", "POST", large.getBytes, Seq("Cookie" -> "a=1", "Cookie" -> "b=2"))
      assertEquals(echo.body, large)
      assert(Set("a=1; b=2", "a=1")(echo.headers("x-cookie")), echo.headers("x-cookie"))

  check("404, 405 with Allow, redirections and HEAD"):
    on(basic): server =>
      assertEquals(wire.ask(server, "/none").status, 404)
      val wrong = wire.ask(server, "/echo", "DELETE")
      assertEquals((wrong.status, wrong.headers("allow")), (405, "POST, OPTIONS"))
      assertEquals(wire.ask(server, "/echo", "OPTIONS").status, 204)
      val head = wire.ask(server, "/hello/a", "HEAD")
      assertEquals((head.status, head.body, head.headers("content-length")), (200, "", "9"))

  check("what a handler throws is a 500 that tells nothing, and a report"):
    on(Routes.get("/")((_, _) => throw RuntimeException("secret"))): server =>
      val got = wire.ask(server, "/")
      assertEquals((got.status, got.headers("content-type")), (500, "application/problem+json"))
      assert(!got.body.contains("secret"))
      assertEquals(nextReport()(0).getMessage, "secret")

  check("bodies, paths and headers over their limit"):
    on(basic, quiet.copy(limits = Limits(maxBodyBytes = 1000, maxHeaders = 20, maxRequestLineBytes = 400))):
      server =>
        assertEquals(wire.ask(server, "/echo", "POST", new Array[Byte](1001)).status, 413)
        assertEquals(wire.ask(server, "/hello/" + "x" * 500).status, 414)
        assertEquals(wire.ask(server, "/hello/a", headers = (1 to 30).map(n => s"X-$n" -> "1")).status, 431)
        assertEquals(wire.ask(server, "/hello/a").status, 200)

  check("what is not UTF-8, in path, query or form, is 400"):
    val routes = basic.post("/form")((req, res) => res.text(req.form("a").getOrElse("-")))
    on(routes): server =>
      assertEquals(wire.ask(server, "/hello/%ff").status, 400)
      assertEquals(wire.ask(server, "/hello/a?q=%c3%28").status, 400)
      val form = Seq("Content-Type" -> "application/x-www-form-urlencoded")
      assertEquals(wire.ask(server, "/form", "POST", "a=%e2%82".getBytes, form).status, 400)
      assertEquals(wire.ask(server, "/form", "POST", "a=b".getBytes, form).body, "b")

  check("a form leaves no file behind, and a bad one is 400"):
    val folder = eddy.testing.TestFolder.make("eddy-forms")
    val routes = Routes.post("/", eddy.web.Body.Streamed()): (req, res) =>
      res.complete(req.multipart(eddy.web.MultipartOptions(folder = Some(folder))))(f =>
        res.text(s"${f.files.size}")
      )
    val whole = "--x\r\nContent-Disposition: form-data; name=\"a\"; filename=\"b\"\r\n\r\n0123\r\n--x"
    val headers = Seq("Content-Type" -> "multipart/form-data; boundary=x")
    on(routes): server =>
      assertEquals(wire.ask(server, "/", "POST", s"$whole--".getBytes, headers).body, "1")
      assertEquals(wire.ask(server, "/", "POST", whole.getBytes, headers).status, 400)
      assertEquals(
        wire.ask(server, "/", "POST", "--x".getBytes, Seq("Content-Type" -> "multipart/form-data")).status,
        400
      )
      assertEquals(wire.ask(server, "/", "POST", s"$whole--".getBytes, headers).body, "1")
    awaitGone(folder.toFile.listFiles.nn.toSeq.map(_.nn.toPath.nn))

  check("a zip bomb is 413, and a compressed body that nobody asked for 415"):
    val routes =
      basic.post("/gunzip", eddy.web.Body.Whole(10_000, gunzip = true))((req, res) => res.text(req.bodyText))
    def gzip(size: Int) = eddy.web.internal.Gzip.compress(new Array[Byte](size))
    val headers = Seq("Content-Encoding" -> "gzip")
    on(routes): server =>
      assertEquals(wire.ask(server, "/gunzip", "POST", gzip(9_000_000), headers).status, 413)
      assertEquals(wire.ask(server, "/echo", "POST", gzip(10), headers).status, 415)
      assertEquals(wire.ask(server, "/gunzip", "POST", gzip(10), headers).status, 200)

  check("a streamed body comes whole, however fast it is written"):
    val routes = Routes.get("/"): (_, res) =>
      val out = res.stream("text/plain")
      var n = 0
      def pump(): Unit =
        while n < 300_000 && out.write(s"$n\n") == SendResult.Sent do n += 1
        if n == 300_000 then out.end()
      out.onDrain(() => pump())
      pump()
    on(routes): server =>
      assertEquals(wire.ask(server, "/").body, (0 until 300_000).mkString("", "\n", "\n"))

  check("events are streamed to their end"):
    val routes = Routes.get("/"): (_, res) =>
      val events = res.events()
      events.send("one", id = "1"): Unit
      events.send("two"): Unit
      events.end()
    on(routes): server =>
      val got = wire.ask(server, "/")
      assertEquals(
        (got.headers("content-type"), got.body),
        ("text/event-stream", "id: 1\ndata: one\n\ndata: two\n\n")
      )

  check("a request without an answer in time gets 503"):
    on(Routes.get("/")((_, _) => ()), quiet.copy(timeouts = Timeouts(response = 50.millis))): server =>
      assertEquals(wire.ask(server, "/").status, 503)
      assert(nextReport()(0).getMessage.contains("no answer within"))

  check("compressible bodies are compressed for those who take it"):
    on(Routes.get("/")((_, res) => res.text("a" * 5000))): server =>
      val got = wire.ask(server, "/", headers = Seq("Accept-Encoding" -> "gzip"))
      assertEquals((got.status, got.headers("content-encoding")), (200, "gzip"))

  check("a stop finishes the request under way"):
    val begun = CompletableFuture[Unit]()
    val finish = CompletableFuture[Unit]()
    val routes = Routes.get("/"): (_, res) =>
      begun.complete(()): Unit
      finish.get(Waits.LimitSeconds, TimeUnit.SECONDS)
      res.text("finished")
    val threads = Executors.newVirtualThreadPerTaskExecutor()
    on(routes): server =>
      val answer = CompletableFuture.supplyAsync(() => wire.ask(server, "/"), threads)
      await(begun)
      val stopped = CompletableFuture.runAsync(() => server.stop(2.minutes), threads)
      Eventually.until("the stop has begun")(!server.isServing)
      finish.complete(()): Unit
      assertEquals(await(answer).body, "finished")
      await(stopped): Unit
end EachWireSuite

class PlainHttp1Suite extends EachWireSuite(JdkWire("HTTP/1.1", tls = false, Version.HTTP_1_1))
class TlsHttp1Suite extends EachWireSuite(JdkWire("HTTP/1.1 over TLS", tls = true, Version.HTTP_1_1))
class TlsHttp2Suite extends EachWireSuite(JdkWire("HTTP/2 over TLS", tls = true, Version.HTTP_2))
class ClearHttp2Suite extends EachWireSuite(ClearHttp2Wire)
