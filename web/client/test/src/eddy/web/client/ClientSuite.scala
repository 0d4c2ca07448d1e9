package eddy.web.client

import eddy.testing.FreePort
import eddy.web.{Body, Metrics, Routes}

import java.net.ServerSocket
import java.nio.file.Files
import java.util.concurrent.CountDownLatch
import scala.concurrent.duration.DurationInt

import com.github.plokhotnyuk.jsoniter_scala.core.JsonValueCodec
import com.github.plokhotnyuk.jsoniter_scala.macros.JsonCodecMaker

class ClientSuite extends ClientFixture:
  private final case class Order(item: String, count: Int)
  private given JsonValueCodec[Order] = JsonCodecMaker.make

  private val echo = Routes
    .get("/items/:name")((req, res) =>
      res.header("X-Seen", req.header("X-Mine").getOrElse("")).text(
        s"${req.path("name")} ${req.queryAll("q").mkString(",")}"
      )
    )
    .post("/order")((req, res) => res.status(201).json(req.json[Order].copy(count = 9)))
    .post("/form")((req, res) => res.text(s"${req.form("a")} ${req.form("b")}"))
    .post("/upload", Body.Streamed()): (req, res) =>
      res.complete(req.multipart()): form =>
        val file = form.files.head
        res.text(s"${form.field("title")} ${file.part.fileName} ${Files.readString(file.path)}")
    .get("/who")((req, res) => res.text(req.remoteAddress.getPort.toString))
    .get("/cookies")((req, res) => res.text(req.cookies.mkString(" ")))
    .get("/missing")((_, res) => res.fail(404, "Nothing here."))

  test("path segments and parameters arrive as they were given, whatever they hold"):
    serving(echo): server =>
      val answer = http.get(s"${server.url}/items").path("a/b ?").query("q", "x&y=1").query("q", "é+")
        .header("X-Mine", "yes").send()
      assertEquals((answer.status, answer.bodyText), (200, "a/b ? x&y=1,é+"))
      assertEquals(answer.header("x-seen"), Some("yes"))
      assertEquals(answer.contentType, Some("text/plain"))

  test("JSON is sent and received; a body that is not JSON is an error that says so"):
    serving(echo): server =>
      val api = http.at(server.url)
      assertEquals(api.post("/order").json(Order("tea", 2)).send().orFail.json[Order], Order("tea", 9))
      val wrong = failing(api.get("/who").send().json[Order])
      assertEquals(wrong.failure, ClientFailure.BadAnswer)
      assert(clue(wrong.getMessage.nn).contains("/who was answered with status 200 and no such JSON"))

  test("forms are sent with and without files"):
    serving(echo): server =>
      val api = http.at(server.url)
      assertEquals(api.post("/form").form("a" -> "1 &", "b" -> "ü").send().bodyText, "Some(1 &) Some(ü)")
      val file = Files.createTempFile("eddy", ".txt")
      Files.writeString(file, "content"): Unit
      val sent = api.post("/upload").multipart(Part.field("title", "A \"b\""), Part.file("doc", file))
      assertEquals(sent.send().bodyText, s"Some(A \"b\") ${file.getFileName} content")
      val bytes =
        api.post("/upload").multipart(Part.field("title", ""), Part.bytes("doc", "x.bin", "y".getBytes))
      assertEquals(bytes.send().bodyText, "Some() x.bin y")
      Files.delete(file)

  test("a status is no exception unless it is asked to be"):
    serving(echo): server =>
      val answer = http.get(s"${server.url}/missing").send()
      assertEquals(answer.status, 404)
      assert(clue(failing(answer.orFail).getMessage.nn).contains("status 404: {"))

  test("connections are used again"):
    serving(echo): server =>
      val ports = Seq.fill(5)(http.get(s"${server.url}/who").send().bodyText)
      assertEquals(ports.distinct.size, 1)

  test("headers, methods and addresses that would say more than meant are refused"):
    val call = http.get("http://127.0.0.1:1/")
    for (name, value) <- Seq("X" -> "a\r\nY: b", "X\nY" -> "b", "Host" -> "other", "Content-Length" -> "1") do
      intercept[IllegalArgumentException](call.header(name, value)): Unit
    intercept[IllegalArgumentException](call.bytes("text/plain\r\nX: y", Array())): Unit
    intercept[IllegalArgumentException](call.path("..")): Unit
    intercept[IllegalArgumentException](http.call("GET /x", "http://127.0.0.1/")): Unit
    for url <- Seq("ftp://x/", "/path", "http://user:pw@x/", "http://a b/", "http:///x", "file:///etc/passwd")
    do
      val refused = intercept[IllegalArgumentException](http.get(url))
      assert(clue(refused.getMessage.nn).contains(url))

  test("an answer larger than allowed is not taken in"):
    val routes = Routes.get("/big")((_, res) => res.text("x" * 1001))
    serving(routes): server =>
      val call = http.get(s"${server.url}/big")
      assertEquals(failing(call.maxBytes(1000).send()).failure, ClientFailure.TooLarge)
      assertEquals(call.maxBytes(1001).send().bodyText.length, 1001)

  test("an answer that does not come in time is given up"):
    val done = CountDownLatch(1)
    val routes = Routes.get("/slow"): (_, res) =>
      done.await()
      res.text("late")
    serving(routes): server =>
      val failure = failing(http.get(s"${server.url}/slow").timeout(50.millis).send())
      assertEquals(failure.failure, ClientFailure.Timeout)
      assert(clue(failure.getMessage.nn).contains("no answer within 50 milliseconds"))
      done.countDown()

  test("where nobody listens, the error says so"):
    val free = FreePort.any()
    val failure = failing(http.get(s"http://127.0.0.1:$free/x?secret=1").send())
    assertEquals(failure.failure, ClientFailure.Connect)
    assert(clue(
      failure.getMessage.nn
    ).startsWith(s"GET http://127.0.0.1:$free/x: nobody answers there"))

  test("a connection that breaks before the answer is whole is an error"):
    val listening = ServerSocket(0)
    val server = Thread.ofVirtual.start: () =>
      val socket = listening.accept()
      socket.getInputStream.read(new Array[Byte](4096)): Unit
      socket.getOutputStream.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc".getBytes)
      socket.close()
    val failure = failing(http.get(s"http://127.0.0.1:${listening.getLocalPort}/").send())
    assertEquals(failure.failure, ClientFailure.Broken)
    server.join()
    listening.close()

  test("no more calls are under way than allowed, and none after the client was closed"):
    val arrived, done = CountDownLatch(1)
    val routes = Routes.get("/slow"): (_, res) =>
      arrived.countDown()
      done.await()
      res.text("done")
    val one = Client(ClientConfig(maxCalls = 1))
    serving(routes): server =>
      val first = one.get(s"${server.url}/slow").future()
      await(arrived)
      assertEquals(failing(one.get(s"${server.url}/slow").send()).failure, ClientFailure.Busy)
      assertEquals(one.callsUnderWay, 1)
      done.countDown()
      assertEquals(await(first).bodyText, "done")
      assertEquals(one.get(s"${server.url}/slow").send().bodyText, "done")
      one.close()
      assertEquals(failing(one.get(s"${server.url}/slow").send()).failure, ClientFailure.Closed)

  test("calls are counted by method, host and status, and observers add headers"):
    val metrics = Metrics()
    val trace = new ClientObserver:
      def begin(method: String, uri: java.net.URI): ClientObservation = new ClientObservation:
        override def headers: Seq[(String, String)] = Seq("X-Mine" -> "trace")
        def end(outcome: Either[ClientException, Int]): Unit = ()
    val observed = Client(ClientConfig(), ClientMeters(metrics), trace)
    serving(echo): server =>
      assertEquals(observed.get(s"${server.url}/items/x").send().header("X-Seen"), Some("trace"))
      assertEquals(
        observed.get(s"${server.url}/items/x").header("X-Mine", "own").send().header("X-Seen"),
        Some("own")
      )
      val line =
        s"""eddy_client_requests_seconds_count{host="127.0.0.1:${server.port}",method="GET",status="200"} 2"""
      assert(clue(metrics.scrape()).contains(line))
    observed.close()

  test("cookies are read and sent"):
    val routes = echo ++ Routes.get("/set")((_, res) => res.cookie(eddy.web.Cookie("id", "7")).empty())
    serving(routes): server =>
      assertEquals(http.get(s"${server.url}/set").send().cookie("id"), Some("7"))
      assertEquals(http.get(s"${server.url}/cookies").cookie("id", "7").send().bodyText, "(id,7)")
end ClientSuite
