package eddy.push.internal.wire

import eddy.push.*
import eddy.testing.Eventually

/** The protocol, text by text. */
class ProtocolSuite extends PushFixture:
  test("a client connects, subscribes, publishes, and hears what it publishes"):
    pushing(): served =>
      served.connect(): client =>
        val connected = client.ask("""{"id":1,"connect":{"name":"t"}}""")
        assert(connected.startsWith("""{"id":1,"connect":{"client":""""), connected)
        assert(connected.endsWith(""","version":"eddy","ping":25,"pong":true}}"""), connected)
        val subscribed = client.ask("""{"id":2,"subscribe":{"channel":"tea"}}""")
        assert(
          subscribed.matches(
            """\{"id":2,"subscribe":\{"positioned":true,"recoverable":true,"epoch":"[^"]+","offset":0\}\}"""
          ),
          subscribed
        )
        client.say("{\"id\":3,\"publish\":{\"channel\":\"tea\",\"data\":{\"a\":\n1}}}")
        val heard = Set(client.hear(), client.hear())
        assert(heard("""{"id":3,"publish":{}}"""), heard)
        assert(
          heard.exists(_.startsWith("""{"push":{"channel":"tea","pub":{"data":{"a": 1},"info":{"user":""""")),
          heard
        )
        assert(heard.exists(_.contains(""""offset":1""")), heard)

  test("commands that come together are answered in their order"):
    pushing(): served =>
      served.connect(): client =>
        client.say(
          """{"id":1,"connect":{}}
            |{"id":2,"subscribe":{"channel":"tea"}}
            |{"id":3,"history":{"channel":"tea"}}
            |{"id":3,"presence_stats":{"channel":"tea"}}
            |{"id":4,"unsubscribe":{"channel":"tea"}}
            |{"id":5,"history":{"channel":"tea"}}""".stripMargin
        )
        val heard = Seq.fill(6)(client.hear())
        val Answer = """\{"id":(\d),"(\w+)".*""".r
        assertEquals(
          heard.collect { case Answer(id, what) => s"$id $what" },
          Seq("1 connect", "2 subscribe", "3 history", "3 presence_stats", "4 unsubscribe", "5 error")
        )
        assertEquals(heard(3), """{"id":3,"presence_stats":{"num_clients":1,"num_users":1}}""")
        assertEquals(heard.last, """{"id":5,"error":{"code":103,"message":"permission denied"}}""")

  test("commands do not wait for the acknowledgement of those before, but are answered after them"):
    pushing(): served =>
      served.connect(): client =>
        client.enter()
        client.ask("""{"id":2,"subscribe":{"channel":"tea"}}"""): Unit
        val slow = scala.concurrent.Promise[Unit]()
        served.mediator.acknowledge = slow.future
        client.say("""{"id":3,"publish":{"channel":"tea","data":1}}""")
        assert(client.hear().contains(""""pub":{"data":1"""))
        served.mediator.acknowledge = scala.concurrent.Future.unit
        client.say("""{"id":4,"publish":{"channel":"tea","data":2}}""")
        assert(client.hear().contains(""""pub":{"data":2"""))
        slow.success(())
        assertEquals(client.hear(), """{"id":3,"publish":{}}""")
        assertEquals(client.hear(), """{"id":4,"publish":{}}""")

  test("its handlers need no locks"):
    pushing(): served =>
      val explained = eddy.web.Explanation.of(served.push.routes)
      assert(!explained.contains("exclusive"), explained)

  test("a returning client gets the missed publications, or learns that it is not recovered"):
    pushing(): served =>
      def publish(n: Int) = served.publish("tea", n.toString)
      served.open("tea")
      (1 to 3).foreach(publish)
      val epoch = served.connect(): client =>
        client.enter()
        val Epoch = """.*"epoch":"([^"]+)","offset":3.*""".r
        client.ask("""{"id":2,"subscribe":{"channel":"tea"}}""") match
          case Epoch(epoch: String) => epoch
          case other => fail(other)
      (4 to 5).foreach(publish)
      served.connect(): client =>
        client.enter()
        assertEquals(
          client.ask(
            s"""{"id":2,"subscribe":{"channel":"tea","recover":true,"epoch":"$epoch","offset":3}}"""
          ),
          s"""{"id":2,"subscribe":{"positioned":true,"recoverable":true,"epoch":"$epoch","offset":5,"was_recovering":true,""" +
            """"recovered":true,"publications":[{"data":4,"offset":4},{"data":5,"offset":5}]}}"""
        )
      served.connect(): client =>
        client.enter()
        val other =
          client.ask("""{"id":2,"subscribe":{"channel":"tea","recover":true,"epoch":"other","offset":3}}""")
        assert(other.endsWith(""""offset":5,"was_recovering":true}}"""), other)
      // the protocol's offsets are unsigned
      for far <- Seq("6", "9223372036854775807", "9223372036854775808", "18446744073709551615") do
        val position = s""""epoch":"$epoch","offset":$far"""
        served.connect(): client =>
          client.enter()
          val answer = client.ask(s"""{"id":2,"subscribe":{"channel":"tea","recover":true,$position}}""")
          assert(answer.endsWith(""""offset":5,"was_recovering":true}}"""), s"$far: $answer")
          assertEquals(
            client.ask(s"""{"id":3,"history":{"channel":"tea","since":{$position},"limit":5}}"""),
            """{"id":3,"error":{"code":112,"message":"unrecoverable position"}}""",
            far
          )

  test("history is read in pages, from either end of the requested range, or not at all"):
    pushing(): served =>
      served.open("tea")
      (1 to 3).foreach(n => served.publish("tea", n.toString))
      served.connect(): client =>
        client.enter()
        client.ask("""{"id":2,"subscribe":{"channel":"tea"}}"""): Unit
        val page = client.ask("""{"id":3,"history":{"channel":"tea","limit":2}}""")
        assert(page.contains(""""publications":[{"data":1,"offset":1},{"data":2,"offset":2}]"""), page)
        val top = client.ask("""{"id":3,"history":{"channel":"tea"}}""")
        assert(top.contains(""""publications":[]""") && top.contains(""""offset":3"""), top)
        assertEquals(
          client.ask(
            """{"id":4,"history":{"channel":"tea","since":{"offset":1,"epoch":"other"},"limit":5}}"""
          ),
          """{"id":4,"error":{"code":112,"message":"unrecoverable position"}}"""
        )

  test("presence shows the subscribers, and joins and leaves are sent to clients that asked"):
    pushing(namespaces = Seq(open.copy(joinLeave = true))): served =>
      served.connect(): client =>
        val id = client.entered()
        client.ask("""{"id":2,"subscribe":{"channel":"tea","join_leave":true}}"""): Unit
        assertEquals(
          client.hear(),
          s"""{"push":{"channel":"tea","join":{"info":{"user":"","client":"$id"}}}}"""
        )
        assertEquals(
          client.ask("""{"id":3,"presence":{"channel":"tea"}}"""),
          s"""{"id":3,"presence":{"presence":{"$id":{"user":"","client":"$id"}}}}"""
        )
        val other = served.connect(): second =>
          val other = second.entered()
          second.ask("""{"id":2,"subscribe":{"channel":"tea"}}"""): Unit
          other
        assertEquals(
          client.hear(),
          s"""{"push":{"channel":"tea","join":{"info":{"user":"","client":"$other"}}}}"""
        )
        assertEquals(
          client.hear(),
          s"""{"push":{"channel":"tea","leave":{"info":{"user":"","client":"$other"}}}}"""
        )

  test("publications of a pattern carry their own channel"):
    pushing(): served =>
      served.connect(): client =>
        client.enter()
        client.ask("""{"id":2,"subscribe":{"channel":"a/**"}}"""): Unit
        served.publish("a/b", "1", "t" -> "v")
        assertEquals(
          client.hear(),
          """{"push":{"channel":"a/**","pub":{"data":1,"tags":{"t":"v"},"channel":"a/b"}}}"""
        )

  test("a filter by tags keeps away what the client does not want"):
    pushing(): served =>
      def publish(n: Int, tag: String) = served.publish("tea", n.toString, "t" -> tag)
      served.connect(): client =>
        client.enter()
        client.ask(
          """{"id":2,"subscribe":{"channel":"tea","tf":{"op":"and","nodes":[{"key":"t","cmp":"in","vals":["a","b"]},""" +
            """{"op":"not","nodes":[{"key":"t","cmp":"eq","val":"b"}]}]}}}"""
        ): Unit
        publish(1, "b")
        publish(2, "a")
        assert(client.hear().contains(""""data":2"""))
        assert(
          client.ask(
            """{"id":3,"subscribe":{"channel":"milk","tf":{"op":"xor","nodes":[]}}}"""
          ).contains(""""code":107""")
        )

  test("hooks allow, refuse with their own numbers, change, and disconnect"):
    val hooks = Hooks()
      .onConnect: c =>
        c.data.toString match
          case "\"out\"" => Verdict.Disconnect(4501, "not you")
          case "\"no\"" => Verdict.refuse(1000, "closed today")
          case _ => Verdict.Allow(Admitted("ann", Json("""{"n":1}"""), Json("[1]"), Set("server")))
      .onSubscribe: s =>
        if s.channel == "odd" then Verdict.refuse(1001, "odd")
        else Verdict.Allow(Granted(Json("2"), Json("3"), publish = Some(true)))
      .onPublish: p =>
        if p.data == Json("0") then Verdict.Refuse(PushError.PermissionDenied)
        else Verdict.Allow(Passed(Json("\"changed\""), PublishOptions(tags = Map("by" -> p.client.user))))
      .onRpc("add")(c => Verdict.Allow(Json(s"[${c.data}]")))
      .onRpc("fail")(_ => throw IllegalStateException("as the test wants"))
    pushing(hooks = hooks): served =>
      served.connect()(c =>
        assertEquals(c.ask("""{"id":1,"connect":{"data":"out"}}"""), "closed 4501 not you")
      )
      served.connect()(c =>
        assertEquals(
          c.ask("""{"id":1,"connect":{"data":"no"}}"""),
          """{"id":1,"error":{"code":1000,"message":"closed today"}}"""
        )
      )
      served.connect(): client =>
        val connected = client.ask("""{"id":1,"connect":{}}""")
        assert(connected.contains(""""data":[1],"subs":{"server":{"positioned":true"""), connected)
        served.publish("server", "7")
        assertEquals(client.hear(), """{"push":{"channel":"server","pub":{"data":7,"offset":1}}}""")
        assert(client.ask("""{"id":2,"subscribe":{"channel":"odd"}}""").contains(""""code":1001"""))
        assert(client.ask("""{"id":3,"subscribe":{"channel":"tea"}}""").endsWith(""""data":3}}"""))
        assert(client.ask("""{"id":4,"publish":{"channel":"tea","data":0}}""").contains(""""code":103"""))
        client.say("""{"id":5,"publish":{"channel":"tea","data":1}}""")
        val heard = Seq(client.hear(), client.hear()).find(_.contains("pub\":{\"data")).get
        assert(heard.contains(""""data":"changed","info":{"user":"ann","""), heard)
        assert(heard.contains(""""conn_info":{"n":1},"chan_info":2}"""), heard)
        assert(heard.contains(""""tags":{"by":"ann"}"""), heard)
        assertEquals(
          client.ask("""{"id":6,"rpc":{"method":"add","data":5}}"""),
          """{"id":6,"rpc":{"data":[5]}}"""
        )
        assert(client.ask("""{"id":7,"rpc":{"method":"none","data":5}}""").contains(""""code":104"""))
        assertEquals(
          client.ask("""{"id":8,"rpc":{"method":"fail","data":5}}"""),
          """{"id":8,"error":{"code":100,"message":"internal server error","temporary":true}}"""
        )
        assertEquals(nextReport()._1.getMessage, "as the test wants")

  test("messages without an answer go to their hook, and end the connection without a hook"):
    val heard = java.util.concurrent.LinkedBlockingQueue[Json]()
    pushing(hooks = Hooks().onMessage(c => heard.put(c.data))): served =>
      served.connect(): client =>
        client.enter()
        client.say("""{"send":{"data":[1]}}""")
        assertEquals(awaitNext(heard), Json("[1]"))
    pushing(): served =>
      served.connect(): client =>
        client.enter()
        assertEquals(client.ask("""{"send":{"data":[1]}}"""), "closed 3508 not available")

  test("a connection that ends leaves its channels, and the hook runs"):
    val ended = java.util.concurrent.LinkedBlockingQueue[Disconnected]()
    pushing(hooks = Hooks().onDisconnect(ended.put)): served =>
      val id = served.connect(): client =>
        val id = client.entered()
        client.ask("""{"id":2,"subscribe":{"channel":"tea"}}"""): Unit
        served.awaitSubscribers("tea", 1)
        id
      val told = awaitNext(ended)
      assertEquals((told.client.client, told.code), (id, 3000))
      served.awaitSubscribers("tea", 0)
      Eventually.until("nothing is left of it"):
        served.channels.core.connections.size == 0 && served.push.connections == 0
end ProtocolSuite

/** The same where each node keeps a history of its own, of its arrivals. */
class ProtocolUnsharedSuite extends ProtocolSuite:
  override def newMediator(): Mediator = UnsharedMediator()
