package eddy.push.internal.wire

import eddy.push.*

import java.util.concurrent.{CompletableFuture, Flow}

/** A refused client gets a number, and the refusal is counted once under it, whatever its way. */
class RefusalsSuite extends PushFixture:
  private val plain = Namespace("plain", clientsSubscribe = true)
  private val hooks = Hooks()
    .onConnect: c =>
      c.request.query(
        "as"
      ).orElse(Option(c.data.toString).filter(_.startsWith("\"")).map(_.drop(1).dropRight(1))) match
        case Some("stranger") => Verdict.Refuse(PushError.Unauthorized)
        case Some("lost") => Verdict.Allow(Admitted("lost", channels = Set("unknown:x")))
        case _ => Verdict.Allow(Admitted("ann"))
    .onSubscribe: s =>
      s.channel match
        case "odd" => Verdict.refuse(1001, "odd")
        case "fails" => throw IllegalStateException("as the test wants")
        case name if name.startsWith("closed") => Verdict.Refuse(PushError.PermissionDenied)
        case _ => Verdict.Allow(Granted())

  private def counts(served: Served): Map[Int, Long] =
    val stats = served.channels.core.node.stats
    ((100 to 112).map(code => code -> stats.refusedBy(code)) :+ 1001 -> stats.refusedByApplication).toMap

  /** @param code under which `refused` is counted, once, and under no other */
  private def countsOnce(served: Served, code: Int, what: String)(refused: => Unit): Unit =
    val before = counts(served)
    refused
    val after = counts(served)
    assertEquals(after.filter((code, n) => n != before(code)), Map(code -> (before(code) + 1)), what)

  private def refusing(body: Served => Unit): Unit =
    pushing(PushConfig(), hooks, Seq(open, closed, plain))(body)

  private val commands = Seq(
    103 -> """"subscribe":{"channel":"closed:x"}""",
    103 -> """"subscribe":{"channel":"$tea"}""",
    103 -> """"subscribe":{"channel":"milk","token":"x"}""",
    103 -> """"publish":{"channel":"milk","data":1}""",
    103 -> """"presence":{"channel":"milk"}""",
    103 -> """"presence_stats":{"channel":"milk"}""",
    103 -> """"history":{"channel":"milk"}""",
    103 -> """"sub_refresh":{"channel":"milk","token":"x"}""",
    102 -> """"subscribe":{"channel":"unknown:x"}""",
    102 -> """"publish":{"channel":"unknown:x","data":1}""",
    107 -> """"subscribe":{"channel":""}""",
    107 -> """"subscribe":{"channel":"milk","tf":{"op":"xor","nodes":[]}}""",
    107 -> """"publish":{"channel":"milk"}""",
    107 -> """"publish":{"channel":"a/**","data":1}""",
    104 -> """"rpc":{"method":"none"}""",
    104 -> """"dance":{}""",
    105 -> """"subscribe":{"channel":"tea"}""",
    108 -> """"refresh":{"token":"x"}""",
    108 -> """"ping":{}""",
    108 -> """"history":{"channel":"plain:a"}""",
    112 -> """"history":{"channel":"tea","since":{"offset":1,"epoch":"other"},"limit":5}""",
    1001 -> """"subscribe":{"channel":"odd"}""",
    100 -> """"subscribe":{"channel":"fails"}"""
  )
  test("a refused command of a client is counted once"):
    refusing: served =>
      served.connect(): client =>
        client.enter()
        for channel <- Seq("tea", "plain:a") do
          client.ask(s"""{"id":2,"subscribe":{"channel":"$channel"}}"""): Unit
        for (code, command) <- commands do
          countsOnce(served, code, command):
            val answer = client.ask(s"""{"id":3,$command}""")
            assert(answer.contains(s""""code":$code,"""), s"$command: $answer")
        served.mediator.cut()
        for command <- Seq(""""publish":{"channel":"tea","data":1}""", """"subscribe":{"channel":"milk"}""")
        do
          countsOnce(served, 100, command)(client.ask(s"""{"id":4,$command}"""): Unit)
        served.mediator.restore()

  test("clients that are not let in"):
    refusing: served =>
      for (code, who) <- Seq(101 -> "stranger", 102 -> "lost") do
        served.connect(): client =>
          countsOnce(served, code, who):
            assert(client.ask(s"""{"id":1,"connect":{"data":"$who"}}""").contains(s""""code":$code"""))

  test("a refused request of a client without a library is counted once"):
    refusing: served =>
      for (code, status, path) <- Seq(
          (103, 403, "/events/closed:x"),
          (103, 403, "/poll/closed:x"),
          (103, 403, "/poll/$tea"),
          (102, 404, "/events/unknown:x"),
          (101, 401, "/events/tea?as=stranger"),
          (107, 400, "/poll/tea?after=nonsense"),
          (107, 400, "/poll/tea?limit=many"),
          (107, 400, "/poll/tea?limit=1&limit=2"),
          (107, 400, "/poll/tea?after=e:1&after=e:1"),
          (107, 400, "/events/tea?after=e:1&after=e:2"),
          (107, 400, "/events/tea?token=a&token="),
          (107, 400, "/events/tea?channel_token=&channel_token=b"),
          (108, 404, "/poll/plain:a"),
          (1001, 403, "/events/odd"),
          (100, 503, "/events/fails")
        )
      do
        countsOnce(served, code, path):
          val answer = ask(served.server, path)
          assert(answer.statusCode == status && answer.body.contains(s"($code)"), s"$path: ${answer.body}")
      end for
      for (code, close, path) <- Seq(
          (103, 3507, "/socket/closed:x"),
          (102, 3507, "/socket/unknown:x"),
          (101, 3500, "/socket/tea?as=stranger"),
          (107, 3501, "/socket/tea?token=a&token=b")
        )
      do
        countsOnce(served, code, path):
          served.connect(path): client =>
            val told = client.hear()
            assert(told.startsWith(s"closed $close") && told.contains(s"($code)"), s"$path: $told")
      served.connect("/socket/plain:a"): client =>
        countsOnce(served, 103, "what may not be published"):
          client.say("1")
          assert(client.hear().startsWith("closed 3507"))

  test("a refused call of server code is counted once"):
    refusing: served =>
      val channels = served.channels
      def streamed(channel: String, from: Option[Position] = None): CompletableFuture[Unit] =
        val ended = CompletableFuture[Unit]()
        channels.stream(channel, from).subscribe(new Flow.Subscriber[Publication]:
          def onSubscribe(subscription: Flow.Subscription): Unit = subscription.request(1)
          def onNext(publication: Publication): Unit = ()
          def onError(failure: Throwable): Unit = ended.complete(()): Unit
          def onComplete(): Unit = ended.complete(()): Unit)
        ended
      served.open("tea")
      val lost = Some(Position(1, "other"))
      val calls = Seq(
        (102, "publish", () => channels.publish("unknown:x", Json("1"))),
        (107, "publish to a pattern", () => channels.publish("a/**", Json("1"))),
        (106, "publish much", () => channels.publish("tea", Json("1" * 70_000))),
        (102, "subscribe", () => channels.subscribe("unknown:x")(_ => ())),
        (112, "subscribe from there", () => channels.subscribe("tea", lost)(_ => ())),
        (108, "history", () => channels.history("plain:a")),
        (102, "forget", () => channels.forget("unknown:x")),
        (108, "presence", () => channels.presence("plain:a")),
        (102, "subscribeUser", () => channels.subscribeUser("ann", "unknown:x")),
        (107, "send", () => channels.send("ann", Json.none))
      )
      for (code, name, call) <- calls do
        countsOnce(served, code, name)(awaitTry(call()): Unit)
      countsOnce(served, 102, "stream")(await(streamed("unknown:x")))
      countsOnce(served, 112, "stream from there")(await(streamed("tea", lost)))
      served.mediator.cut()
      countsOnce(
        served,
        100,
        "publish"
      )(awaitTry(channels.publish("tea", Json("1"))): Unit)
      served.mediator.restore()

  test("a failed request of the server for a client is counted"):
    pushing(PushConfig(anonymous = true, limits = PushLimits(subscriptions = 1))): served =>
      served.connect(): client =>
        client.enter()
        client.ask("""{"id":2,"subscribe":{"channel":"tea"}}"""): Unit
        countsOnce(served, 106, "subscribeUser"):
          served.connection.subscribe("closed:a", Json.none)
          assert(nextReport()._1.getMessage.contains("(106)"))

  test("a client that is refused before its plain socket opens, or leaves by then, is counted once"):
    val asked = scala.concurrent.Promise[Unit]()
    pushing(hooks = Hooks().onConnect { _ =>
      await(asked.future); Verdict.Refuse(PushError.PermissionDenied)
    }): served =>
      val all = served.server.metrics
      def ended = all.scrape().linesIterator.filter(_.startsWith("eddy_push_disconnects_total")).toVector
      served.connect("/socket/tea"): client =>
        client.socket.send(1, Array.fill(70_000)('x'.toByte))
        assert(client.hear().startsWith("closed 1009"))
      eddy.testing.Eventually.until(
        "it is counted",
        s"$ended"
      )(ended == Vector("eddy_push_disconnects_total{code=\"1009\"} 1.0"))
      asked.success(())
      served.connect("/socket/tea"): client =>
        assert(client.hear().startsWith("closed 3507"))
      assertEquals(ended.size, 1)
end RefusalsSuite
