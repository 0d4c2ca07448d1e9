package verdicts

import eddy.actor.{Actor, ActorRef, Behavior, EventBus, actor, ask, react}
import eddy.push.*
import eddy.remote.memory.MemoryNetwork
import eddy.remote.{Node, NodeConfig, Pickler}
import eddy.runtime.Engine
import eddy.web.*
import eddy.web.client.{Client, TcpClient}
import eddy.web.jwt.{Jwt, JwtAlgorithm, JwtKeys, JwtVerifier}

import java.nio.file.Path
import scala.concurrent.duration.DurationInt
import scala.concurrent.{Await, Future}

import com.github.plokhotnyuk.jsoniter_scala.core.JsonValueCodec
import com.github.plokhotnyuk.jsoniter_scala.macros.JsonCodecMaker

/** Handlers that use what Eddy offers, and share nothing of their own: what Eddy has inside excludes none of
  * them. An array that a handler gets may be anybody's, so that some of them read one.
  */
class OwnApiSuite extends eddy.testing.PatientSuite:
  import OwnApiSuite.*

  for (part, routes) <- parts do
    test(s"handlers exclude nobody that use $part"):
      val report = Explanation.report(routes)
      val others = report.handlers.filterNot(row => kinds(row.kind.text)).map(_.name)
      assertEquals(others, Nil, report.text())
      assert(report.handlers.nonEmpty)
end OwnApiSuite

