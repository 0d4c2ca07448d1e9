package eddy.web.telemetry

import eddy.actor.*
import eddy.web.*
import eddy.web.client.Client

import java.util.concurrent.CompletableFuture
import scala.concurrent.Promise
import scala.concurrent.duration.DurationInt
import scala.jdk.CollectionConverters.given

import io.opentelemetry.api.baggage.Baggage
import io.opentelemetry.api.common.AttributeKey
import io.opentelemetry.api.trace.{Span, SpanKind, StatusCode}
import io.opentelemetry.sdk.OpenTelemetrySdk
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter
import io.opentelemetry.sdk.trace.SdkTracerProvider
import io.opentelemetry.sdk.trace.`export`.SimpleSpanProcessor
import io.opentelemetry.sdk.trace.data.SpanData

class TelemetrySuite extends WebSuite:
  private val spans = InMemorySpanExporter.create()
  private val sdk = OpenTelemetrySdk.builder
    .setTracerProvider(
      SdkTracerProvider.builder.addSpanProcessor(SimpleSpanProcessor.create(spans)).build()
    )
    .build()
  private val tracer = sdk.getTracer("test")
  private val followed = quiet.copy(tracing = Some(Telemetry(sdk)))

  override def beforeEach(context: BeforeEach): Unit =
    super.beforeEach(context)
    spans.reset()

  override def afterAll(): Unit =
    sdk.close()
    super.afterAll()

  private val Trace = "0af7651916cd43dd8448eb211c80319c"
  private val parent = Seq("traceparent" -> s"00-$Trace-b7ad6b7169203331-01", "tracestate" -> "vendor=1")

  /** Those that ended while the server ran; it has stopped when they are asked for. */
  private def finished(
      routes: Routes,
      config: ServerConfig = followed
  )(ask: RunningServer => Unit): Seq[SpanData] =
    serving(routes, config)(ask)
    spans.getFinishedSpanItems.asScala.toSeq

  private def text(span: SpanData, key: String): String =
    String.valueOf(span.getAttributes.get(AttributeKey.stringKey(key)))

  private def number(span: SpanData, key: String): Long =
    span.getAttributes.get(AttributeKey.longKey(key)).nn.longValue

  test("a request is a span of the trace that its headers name, described as the conventions say"):
    val routes = Routes.get("/users/:id")((_, res) => res.text("hi"))
    val all = finished(routes): server =>
      assertEquals(
        ask(server, "/users/7?a=1&sig=x", headers = parent :+ ("User-Agent" -> "me")).statusCode,
        200
      )
    val span = all.head
    assertEquals(all.size, 1)
    assertEquals((span.getName, span.getKind), ("GET /users/:id", SpanKind.SERVER))
    assertEquals((span.getTraceId, span.getParentSpanId), (Trace, "b7ad6b7169203331"))
    assertEquals(span.getSpanContext.getTraceState.get("vendor"), "1")
    assertEquals(text(span, "http.route"), "/users/:id")
    assertEquals((text(span, "url.path"), text(span, "url.query")), ("/users/7", "a=1&sig=REDACTED"))
    assertEquals((text(span, "url.scheme"), text(span, "network.protocol.version")), ("http", "1.1"))
    assertEquals((text(span, "server.address"), text(span, "user_agent.original")), ("127.0.0.1", "me"))
    assertEquals(number(span, "http.response.status_code"), 200L)
    assertEquals(span.getStatus.getStatusCode, StatusCode.UNSET)

  test("spans made in any event of the request are children of its span, and see its baggage"):
    val promise = Promise[Int]()
    def child(name: String): Unit =
      val span = tracer.spanBuilder(s"$name ${Baggage.current.getEntryValue("user")}").startSpan()
      span.end()
    val routes = Routes.get("/"): (req, res) =>
      child("handler")
      req.nextTick: () =>
        child("tick")
        val _ = req.after(1.milli): () =>
          child("timer")
          promise.success(1): Unit
      res.complete(promise.future): _ =>
        child("future")
        res.text("done")
    val all = finished(routes): server =>
      assertEquals(ask(server, "/", headers = Seq("baggage" -> "user=ada")).body, "done")
    val request = all.find(_.getKind == SpanKind.SERVER).get
    val children = all.filterNot(_ eq request)
    assertEquals(
      children.map(_.getName).toSet,
      Set("handler", "tick", "timer", "future").map(n => s"$n ada")
    )
    children.foreach(c => assertEquals(c.getParentSpanId, request.getSpanId))

  test("requests of a handler to other services carry the trace on"):
    val routes = Routes.get("/"): (_, res) =>
      res.text(Tracing.outgoing.map((k, v) => s"$k=$v").sorted.mkString(" "))
    val all = finished(routes): server =>
      val sent = ask(server, "/", headers = parent :+ ("baggage" -> "user=ada")).body
      assert(sent.contains("baggage=user=ada"), sent)
      assert(sent.contains(s"traceparent=00-$Trace-"), sent)
      assert(sent.contains("tracestate=vendor=1"), sent)
    assertEquals(all.size, 1)
    assertEquals(Tracing.outgoing, Nil)

  test("the calls of Eddy's client carry the trace on without a call"):
    val http = Client()
    val routes = Routes
      .get("/price"): (req, res) =>
        res.complete(http.get(s"http://${req.header("Host").get}/asked").future())(a => res.text(a.bodyText))
      .get("/asked")((req, res) => res.text(req.header("traceparent").getOrElse("none")))
    val all = finished(routes): server =>
      assert(ask(server, "/price", headers = parent).body.startsWith(s"00-$Trace-"))
    http.close()
    val Seq(asked, price) = all.sortBy(_.getName)
    assertEquals(asked.getParentSpanId, price.getSpanId)

  test("a failure is an error with its exception; the problem and the log name the trace"):
    val routes = Routes.get("/")((_, _) => throw IllegalStateException("broken"))
    val all = finished(routes): server =>
      val answer = ask(server, "/", headers = parent)
      assertEquals(answer.statusCode, 500)
      assert(answer.body.contains(s"\"traceId\":\"$Trace\""), answer.body)
    assertEquals(all.head.getStatus.getStatusCode, StatusCode.ERROR)
    assertEquals(text(all.head, "error.type"), "java.lang.IllegalStateException")
    assertEquals(all.head.getEvents.asScala.map(_.getName).toSeq, Seq("exception"))

  test("a path without a route is not an error, and not in the span's name"):
    val all = finished(Routes): server =>
      assert(ask(server, "/secret/path", headers = parent).body.contains(Trace))
    assertEquals((all.head.getName, all.head.getStatus.getStatusCode), ("GET", StatusCode.UNSET))
    assertEquals(number(all.head, "http.response.status_code"), 404L)

  for bad <- Seq("00-zz-b7ad6b7169203331-01", s"00-$Trace-0000000000000000-01", "", "00") do
    test(s"an invalid traceparent begins a new trace: $bad"):
      val all = finished(Routes.get("/")((_, res) => res.text("x"))): server =>
        assertEquals(ask(server, "/", headers = Seq("traceparent" -> bad)).statusCode, 200)
      assert(all.head.getSpanContext.isValid)
      assert(all.head.getTraceId != Trace)

  test("a WebSocket's events see the span of its handshake"):
    val seen = CompletableFuture[String]()
    val routes = Routes.webSocket("/"): socket =>
      socket.onText(_ => seen.complete(Span.current.getSpanContext.getTraceId): Unit)
    val all = finished(routes): server =>
      connected(server): raw =>
        WebSocketClient(raw, "/", parent.map((k, v) => s"$k: $v\r\n").mkString).send("x")
        assertEquals(await(seen), Trace)
    assertEquals(number(all.head, "http.response.status_code"), 101L)

  test("nothing is followed without tracing"):
    val routes = Routes.get("/")((_, res) => res.text(Tracing.outgoing.toString))
    val all = finished(routes, quiet): server =>
      assertEquals(ask(server, "/", headers = parent).body, "List()")
      assert(!ask(server, "/none", headers = parent).body.contains("traceId"))
    assertEquals(all, Nil)

  test("actors that a handler asks or tells work in its trace, in a system with the carrier"):
    given system: ActorSystem = ActorSystem(engine, carries = Some(Telemetry.carrier))
    val worker = actor[ActorRef[String]](loop(react { to =>
      val headers = Tracing.outgoing.toMap
      tracer.spanBuilder("work").startSpan().end()
      to ! headers.getOrElse("traceparent", "none")
      done
    }))
    // passes the question on
    val front = actor[ActorRef[String]](loop(react { to =>
      worker ! to
      done
    }))
    val routes = Routes.get("/"): (_, res) =>
      val step = tracer.spanBuilder("step").startSpan()
      val scope = step.makeCurrent()
      try res.complete(front.ask[String](1.minute)(to => to))(told => res.text(told))
      finally
        scope.close()
        step.end()
    var said = ""
    val all = finished(routes)(server => said = ask(server, "/", headers = parent).body)
    val step = all.find(_.getName == "step").get
    val work = all.find(_.getName == "work").get
    assertEquals((work.getTraceId, work.getParentSpanId), (Trace, step.getSpanId))
    assertEquals(said, s"00-$Trace-${step.getSpanId}-01")

  test("what a message takes along to another node is the trace there"):
    val span = tracer.spanBuilder("step").startSpan()
    val scope = span.makeCurrent()
    val headers =
      try Telemetry.carrier.present.nn.headers
      finally scope.close()
    span.end()
    val context = span.getSpanContext
    val sent = s"00-${context.getTraceId}-${context.getSpanId}-${context.getTraceFlags.asHex}"
    assertEquals(headers, List("traceparent" -> sent))
    var seen: (String, Seq[(String, String)]) = ("", Nil)
    Telemetry.carrier.received(headers).nn.run: () =>
      seen = (Span.current.getSpanContext.getTraceId, Tracing.outgoing)
    assertEquals(seen, (context.getTraceId, headers))
    for none <- Seq(Nil, List("traceparent" -> "00-x"), List("unknown" -> "y")) do
      assertEquals(Telemetry.carrier.received(none), null)
end TelemetrySuite
