package eddy.web.client

import eddy.state.SharedCounter
import eddy.web.{Overload, Routes, Server, ServerConfig, Timeouts}

import java.util.concurrent.CountDownLatch
import scala.concurrent.duration.DurationInt

/** Answers as events of the request that asked. */
class ClientEventSuite extends ClientFixture:
  private val prices = Routes.get("/price/:of")((req, res) => res.text(s"${req.path("of").length}"))

  test("an answer is a further event of the request: after its present one, before those registered later"):
    serving(prices): server =>
      val api = http.at(server.url)
      val routes = Routes.get("/total"): (req, res) =>
        var log = List("begin")
        api.get("/price/tea").onAnswer: tea =>
          log ::= s"tea ${tea.bodyText}"
          req.nextTick(() => log ::= "tick")
          api.get("/price/coffee").onAnswer: coffee =>
            log ::= s"coffee ${coffee.bodyText}"
            res.text(log.reverse.mkString(", "))
        log ::= "asked"
      serving(routes): shop =>
        assertEquals(http.get(s"${shop.url}/total").send().bodyText, "begin, asked, tea 3, tick, coffee 6")

  test("answers run under locks of their own: no update of a shared object is lost"):
    var total = 0
    val seen = SharedCounter()
    serving(prices): server =>
      val api = http.at(server.url)
      val routes = Routes.get("/add"): (_, res) =>
        api.get("/price/tea").onAnswer: tea =>
          val before = total
          Thread.`yield`()
          total = before + tea.bodyText.toInt
          seen += 1
          res.empty()
      val many = eddy.runtime.Engine.start(eddy.runtime.EngineConfig(name = "many", workers = 4))
      val shop = Server(ServerConfig(
        port = 0,
        accessLog = false,
        // the first analysis of a process may take long on a busy machine
        timeouts = Timeouts(response = 3.minutes),
        overload = Overload(maxWait = 3.minutes)
      ))(using many).start(routes)
      try
        val asked = Seq.fill(200)(http.get(s"${shop.url}/add").timeout(3.minutes).future())
        asked.foreach(answer => assertEquals(await(answer).status, 204))
        assertEquals((total, seen.value), (600, 200L))
      finally
        shop.stop(1.second)
        await(many.shutdown(5.seconds)): Unit

  test("a handler may wait for the answer: other requests are served, though the engine has one worker"):
    serving(prices): server =>
      val routes =
        Routes.get("/wait")((_, res) => res.text(http.get(s"${server.url}/price/tea").send().bodyText))
      serving(routes): shop =>
        val asked = Seq.fill(20)(http.get(s"${shop.url}/wait").future())
        asked.foreach(answer =>
          assertEquals(await(answer).bodyText, "3")
        )

  test("a failure goes to onFailure, as an event; without it the request fails and the reason is reported"):
    val routes = Routes
      .get("/told"): (_, res) =>
        http.get("http://127.0.0.1:1/").onFailure(f => res.fail(502, f.failure.toString)).onAnswer(a =>
          res.text(a.bodyText)
        )
      .get("/untold")((_, res) => http.get("http://127.0.0.1:1/").onAnswer(a => res.text(a.bodyText)))
    serving(routes): server =>
      val told = http.get(s"${server.url}/told").send()
      assertEquals(told.status, 502)
      assert(clue(told.bodyText).contains("Connect"))
      val untold = http.get(s"${server.url}/untold").send()
      assertEquals(untold.status, 500)
      assert(!clue(untold.bodyText).contains("127.0.0.1:1"))
      assert(clue(nextReport()(0).getMessage.nn).contains("nobody answers there"))

  test("onAnswer outside of a handler says where it belongs"):
    val wrong = intercept[IllegalStateException](http.get("http://127.0.0.1:1/").onAnswer(_ => ()))
    assert(clue(wrong.getMessage.nn).contains("onAnswer was called outside of the handler of a request"))

  test("a WebSocket's handler asks too, and its answers come in the socket's order"):
    val answered = CountDownLatch(1)
    serving(prices): server =>
      var heard = List.empty[String]
      val routes = Routes.webSocket("/ws"): socket =>
        socket.onText: text =>
          http.get(s"${server.url}/price/$text").onAnswer: answer =>
            heard ::= answer.bodyText
            socket.send(answer.bodyText): Unit
      serving(routes): shop =>
        val client = java.net.http.HttpClient.newHttpClient
        val listener = new java.net.http.WebSocket.Listener:
          override def onText(s: java.net.http.WebSocket, data: CharSequence, last: Boolean) =
            answered.countDown()
            null
        val address = java.net.URI(s"ws://127.0.0.1:${shop.port}/ws")
        val socket = await(client.newWebSocketBuilder.buildAsync(address, listener))
        socket.sendText("tea", true): Unit
        await(answered)
        assertEquals(heard, List("3"))
        socket.abort()
        client.shutdownNow()
end ClientEventSuite
