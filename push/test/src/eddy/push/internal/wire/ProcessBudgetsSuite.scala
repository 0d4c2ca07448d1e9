package eddy.push.internal.wire

import eddy.push.*
import eddy.testing.Eventually
import eddy.web.{Overload, RawClient, ServerConfig, WebSocketClient}

import scala.concurrent.Future

/** What clients of channels have waiting counts in the budgets of the process. */
class ProcessBudgetsSuite extends PushFixture:
  private val answers = 1_000_000
  override def quiet: ServerConfig =
    super.quiet.copy(overload = Overload(maxUnansweredBytes = 1024 * 1024, maxUnsentBytes = 8 * answers))

  private def metric(served: Served, name: String): Double =
    served.server.metrics.scrape().linesIterator.find(_.startsWith(s"$name ")).get.split(' ').last.toDouble

  private val limits = PushLimits(commands = None, publishes = None)
  private def publish(n: Int, bytes: Int) =
    s"""{"id":$n,"publish":{"channel":"tea","data":"${"x" * bytes}"}}"""
  private def subscribed(client: Client): Unit =
    client.enter()
    client.ask("""{"id":2,"subscribe":{"channel":"tea"}}"""): Unit
  private def raw(n: Int, bytes: Int) = "\"" + s"${n % 10}" * bytes + "\""

  private final case class Way(
      name: String,
      path: String,
      unanswered: Int,
      enter: Client => Unit,
      text: (Int, Int) => String
  )
  private val ways = Seq(
    Way("commands of the protocol", "/connection/websocket", 1, subscribed, publish),
    Way("texts of raw sockets", "/socket/tea", 200, _ => (), raw)
  )

  private def held(served: Served, way: Way)(body: (Int => Unit) => Unit): Unit =
    served.mediator.acknowledge = Future.never
    served.connect(way.path): client =>
      way.enter(client)
      body(n => for i <- 1 to n do client.say(way.text(i, 50_000)))

  for way <- ways do
    test(s"${way.name} that wait count with bodies that wait, until they do not"):
      pushing(PushConfig(anonymous = true, limits = limits.copy(unanswered = way.unanswered))): served =>
        held(served, way): say =>
          say(5)
          Eventually.until("they count")(metric(served, "eddy_http_body_bytes") > 200_000)
        Eventually.until("they are gone")(metric(served, "eddy_http_body_bytes") == 0)

    test(
      s"when all clients together have too much waiting, a client that adds to it is refused for now: ${way.name}"
    ):
      pushing(PushConfig(anonymous = true, limits = limits.copy(unanswered = way.unanswered))): served =>
        served.mediator.acknowledge = Future.never
        served.connect(): small =>
          small.enter()
          served.connect(way.path): one =>
            way.enter(one)
            for i <- 1 to 18 do one.say(way.text(i, 50_000))
            Eventually.until("they count")(metric(served, "eddy_http_body_bytes") > 700_000)
            served.connect(way.path): two =>
              way.enter(two)
              for i <- 1 to 10 do two.say(way.text(i, 50_000))
              val last = Iterator.continually(two.hear()).find(_.startsWith("closed")).get
              assertEquals(last, "closed 3013 too many requests")
              assert(DisconnectCode.reconnects(3013))
            assert(served.metric("eddy_http_refused_total", "bytes"))
            // a client with nothing waiting is heard
            assert(small.ask("""{"id":5,"presence":{"channel":"none"}}""").startsWith("""{"id":5"""))
  end for

  test("unread answers count with the pending bytes of clients"):
    val kept = open.copy("kept", history = 2000)
    val config = PushConfig(anonymous = true, limits = PushLimits(answerBytes = answers))
    pushing(config, namespaces = Seq(kept)): served =>
      served.publishAll("kept:a", (1 to 100).map(n => s"""{"n":$n,"x":"${"x" * 20_000}"}"""))
      served.connect(receiveBuffer = 65_536): client =>
        client.enter()
        client.ask("""{"id":2,"subscribe":{"channel":"kept:a"}}"""): Unit
        client.say((1 to 20).map(n =>
          s"""{"id":${n + 2},"history":{"channel":"kept:a","limit":-1}}"""
        ).mkString("\n"))
        Eventually.until("the socket has no room")(served.unsentBytes > answers / 2)
        Eventually.until("they count")(metric(served, "eddy_http_unsent_bytes") >= served.unsentBytes)
        for n <- 1 to 20 do assert(client.hear().startsWith(s"""{"id":${n + 2},"history":"""))
        Eventually.until("they are taken")(metric(served, "eddy_http_unsent_bytes") == 0)

  private def unsent(served: Served) = metric(served, "eddy_http_unsent_bytes")
  private def unlimited = PushConfig(anonymous = true, limits = PushLimits(opens = None, subscribes = None))

  private def subscribe(client: Client, channel: String, n: Int = 2): Unit =
    client.ask(s"""{"id":$n,"subscribe":{"channel":"$channel"}}"""): Unit

  /** What subscriptions keep, each as often as it is kept. */
  private def waiting(served: Served) = served.channels.streams.stats.waitingBytes.sum

  test("publications that wait for clients without room count as unsent, once for all of them"):
    pushing(unlimited, namespaces = Seq(open.copy(overflow = Overflow.DropOldest))): served =>
      val raws = Seq.fill(10)(RawClient(served.server.port, 4096))
      try
        for raw <- raws do
          val client = Client(WebSocketClient(raw, "/connection/websocket"))
          client.enter()
          subscribe(client, "tea")
        val each = 20_000
        Eventually.until("all buffers are full", s"${waiting(served)} bytes wait"):
          served.publishAll("tea", Seq.fill(10)("\"" + "x" * each + "\""))
          waiting(served) > raws.size * 230_000L
        // publications that wait for one client are in memory for all: their data, and the form for the wire
        Eventually.until("they count", s"${unsent(served)} bytes"):
          unsent(served) > 2 * 230_000 && unsent(served) < 2_000_000
      finally raws.foreach(_.close())
      Eventually.until("nothing counts for clients that have gone", s"${unsent(served)} bytes"):
        unsent(served) == 0

  test("a client whose many subscriptions keep more than there may be is reset"):
    pushing(unlimited, namespaces = Seq(open.copy(overflow = Overflow.DropOldest))): served =>
      served.connect(receiveBuffer = 4096): deaf =>
        deaf.enter()
        val channels = (1 to 60).map(n => s"tea$n")
        for (channel, n) <- channels.zipWithIndex do subscribe(deaf, channel, n + 2)
        Eventually.until("it is reset", s"${unsent(served)} bytes, ${waiting(served)} of subscriptions"):
          for channel <- channels do served.publish(channel, "\"" + "x" * 40_000 + "\"")
          served.metric("eddy_http_connections_reset_total", "unsent")
        Eventually.until("its memory is free", s"${unsent(served)} bytes")(unsent(served) == 0)
        served.connect(): other =>
          other.enter()
end ProcessBudgetsSuite
