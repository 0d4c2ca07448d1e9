package eddy.push.internal.wire

import eddy.push.*
import eddy.testing.{Eventually, Waits}
import eddy.web.WebSocketClient

import java.util.concurrent.CompletableFuture
import scala.concurrent.duration.DurationInt
import scala.concurrent.{Future, Promise}

/** Each limit of [[PushLimits]]: more is refused with its number, and counted, and less still works. */
class LimitsSuite extends PushFixture:
  private def limited(limits: PushLimits, hooks: Hooks = Hooks())(body: Served => Unit): Unit =
    pushing(PushConfig(anonymous = true, limits = limits), hooks)(body)

  private def ended(served: Served, code: Int): Unit =
    Eventually.until(s"$code is counted")(served.metric("eddy_push_disconnects_total", s"\"$code\""))

  private def twice = Some(Rate(2, 1.hour))
  private def ann = Hooks().onConnect(_ => Verdict.Allow(Admitted("ann")))
  private def tooMany(id: Int) =
    s"""{"id":$id,"error":{"code":111,"message":"too many requests","temporary":true}}"""
  private def subscribe(client: Client, channel: String = "tea") =
    client.ask(s"""{"id":2,"subscribe":{"channel":"$channel"}}""")

  test("connections beyond those that there may be are answered with 503, and when to try again"):
    limited(PushLimits(connections = 1)): served =>
      served.connect(): one =>
        one.enter()
        for path <- Seq("/events/tea", "/poll/tea") do
          val answer = ask(served.server, path)
          assertEquals((answer.statusCode, answer.head("Retry-After")), (503, "5"), path)
        for path <- Seq("/socket/tea", "/connection/websocket") do
          connected(served.server)(raw =>
            assertEquals(WebSocketClient(raw, path).handshake.status, 503, path)
          )
      assert(served.metric("eddy_push_turned_away_total", "503"))

  test("a user's connections beyond its share end with 3013, or are answered with 429"):
    pushing(PushConfig(limits = PushLimits(connectionsPerUser = 2)), ann): served =>
      served.connect(): one =>
        one.enter()
        served.connect("/socket/tea"): two =>
          assertEquals(two.ask("1"), "1")
          served.connect(): three =>
            assertEquals(
              three.ask("""{"id":1,"connect":{}}"""),
              "closed 3013 too many requests: connection limit"
            )
          assertEquals(ask(served.server, "/events/tea").statusCode, 429)
      ended(served, 3013)

  test("polls that wait are connections of their user"):
    pushing(PushConfig(limits = PushLimits(connectionsPerUser = 1)), ann): served =>
      val start = top(ask(served.server, "/poll/tea").body)
      val waiting = CompletableFuture.supplyAsync(() => ask(served.server, s"/poll/tea?after=$start"))
      Eventually.until("the poll has its place")(served.core.connections.isFull("user ann"))
      assertEquals(ask(served.server, "/poll/tea").statusCode, 429)
      ended(served, 3013)
      served.publish("tea", "1")
      assertEquals(await(waiting).statusCode, 200)
      Eventually.until("the poll is over")(!served.core.connections.isFull("user ann"))

  test("without a user the connections of an address are counted"):
    limited(PushLimits(connectionsPerAddress = 1)): served =>
      served.connect(): one =>
        one.enter()
        served.connect(): two =>
          assertEquals(
            two.ask("""{"id":1,"connect":{}}"""),
            "closed 3013 too many requests: connection limit"
          )
        for path <- Seq("/events/tea", "/poll/tea") do assertEquals(statusOf(served, path), 429, path)
      Eventually.until("the place is free")(ask(served.server, "/poll/tea").statusCode == 200)

  test("polls and event streams beyond their rate are answered with 429"):
    limited(PushLimits(requests = twice)): served =>
      for _ <- 1 to 2 do assertEquals(ask(served.server, "/poll/tea").statusCode, 200)
      for path <- Seq("/events/tea", "/poll/tea") do assertEquals(statusOf(served, path), 429, path)
      served.connect("/socket/tea")(c => assertEquals(c.hear(), "closed 3013 too many requests (111)"))
      assert(served.refused("connect", 111))

  test("a user has a rate of its own, wherever it comes from"):
    val byHeader = Hooks().onConnect(c => Verdict.Allow(Admitted(c.request.header("User").getOrElse(""))))
    limited(PushLimits(requests = twice), byHeader): served =>
      def status(user: String) = ask(served.server, "/poll/tea", headers = Seq("User" -> user)).statusCode
      assertEquals(Seq.fill(3)(status("ann")), Seq(200, 200, 429))
      assertEquals(Seq.fill(3)(status("bob")), Seq(200, 200, 429))

  test("a poll whose client hangs up frees its slot at once"):
    val limits = PushLimits(connectionsPerUser = 1)
    pushing(PushConfig(limits = limits, pollTimeout = 1.hour), ann): served =>
      val start = top(ask(served.server, "/poll/tea").body)
      connected(served.server): raw =>
        raw.send(s"GET /poll/tea?after=$start HTTP/1.1\r\nHost: localhost\r\n\r\n")
        served.awaitSubscribers("tea", 1)
        assert(served.core.connections.isFull("user ann"))
      Eventually.until("the place is free")(!served.core.connections.isFull("user ann"))
      served.awaitSubscribers("tea", 0)
      Eventually.until("nobody is connected")(served.push.connections == 0)

  test("subscriptions beyond 106, asked for by the client or by the server"):
    val hooks = Hooks().onConnect: c =>
      Verdict.Allow(Admitted("", channels = if c.data.isEmpty then Set.empty else Set("a", "b", "c")))
    limited(PushLimits(subscriptions = 2), hooks): served =>
      served.connect(): client =>
        client.enter()
        for name <- Seq("a", "b") do assert(subscribe(client, name).contains("positioned"))
        assert(subscribe(client, "c").contains(""""code":106"""))
        assert(served.refused("subscribe", 106))
        client.ask("""{"id":4,"unsubscribe":{"channel":"a"}}"""): Unit
        assert(subscribe(client, "c").contains("positioned"))
      served.connect(): client =>
        assert(client.ask("""{"id":1,"connect":{"data":1}}""").contains(""""code":106"""))
        assert(served.refused("connect", 106))

  for (path, first) <- Seq("/connection/websocket" -> """{"id":1,"connect":{}}""", "/socket/tea" -> "1") do
    test(s"a message that is too large closes $path with 1009"):
      limited(PushLimits(messageBytes = 200)): served =>
        served.connect(path): client =>
          client.ask(first): Unit
          client.say("\"" + "x" * 199 + "\"")
          assert(client.hear().startsWith("closed 1009"))
        ended(served, 1009)

  test("more commands in one message than there may be end with 3501"):
    limited(PushLimits(commandsPerMessage = 3)): served =>
      served.connect(): client =>
        client.enter()
        val ping = """{"id":2,"ping":{}}"""
        client.say(Seq.fill(3)(ping).mkString("\n"))
        for _ <- 1 to 3 do assert(client.hear().contains(""""code":108"""))
        val heard = client.ask(Seq.fill(4)(ping).mkString("\n"))
        assertEquals(heard, "closed 3501 bad request: more than 3 commands in a message")
      ended(served, 3501)

  test("data deeper than it may be ends with 3501"):
    limited(PushLimits(jsonDepth = 10)): served =>
      served.connect(): client =>
        client.enter()
        def publish(depth: Int) =
          s"""{"id":2,"publish":{"channel":"tea","data":${"[" * depth}${"]" * depth}}}"""
        subscribe(client): Unit
        client.say(publish(8))
        assert(Seq.fill(2)(client.hear()).contains("""{"id":2,"publish":{}}"""))
        assert(client.ask(publish(9)).startsWith("closed 3501"))
      ended(served, 3501)

  test("commands beyond those that may be under way wait, and waiting ones beyond their bytes end with 3013"):
    limited(PushLimits(unanswered = 2, messageBytes = 125, waitingBytes = 500)): served =>
      served.connect(): client =>
        client.enter()
        subscribe(client): Unit
        val slow = Promise[Unit]()
        served.mediator.acknowledge = slow.future
        for n <- 3 to 5 do client.say(s"""{"id":$n,"publish":{"channel":"tea","data":$n}}""")
        for n <- 3 to 4 do assert(client.hear().contains(s""""pub":{"data":$n"""))
        slow.success(())
        val heard = Seq.fill(4)(client.hear())
        assertEquals(
          heard.filter(_.startsWith("{\"id\"")),
          (3 to 5).map(n => s"""{"id":$n,"publish":{}}""")
        )
        assertEquals(heard.count(_.contains(""""pub":{"data":5""")), 1)
        served.mediator.acknowledge = Future.never
        for n <- 6 to 20 do client.say(s"""{"id":$n,"publish":{"channel":"tea","data":$n}}""")
        val rest = Iterator.continually(client.hear()).dropWhile(_.startsWith("{\"push\""))
        assertEquals(rest.next(), "closed 3013 too many requests")
      ended(served, 3013)

  test("one answer has at most a page of history, and one poll as well"):
    limited(PushLimits(historyPage = 2)): served =>
      served.open("tea")
      (1 to 5).foreach(n => served.publish("tea", s"$n"))
      served.connect(): client =>
        client.enter()
        subscribe(client): Unit
        val page = client.ask("""{"id":3,"history":{"channel":"tea","limit":-1}}""")
        assert(page.contains(""""data":2""") && !page.contains(""""data":3"""), page)
      val epoch = top(ask(served.server, "/poll/tea").body).stripSuffix(":5")
      val poll = ask(served.server, s"/poll/tea?after=$epoch:0&limit=100").body
      assert(poll.startsWith(s"""{"after":"$epoch:2","""), poll)

  for (limits, command) <- Seq(
      PushLimits(publishes = twice) -> """"publish":{"channel":"tea","data":1}""",
      PushLimits(subscribes = twice) -> """"subscribe":{"channel":"tea"}""",
      PushLimits(reads = twice) -> """"history":{"channel":"tea"}""",
      PushLimits(reads = twice) -> """"presence":{"channel":"tea"}""",
      PushLimits(calls = twice) -> """"rpc":{"method":"none"}"""
    )
  do
    val method = command.drop(1).takeWhile(_ != '"')
    test(s"$method beyond its rate gets 111"):
      limited(limits): served =>
        served.connect(): client =>
          client.enter()
          for n <- 3 to 4 do assert(!client.ask(s"""{"id":$n,$command}""").contains(""""code":111"""))
          assertEquals(client.ask(s"""{"id":5,$command}"""), tooMany(5))
          assert(served.refused(method, 111))
          // others have rates of their own
          assert(client.ask("""{"id":6,"ping":{}}""").contains(""""code":108"""))

  test("channels without a subscriber are opened at their own rate, and others are not counted"):
    limited(PushLimits(opens = twice)): served =>
      served.connect(): other =>
        other.enter()
        assert(subscribe(other, "busy").contains("positioned"))
        served.connect(): client =>
          client.enter()
          for name <- Seq("a", "b", "busy") do assert(subscribe(client, name).contains("positioned"), name)
          client.ask("""{"id":4,"unsubscribe":{"channel":"a"}}"""): Unit
          assertEquals(subscribe(client, "c"), tooMany(2))
          assert(served.refused("subscribe", 111))

  test("the ways without a library give such channels at that rate, too"):
    limited(PushLimits(opens = twice)): served =>
      served.connect(): other =>
        other.enter()
        assert(subscribe(other, "busy").contains("positioned"))
        assertEquals(statusOf(served, "/events/a"), 200)
        assertEquals(statusOf(served, "/poll/b"), 200)
        for path <- Seq("/events/c", "/poll/d") do assertEquals(statusOf(served, path), 429, path)
        served.connect("/socket/e")(c => assertEquals(c.hear(), "closed 3013 too many requests (111)"))
        assert(served.refused("connect", 111))
        for path <- Seq("/events/busy", "/poll/busy") do assertEquals(statusOf(served, path), 200, path)

  test("any commands beyond their rate end with 3013, and so do messages, which get no answer"):
    limited(PushLimits(commands = Some(Rate(3, 1.hour)))): served =>
      served.connect(): client =>
        client.enter()
        for _ <- 1 to 2 do assert(client.ask("""{"id":5,"ping":{}}""").contains(""""code":108"""))
        assertEquals(client.ask("""{"id":5,"ping":{}}"""), "closed 3013 too many requests")
      ended(served, 3013)
    limited(PushLimits(calls = Some(Rate(1, 1.hour))), Hooks().onMessage(_ => ())): served =>
      served.connect(): client =>
        client.enter()
        client.say("""{"send":{"data":1}}""")
        assertEquals(client.ask("""{"send":{"data":2}}"""), "closed 3013 too many requests")

  test("messages wait for the hook that has one of them, and end beyond their bytes with 3013"):
    val go = Promise[Unit]()
    val slowly = Hooks().onMessage(_ => Waits.await(go.future))
    limited(PushLimits(messageBytes = 200, waitingBytes = 500), slowly): served =>
      served.connect(): client =>
        client.enter()
        for _ <- 1 to 10 do client.say(s"""{"send":{"data":"${"x" * 150}"}}""")
        assertEquals(client.hear(), "closed 3013 too many requests")
        ended(served, 3013)
        go.success(()): Unit

  test("a message is begun when the hook is done with the one before"):
    val (heard, go) = (Happenings[Json](), Promise[Unit]())
    val slowly = Hooks().onMessage: c =>
      heard.add(c.data)
      await(go.future)
    limited(PushLimits(), slowly): served =>
      served.connect(): client =>
        client.enter()
        val session = served.session
        val begun = Happenings[Int]()
        for n <- 1 to 3 do session.text(s"""{"send":{"data":$n}}""".getBytes, () => begun.add(n))
        val passed = Promise[Unit]()
        session.later(() => passed.success(()): Unit)
        await(passed.future)
        assertEquals(begun.now, Vector(1))
        go.success(())
        assertEquals(begun.awaitSize(3), Vector(1, 2, 3))
        assertEquals(heard.awaitSize(3).map(_.toString), Vector("1", "2", "3"))

  test("on a raw socket messages over the rate, or too many before it is admitted, end with 3013"):
    limited(PushLimits(publishes = twice)): served =>
      served.connect("/socket/tea"): client =>
        for n <- 1 to 2 do assertEquals(client.ask(s"$n"), s"$n")
        assertEquals(client.ask("3"), "closed 3013 too many requests")
      ended(served, 3013)
    val go = Promise[Unit]()
    val slowly = Hooks().onConnect: _ =>
      await(go.future)
      Verdict.Allow(Admitted("ann"))
    limited(PushLimits(unanswered = 2), slowly): served =>
      served.connect("/socket/tea"): client =>
        for n <- 1 to 3 do client.say(s"$n")
        assertEquals(client.hear(), "closed 3013 too many requests")
        ended(served, 3013)
        go.success(()): Unit

  test(
    "texts of a raw socket that wait for an answer, or for the hook that lets it in, end beyond their bytes with 3013"
  ):
    val limits = PushLimits(messageBytes = 200, waitingBytes = 500)
    def text(n: Int) = "\"" + s"$n" * 150 + "\""
    val go = Promise[Unit]()
    val slowly = Hooks().onConnect: _ =>
      await(go.future)
      Verdict.Allow(Admitted("ann"))
    limited(limits, slowly): served =>
      served.connect("/socket/tea"): client =>
        for n <- 1 to 4 do client.say(text(n))
        assertEquals(client.hear(), "closed 3013 too many requests")
        ended(served, 3013)
        go.success(()): Unit
    limited(limits): served =>
      served.connect("/socket/tea"): client =>
        served.mediator.acknowledge = Future.never
        for n <- 1 to 3 do assertEquals(client.ask(text(n)), text(n))
        assertEquals(client.ask(text(4)), "closed 3013 too many requests")

  /** Also of an answer that does not end. */
  private def statusOf(served: Served, path: String) = connected(served.server): raw =>
    raw.get(path)
    raw.head().status

  /** Where a poll without a position says that the channel is. */
  private def top(poll: String) = poll.stripPrefix("{\"after\":\"").takeWhile(_ != '"')
end LimitsSuite

/** The same where each node keeps a history of its own, of its arrivals. */
class LimitsUnsharedSuite extends LimitsSuite:
  override def newMediator(): Mediator = UnsharedMediator()
