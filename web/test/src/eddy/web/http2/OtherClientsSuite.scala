package eddy.web.http2

import eddy.testing.{Need, NeedingSuite}
import eddy.web.tls.Pem
import eddy.web.{Overload, Routes, RunningServer, Server, ServerConfig, Timeouts, Tls}

import java.nio.file.Path
import scala.concurrent.duration.DurationInt

/** What runs programs that speak HTTP/2 by a library not written here (nghttp2). */
abstract class OtherClientSuite(topic: String) extends NeedingSuite(topic):

  protected val large: String = "0123456789abcdef" * 20_000
  private val routes = Routes
    .get("/")((_, res) => res.text("hello"))
    .get("/large")((_, res) => res.text(large))
    .post("/length")((req, res) => res.text(req.bodyBytes.length.toString))
    .get("/streamed"): (_, res) =>
      val out = res.stream("text/plain")
      // less than the buffer's limit
      large.take(150_000).grouped(1000).foreach(piece => out.write(piece): Unit)
      out.end()
    .get("/events"): (_, res) =>
      val events = res.events()
      events.send("one"): Unit
      events.send("two"): Unit
      events.end()

  protected def serving(tls: Boolean)(body: RunningServer => Unit): Unit =
    val config = ServerConfig(
      port = 0,
      accessLog = false,
      tls = if tls then Some(Tls(Pem.shared)) else None,
      // however slow the machine: nothing is refused for being late
      overload = Overload(maxWait = 5.minutes),
      timeouts = Timeouts(response = 5.minutes),
      analysisWithin = 5.minutes
    )
    val server = Server(config).start(routes)
    try body(server)
    finally server.stop()

  /** The output of a program, its errors included. */
  protected def run(program: Path, arguments: String*): String =
    val process = ProcessBuilder((program.toString +: arguments)*).redirectErrorStream(true).start()
    val output = String(process.getInputStream.readAllBytes())
    assertEquals(process.waitFor(), 0, output)
    output
end OtherClientSuite

class CurlSuite extends OtherClientSuite("HTTP/2 by curl"):
  private val curl = need(Need.program("apt-get install curl", "curl"))
  private val version = "\n%{http_version} %{http_code}"

  Seq(
    ("HTTP/2 over TLS", true, "--http2", "2"),
    ("HTTP/1.1 over TLS", true, "--http1.1", "1.1"),
    ("HTTP/2 in clear", false, "--http2-prior-knowledge", "2"),
    ("HTTP/1.1 for an upgrade that is offered", false, "--http2", "1.1")
  ).foreach: (how, tls, option, spoken) =>
    test(s"curl speaks $how"):
      serving(tls): server =>
        def ask(path: String, more: String*) =
          run(curl.path, Seq("-sS", "-k", option, "-w", version) ++ more :+ (server.url + path)*)
        assertEquals(ask("/"), s"hello\n$spoken 200")
        assertEquals(ask("/large"), s"$large\n$spoken 200")
        val body = large.take(100_000) // longer than a window, shorter than the limit of a command line
        assertEquals(ask("/length", "--data", body), s"${body.length}\n$spoken 200")
        // a stream arrives compressed, and is expanded again
        val size = "\n%{size_download}"
        def unzipped(path: String) =
          run(curl.path, "-sSk", "--compressed", option, "-w", size, server.url + path)
        val Array(streamed, bytes) = unzipped("/streamed").split("\n"): @unchecked
        assert(streamed == large.take(150_000) && bytes.toInt < 15_000, bytes)
        assertEquals(unzipped("/events").split("\n").toSeq.init, Seq("data: one", "", "data: two", "", ""))
end CurlSuite

class H2loadSuite extends OtherClientSuite("HTTP/2 by h2load"):
  private val h2load = need(Need.program("apt-get install nghttp2-client", "h2load"))

  Seq("over TLS" -> true, "in clear" -> false).foreach: (how, tls) =>
    test(s"h2load gets every answer $how, with many requests at once"):
      serving(tls): server =>
        val output = run(h2load.path, "-n", "5000", "-c", "10", "-m", "50", server.url + "/")
        assert(output.contains("5000 succeeded, 0 failed, 0 errored"), output)
end H2loadSuite