object OwnApiSuite:
  private val kinds = Set("stateless", "read-only")

  final case class Item(name: String, count: Int)
  private given JsonValueCodec[Item] = JsonCodecMaker.make

  private val user = Attribute[String]("user")
  private val secret = Secret.random()
  private val limit = RateLimit(100, 1.minute)
  private val limitOfUsers = RateLimit.by(100, 1.minute)(request => request.header("X-User").getOrElse(""))
  private val csrf = Csrf()
  private val cors = Cors(Origins.Only(Set("https://app.example.org")))
  private val headers = SecurityHeaders(SecurityHeaders.NoncePolicy)
  private val proxies = TrustedProxies(Seq("10.0.0.0/8"))
  private val sessions = Sessions(secret)
  private val keys = JwtKeys.secret(secret)
  private val verifier = JwtVerifier(keys, Set(JwtAlgorithm.HS256), issuer = None, audience = None)
  private val tokens = Jwt(verifier)
  private val prepared = PreparedMessage.text("hello")
  private val metrics = Metrics()
  private val counted = metrics.registry.counter("asked")

  private val requests = Routes
    .get("/request/:id"): (request, response) =>
      val texts = List(request.id, request.method, request.path, request.path("id"), request.host)
      val more = List(request.query("q"), request.header("h"), request.cookie("c"), request.contentType)
      val lists = List(request.queryAll("q"), request.headers, request.cookies, request.trailers)
      val numbers = (request.pathAs[Int]("id"), request.queryAs[Option[Int]]("n"))
      response.text(s"$texts $more $lists $numbers ${request.remoteAddress} ${request.lastEventId}")
    .post("/body"): (request, response) =>
      response.text(
        s"${request.bodyBytes.length} ${request.bodyText} ${request.form("f")} ${request.formAll("f")}"
      )
    .post("/json")((request, response) => response.json(request.json[Item].copy(count = 1)))
    .get("/attribute"): (request, response) =>
      request.set(user, request.path)
      response.text(request(user) + request.get(user))
    .get("/peer")((request, response) =>
      response.text(s"${Peer.of(request).address} ${Peer.of(request).isSecure}")
    )
    .get("/local")((request, response) => response.text(LocalOnly.isLocal(request).toString))
    .get("/nonce")((request, response) => response.text(SecurityHeaders.nonce(request)))
    .get("/token")((request, response) => response.text(Csrf.token(request)))
    .get("/claims")((request, response) => response.text(request(Jwt.claims).subject.getOrElse("")))
    .post("/session"): (request, response) =>
      request.session("user") = request.session.get("user").getOrElse("")
      request.session.remove("cart")
      request.session.clear()
      response.text(request.session.values.toString)
    .post("/upload", Body.Streamed(1 << 20))((request, response) =>
      response.complete(request.body.saveTo(Path.of("x")))(n => response.text(n.toString))
    )
    .post("/form", Body.Streamed(1 << 20)): (request, response) =>
      response.complete(request.multipart())(form => response.text(s"${form.field("f")} ${form.files.size}"))
    .post("/stream", Body.Streamed(1 << 20)): (request, response) =>
      request.body.onData(_ => ())
      request.body.onError(_ => ())
      request.body.onEnd(() => response.text(request.body.length.toString))
    .post("/input", Body.Streamed(1 << 20)): (request, response) =>
      response.bytes("text/plain", request.body.inputStream().readAllBytes)
    .post("/discard", Body.Streamed(1 << 20)): (request, response) =>
      Later(request.body.discard())(n => response.text(n.toString))

  private val responses = Routes
    .get("/head"): (_, response) =>
      response.status(201).header("a", "b").cookie(Cookie("c", "d", maxAge = 1.hour)).uncompressed().empty()
    .get("/changed"): (_, response) =>
      response.onHead(head => head.set("a", s"${head.status} ${head.header("b")}"))
      response.bytes("text/plain", Array[Byte](1))
    .get("/html")((request, response) => response.html(html"<p>${request.path}</p>"))
    .get("/redirect")((_, response) => response.redirect("/"))
    .get("/fail")((_, response) => if !response.committed then response.fail(409, "taken"))
    .get("/problem")((_, _) => throw HttpProblem(404, "not here"))
    .get("/written"): (_, response) =>
      val body = response.stream("text/plain")
      if body.write("a") == SendResult.Full then body.onDrain(() => body.end())
      body.onClose(() => ())
      body.write(Array[Byte](1)): Unit
      body.end()
    .get("/file")((_, response) => response.stream("text/plain", Disk.stream(Path.of("x"))))
    .get("/read")((_, response) =>
      response.complete(Disk.read(Path.of("x")))(response.bytes("text/plain", _))
    )
    .get("/stored"): (_, response) =>
      val stored = Disk.write(Path.of("x"), Array[Byte](1))
      Later(stored)(_ => Later(Disk.delete(Path.of("x")))(gone => response.text(gone.toString)))
    .get("/events"): (request, response) =>
      val events = response.events()
      events.retry(1.second): Unit
      events.send("a", event = "b", id = "1"): Unit
      events.onDrain(() => ())
      events.onClose(() => ())
      val _ = request.after(1.second)(() => events.end())
    .get("/later"): (request, response) =>
      request.nextTick(() => response.complete(Future.successful(1))(n => response.text(n.toString)))
    .get("/traced")((_, response) => response.text(Tracing.outgoing.toString))
    .get("/metrics"): (_, response) =>
      counted.increment()
      response.text(metrics.scrape())

  private val sockets = Routes.webSocket("/socket"): socket =>
    socket.onText(text => if socket.send(text) == SendResult.Full then socket.close(1013, "too slow"))
    socket.onBinary(bytes => socket.send(bytes): Unit)
    socket.onDrain(() => socket.send(prepared): Unit)
    socket.onClose((code, _) => println(code))
    println(
      s"${socket.subprotocol} ${socket.bufferedBytes} ${socket.request.path} ${Peer.of(socket.request)}"
    )

  /** Filters of the application that choose one of Eddy's. */
  private val filters: Routes =
    val all = Seq[Filter](limit, limitOfUsers, csrf, cors, headers, proxies, sessions, tokens, LocalOnly)
    all.zipWithIndex.foldLeft(Routes: Routes) { case (routes, (filter, i)) =>
      val chosen: Filter = (request, response) => if request.method != "HEAD" then filter(request, response)
      routes ++ Routes.get(s"/filter/$i")((_, response) => response.empty()).through(chosen)
    }

  private val http = Client().at("http://127.0.0.1:1")
  private val tcp = TcpClient()
  private val clients = Routes
    .get("/sent")((request, response) =>
      response.text(http.get("/a").query("q", request.path).send().bodyText)
    )
    .get("/answered")((_, response) => http.post("/a").text("b").onAnswer(a => response.text(a.bodyText)))
    .get("/future")((_, response) =>
      response.complete(http.get("/a").future())(a => response.text(a.bodyText))
    )
    .get("/tcp"): (_, response) =>
      tcp.connect("127.0.0.1", 1).open: socket =>
        socket.onBytes(_ => ())
        socket.onClose(_ => response.text(""))
        socket.send("a"): Unit
    .webSocket("/feed"): reader =>
      http.webSocket("/feed").open: feed =>
        feed.onText(text => reader.send(text): Unit)
        reader.onClose((_, _) => feed.close())

  private val channels = Channels.start(ChannelsConfig(Seq(Namespace("room", history = 10))))
  private val pushing = Routes
    .post("/publish")((request, response) =>
      response.complete(channels.publish("room:a", Json("1")))(p => response.text(p.position.toString))
    )
    .get("/history")((_, response) =>
      response.complete(channels.history("room:a"))(page => response.text(page.publications.size.toString))
    )
    .get("/presence")((_, response) =>
      response.complete(channels.presence("room:a"))(all => response.text(all.size.toString))
    )

  enum Count derives CanEqual, Pickler:
    case Add(n: Int)
    case Get(to: ActorRef[Int])

  private def counting(n: Int)(using Actor[Count]): Behavior[Count] = react:
    case Count.Add(more) => counting(n + more)
    case Count.Get(to) =>
      to ! n
      counting(n)

  private val counter = actor[Count](counting(0))
  private val bus = EventBus[Int]()
  private val database = Engine.default.pool("own-api", maxThreads = 1, maxQueued = 10)
  private def actors(counter: ActorRef[Count]) = Routes
    .post("/add"): (_, response) =>
      counter ! Count.Add(1)
      response.empty()
    .get("/count")((_, response) =>
      response.complete(counter.ask[Int](1.second)(Count.Get(_)))(n => response.text(n.toString))
    )
    .post("/bus"): (_, response) =>
      bus.publish("/a", 1)
      response.empty()
    .get("/pool")((request, response) =>
      response.complete(database.call(request.path.length))(n => response.text(n.toString))
    )

  private lazy val remote: ActorRef[Count] =
    val network = new MemoryNetwork
    val here = Node.start(NodeConfig("a", network.transport("a")))
    val there = Node.start(NodeConfig("b", network.transport("b")))
    here.register("counter", actor[Count](counting(0)))
    val peer = Await.result(there.connect("a"), 1.minute)
    Await.result(peer.find[Count]("counter"), 1.minute).get

  private lazy val parts: Seq[(String, Routes)] = Seq(
    "requests" -> requests,
    "responses" -> responses,
    "WebSockets" -> sockets,
    "Eddy's filters" -> filters,
    "clients" -> clients,
    "channels" -> pushing,
    "actors" -> actors(counter),
    "actors of another node" -> actors(remote)
  )
end OwnApiSuite
