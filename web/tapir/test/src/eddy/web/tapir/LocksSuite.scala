package eddy.web.tapir

import eddy.runtime.{Engine, EngineConfig}
import eddy.state.{SharedCounter, SharedMap}
import eddy.web.{Explanation, Overload, Routes, RunningServer, Server, Timeouts, WebSocketClient, WebSuite}

import java.net.URI
import java.net.http.{HttpRequest, HttpResponse}
import java.nio.ByteBuffer
import java.util.concurrent.atomic.AtomicBoolean
import java.util.concurrent.{CompletableFuture, CountDownLatch, CyclicBarrier, Flow}
import scala.concurrent.Future
import scala.concurrent.duration.DurationInt

import sttp.model.sse.ServerSentEvent
import sttp.shared.Identity
import sttp.tapir.*
import sttp.tapir.server.interceptor.{EndpointHandler, EndpointInterceptor, Interceptor, Responder}

/** Endpoints run under the locks that their own logic needs. */
class LocksSuite extends WebSuite:
  private val stock = SharedMap[String, Int]().named("stock")
  private val prices = SharedMap[String, Int]().named("prices")
  private val visits = SharedCounter().named("visits")
  private val chat = endpoint.get.in("chat")
    .out(webSocketBody[String, CodecFormat.TextPlain, String, CodecFormat.TextPlain](FlowStreams))

  private def explained(endpoints: Shop.Endpoint*): String =
    Explanation.of(EddyServerInterpreter().toRoutes(endpoints.toList))

  private def onFour[A](endpoints: Shop.Endpoint*)(body: RunningServer => A): A =
    given Engine = Engine.start(EngineConfig(name = "four", workers = 4))
    // however slow the machine: nothing is refused for being late
    val patient =
      quiet.copy(overload = Overload(maxWait = 5.minutes), timeouts = Timeouts(response = 5.minutes))
    val server = Server(patient).start(EddyServerInterpreter().toRoutes(endpoints.toList))
    try body(server)
    finally
      server.stop(1.second)
      await(summon[Engine].shutdown(5.seconds)): Unit

  private def start(server: RunningServer, path: String): CompletableFuture[HttpResponse[String]] =
    client.sendAsync(
      HttpRequest.newBuilder(URI(server.url + path)).build(),
      HttpResponse.BodyHandlers.ofString()
    )

  test("endpoints that change different shared objects run beside each other"):
    val inside, done = CountDownLatch(1)
    val slow = endpoint.get.in("slow").out(stringBody).handleSuccess: _ =>
      stock("tea") = 1
      inside.countDown()
      done.await()
      "slow"
    val quick = endpoint.get.in("quick").out(stringBody).handleSuccess: _ =>
      prices("tea") = 2
      "quick"
    onFour(slow, quick): server =>
      val waiting = start(server, "/slow")
      inside.await()
      try assertEquals(ask(server, "/quick").body, "quick")
      finally done.countDown()
      assertEquals(await(waiting).body, "slow")

  test("an endpoint that only reads runs beside itself"):
    prices("tea") = 2
    val both = CyclicBarrier(2)
    val look = endpoint.get.in("look").out(stringBody).handleSuccess: _ =>
      val price = prices.getOrElse("tea", 0)
      both.await(): Unit
      price.toString
    onFour(look): server =>
      val answers = List.fill(2)(start(server, "/look"))
      answers.foreach(a => assertEquals(await(a).body, "2"))

  test("endpoints that change the same variable and the same map exclude each other, and lose nothing"):
    val rounds = 400
    var total = 0
    stock("pens") = 0
    def change(by: Int): Unit =
      val before = (total, stock.getOrElse("pens", 0))
      // long enough for others to come in between, if they may
      Thread.`yield`()
      total = before._1 + by
      stock("pens") = before._2 + by
    val one = endpoint.get.in("one").in(query[Int]("by")).out(stringBody).handleSuccess: by =>
      change(by)
      ""
    // its security changes what the other's logic does
    val other = endpoint.get.in("other").securityIn(query[Int]("by")).out(stringBody)
      .handleSecuritySuccess(change).handleSuccess(_ => _ => "")
    onFour(one, other): server =>
      val asked = for i <- 1 to rounds yield start(server, if i % 2 == 0 then "/one?by=1" else "/other?by=1")
      asked.foreach(a => assertEquals(await(a).statusCode, 200))
    assertEquals((total, stock("pens")), (rounds, rounds))

  test("the explanation names what each endpoint touches, of its security and its logic"):
    val text = explained(
      endpoint.get.in("price" / path[String]("item")).out(stringBody).handle(item =>
        Right(prices.getOrElse(item, 0).toString)
      ),
      endpoint.post.in("buy").securityIn(auth.bearer[String]()).in(jsonBody[Item]).out(stringBody)
        .errorOut(stringBody)
        .handleSecurity: token =>
          visits += 1
          if token.isEmpty then Left("who?") else Right(token)
        .handleSuccess: who =>
          item =>
            stock(item.name) = stock.getOrElse(item.name, 0) - item.count
            who
      ,
      endpoint.get.in("hello").in(query[Option[String]]("name")).out(jsonBody[Item])
        .handleSuccess(name => Item(name.getOrElse("you"), 1))
    )
    val Seq(price, buy, hello, matrix) = clue(text).split("\n\n").toSeq: @unchecked
    assert(clue(price).startsWith("GET /price/:item: read-only"))
    assert(
      price.contains("reads SharedMap \"prices\"") && !price.contains("stock") && !price.contains("visits")
    )
    assert(clue(buy).startsWith("POST /buy: exclusive: excludes handlers that use what it writes"))
    assert(buy.contains("adds to SharedCounter \"visits\"") && buy.contains(
      "writes SharedMap \"stock\""
    ) && !buy.contains("prices"))
    assert(clue(hello).startsWith("GET /hello: stateless"))
    for one <- Seq(price, buy, hello) do assert(!clue(one).contains("writes everything"))
    assert(clue(matrix).contains("2 twice") && !matrix.contains("1 and 2"))

  test("the pages of the document touch nothing"):
    val said = Explanation.of(OpenApi.routes(Shop.all.map(_.endpoint), "Shop", "1.0")).linesIterator.toList
    val routes = said.filter(_.contains(": "))
    assert(routes.sizeIs >= 2)
    for one <- routes do assert(clue(one).matches("(GET|HEAD) .*: stateless: runs beside every handler"))

  test("an endpoint counts for every route on which it may answer"):
    val text = explained(
      // where its input does not decode, the next one answers
      endpoint.get.in("a" / "fixed").in(query[Int]("n")).out(stringBody).handleSuccess(_ => "fixed"),
      endpoint.get.in("a" / path[String]("x")).out(stringBody).handleSuccess: x =>
        stock(x) = 1
        x
      ,
      endpoint.get.in("b").out(stringBody).handleSuccess(_ => "b")
    )
    assertEquals("writes SharedMap \"stock\"".r.findAllIn(clue(text)).size, 6)
    assert(text.contains("GET /b: stateless"))

  test("many endpoints are known each for itself"):
    val maps = List.tabulate(40)(i => SharedMap[String, Int]().named(s"map-$i"))
    val all = maps.zipWithIndex.map: (map, i) =>
      endpoint.get.in(s"map-$i").out(stringBody).handleSuccess(_ => s"${map.size}")
    val first = explained(all*).split("\n\n").toSeq
    for i <- maps.indices do assert(clue(first(i)).contains(s"reads SharedMap \"map-$i\" "))

  private given scala.concurrent.ExecutionContext = scala.concurrent.ExecutionContext.global

  test("logic in Future locks nothing, as it runs elsewhere, and runs beside itself"):
    val both = CyclicBarrier(2)
    val later = endpoint.get.in("later").securityIn(query[String]("who")).out(stringBody)
      .serverSecurityLogicSuccess(who => Future(who))
      .serverLogicSuccess: who =>
        _ =>
          Future:
            visits += 1
            both.await(): Unit
            who
    val routes = EddyServerInterpreter().toRoutesOfFutures(List(later))
    assert(clue(Explanation.of(routes)).startsWith("GET /later: stateless"))
    serving(routes): server =>
      val answers = List("ann", "bob").map(who => (who, start(server, s"/later?who=$who")))
      for (who, answer) <- answers do assertEquals(await(answer).body, who)

  test("logic in Future that writes a captured variable is refused when the server starts, with its line"):
    var total = 0
    def add(n: Int): Int =
      total += n
      total
    def refusal(
        later: sttp.tapir.server.ServerEndpoint[FlowStreams & sttp.capabilities.WebSockets, Future]
    ): String =
      val routes = EddyServerInterpreter().toRoutesOfFutures(List(later))
      intercept[eddy.web.ServerStartException](Server(quiet).start(routes)).getMessage
    val base = endpoint.get.in("sum").in(query[Int]("n")).out(stringBody)
    val logic = base.serverLogicSuccess(n => Future(add(n).toString))
    val security = base.securityIn(query[Int]("m"))
      .serverSecurityLogicSuccess(m => Future(add(m)))
      .serverLogicSuccess(_ => n => Future.successful(n.toString))
    for one <- Seq(logic, security) do
      assert("on a thread of its own.*LocksSuite".r.findFirstIn(clue(refusal(one))).nonEmpty)
    assertEquals(total, 0)

  /** One element, which is made when it is asked for. */
  private def published[A](element: => A): Flow.Publisher[A] = subscriber =>
    val asked = AtomicBoolean()
    subscriber.onSubscribe(
      new Flow.Subscription:
        def request(n: Long): Unit = if asked.compareAndSet(false, true) then
          subscriber.onNext(element)
          subscriber.onComplete()
        def cancel(): Unit = ()
    )

  test("an endpoint that answers with a stream needs the locks of its logic and of its publisher"):
    val base = endpoint.get.in("follow" / path[String]("item"))
    val endpoints = Seq[Shop.Endpoint](
      base.out(streamTextBody(FlowStreams)(CodecFormat.TextPlain(), None)).handleSuccess: item =>
        visits += 1
        published(ByteBuffer.wrap(s"${prices.getOrElse(item, 0)}".getBytes))
      ,
      base.out(serverSentEventsBody).handleSuccess: item =>
        visits += 1
        published(ServerSentEvent(Some(s"${prices.getOrElse(item, 0)}")))
    )
    for one <- endpoints do
      val text = explained(one)
      assert(clue(text).startsWith("GET /follow/:item: adding"))
      for use <- Seq("reads SharedMap \"prices\"", "adds to SharedCounter \"visits\"") do
        assert(clue(text).contains(use), use)
      assert(!text.contains("everything"))

  test("a WebSocket endpoint needs the locks of its logic, and each message those of its pipe"):
    val text = explained(chat.handleSuccess: _ =>
      visits += 1
      Shop.mapped((item: String) => s"${prices.getOrElse(item, 0)}"))
    assert(!clue(text).contains("runs alone") && !text.contains("\n  writes everything"))
    for use <- Seq("reads SharedMap \"prices\"", "adds to SharedCounter \"visits\"") do
      assert(text.contains(use), use)

  test("a stream and a WebSocket begin beside an endpoint that changes another shared object"):
    val inside = CountDownLatch(2)
    val done = CountDownLatch(1)
    def enter(): Unit =
      stock.get("tea"): Unit
      inside.countDown()
      done.await()
    prices("tea") = 3
    val stream = endpoint.get.in("stream").out(serverSentEventsBody).handleSuccess: _ =>
      enter()
      published(ServerSentEvent(Some(s"${prices.getOrElse("tea", 0)}")))
    val socket = chat.handleSuccess: _ =>
      enter()
      Shop.mapped((item: String) => s"${prices.getOrElse(item, 0)}")
    val quick = endpoint.get.in("quick").out(stringBody).handleSuccess: _ =>
      visits += 1
      "quick"
    onFour(stream, socket, quick): server =>
      val events = start(server, "/stream")
      connected(server): raw =>
        val client = WebSocketClient(raw, "/chat")
        inside.await()
        try assertEquals(ask(server, "/quick").body, "quick")
        finally done.countDown()
        client.send("tea")
        assertEquals(client.frame().text, "3")
      assertEquals(await(events).body, "data: 3\n\n")

  test("an endpoint that receives a stream, or has interceptors, runs alone"):
    val own = Shop.all.filter(_.showPathTemplate().startsWith("/flow"))
    assert(
      clue(Explanation.of(EddyServerInterpreter().toRoutes(own))).contains(
        "POST /flow: runs alone: excludes every handler that uses anything shared\n  writes everything"
      )
    )
    val sync = new EndpointInterceptor[Identity]:
      override def apply[B](
          responder: Responder[Identity, B],
          inner: EndpointHandler[Identity, B]
      ): EndpointHandler[Identity, B] =
        visits += 1
        inner
    val hello = endpoint.get.in("hello").out(stringBody).handleSuccess(_ => "hello")
    val routes: Routes = EddyServerInterpreter(List[Interceptor[Identity]](sync), Nil).toRoutes(List(hello))
    assert(clue(Explanation.of(routes)).contains("everything"))
end LocksSuite
