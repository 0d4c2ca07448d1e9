package eddy.push.internal.wire

import eddy.push.*

import scala.concurrent.duration.DurationInt

/** Input that no correct client sends: each is answered with a number, and the state before it stays. */
class BadInputSuite extends PushFixture:
  private val unconnected = Seq(
    "nothing" -> "" -> "closed 3501 bad request: an empty message",
    "no JSON" -> "hello" -> "closed 3501 bad request: malformed JSON in command 1",
    "half a command" -> """{"id":1,"connect":{""" -> "closed 3501 bad request: malformed JSON in command 1",
    "a list" -> "[]" -> "closed 3501 bad request: command 1: expected an object",
    "deep JSON" -> (s"""{"id":1,"connect":{"data":${"[" * 70}${"]" * 70}}}""") ->
      "closed 3501 bad request: JSON that is more than 64 deep",
    "subscribe before connect" -> """{"id":1,"subscribe":{"channel":"tea"}}""" -> "closed 3501 bad request: connect first",
    "an unknown method before connect" -> """{"id":1,"dance":{}}""" -> "closed 3501 bad request: connect first",
    "a pong before connect" -> "{}" -> "closed 3501 bad request: a pong without a ping",
    "connect without an id" -> """{"connect":{}}""" -> "closed 3501 bad request: connect once, with an id",
    "connect with another token" -> """{"id":1,"connect":{"token":"x.y.z"}}""" -> "closed 3500 invalid token"
  )
  private val connected = Seq(
    """{"id":2,"connect":{}}""" -> "closed 3501 bad request: connect once",
    """{"subscribe":{"channel":"tea"}}""" -> "closed 3501 bad request: a command without an id",
    "{}" -> "closed 3501 bad request: a pong without a ping",
    """{"send":{}}""" -> "closed 3508 not available",
    """{"id":2,"dance":{}}""" -> """{"id":2,"error":{"code":104,"message":"method not found"}}""",
    """{"id":2,"ping":{}}""" -> """{"id":2,"error":{"code":108,"message":"not available"}}""",
    """{"id":2,"subscribe":{}}""" -> """{"id":2,"error":{"code":107,"message":"bad request"}}""",
    s"""{"id":2,"subscribe":{"channel":"${"x" * 256}"}}""" -> """{"id":2,"error":{"code":107,""",
    s"""{"id":2,"subscribe":{"channel":"${"ä" * 128}"}}""" -> """{"id":2,"error":{"code":107,""",
    """{"id":2,"subscribe":{"channel":"a\u0000b"}}""" -> """{"id":2,"error":{"code":107,""",
    """{"id":2,"subscribe":{"channel":"a\nb"}}""" -> """{"id":2,"error":{"code":107,""",
    """{"id":2,"subscribe":{"channel":"a\u0085b"}}""" -> """{"id":2,"error":{"code":107,""",
    """{"id":2,"subscribe":{"channel":"a\u2028b"}}""" -> """{"id":2,"error":{"code":107,""",
    """{"id":2,"subscribe":{"channel":"$eddy:control"}}""" -> """{"id":2,"error":{"code":107,""",
    """{"id":2,"subscribe":{"channel":"unknown:x"}}""" -> """{"id":2,"error":{"code":102,"message":"unknown channel"}}""",
    """{"id":2,"subscribe":{"channel":"$tea"}}""" -> """{"id":2,"error":{"code":103,"message":"permission denied"}}""",
    """{"id":2,"subscribe":{"channel":"closed:x"}}""" -> """{"id":2,"error":{"code":103,""",
    """{"id":2,"subscribe":{"channel":"tea","token":"x"}}""" -> """{"id":2,"error":{"code":103,""",
    """{"id":2,"publish":{"channel":"milk","data":1}}""" -> """{"id":2,"error":{"code":103,""",
    """{"id":2,"publish":{"channel":"a/**","data":1}}""" -> """{"id":2,"error":{"code":107,""",
    """{"id":2,"publish":{"channel":"","data":1}}""" -> """{"id":2,"error":{"code":107,""",
    """{"id":2,"publish":{"channel":"milk"}}""" -> """{"id":2,"error":{"code":107,""",
    """{"id":2,"presence":{"channel":"milk"}}""" -> """{"id":2,"error":{"code":103,""",
    """{"id":2,"history":{"channel":"milk"}}""" -> """{"id":2,"error":{"code":103,""",
    """{"id":2,"unsubscribe":{"channel":"milk"}}""" -> """{"id":2,"unsubscribe":{}}""",
    """{"id":2,"refresh":{"token":"x"}}""" -> """{"id":2,"error":{"code":108,""",
    """{"id":2,"sub_refresh":{"channel":"milk","token":"x"}}""" -> """{"id":2,"error":{"code":103,""",
    """{"id":2,"rpc":{"method":"none"}}""" -> """{"id":2,"error":{"code":104,"""
  )
  for ((name, text), answer) <- unconnected do
    test(s"$name gets: $answer"):
      pushing(): served =>
        served.connect(): client =>
          val heard = client.ask(text)
          assert(heard.startsWith(answer), heard)
        assert(served.metric("eddy_push_disconnects_total", answer.slice(7, 11)))

  for (text, answer) <- connected do
    test(s"${text.take(80)} of a connected client gets: $answer"):
      pushing(): served =>
        served.connect(): client =>
          client.enter()
          val heard = client.ask(text)
          assert(heard.startsWith(answer), heard)
          if !heard.startsWith("closed") then
            // the connection is as good as before
            assert(
              client.ask("""{"id":9,"subscribe":{"channel":"tea"}}""").startsWith("""{"id":9,"subscribe":{""")
            )

  test("names with odd characters are channels like others"):
    pushing(): served =>
      served.connect(): client =>
        client.enter()
        for name <- Seq(
            "ä😀",
            " ",
            "a b",
            "'\\\"",
            "/",
            "//",
            "a//b",
            "?x=1&y",
            "..",
            "%00",
            "<script>",
            "a*b",
            "*x"
          )
        do
          val quoted = name.replace("\\", "\\\\").replace("\"", "\\\"")
          val answer = client.ask(s"""{"id":2,"subscribe":{"channel":"$quoted"}}""")
          assert(answer.contains(""""positioned":true"""), s"$name: $answer")

  test("several commands with one id are all answered, in order"):
    pushing(): served =>
      served.connect(): client =>
        client.enter()
        client.say(
          "{\"id\":5,\"subscribe\":{\"channel\":\"tea\"}}\n{\"id\":5,\"subscribe\":{\"channel\":\"tea\"}}\n{\"id\":5,\"ping\":{}}"
        )
        assert(client.hear().startsWith("""{"id":5,"subscribe":{"""))
        assertEquals(client.hear(), """{"id":5,"error":{"code":105,"message":"already subscribed"}}""")
        assertEquals(client.hear(), """{"id":5,"error":{"code":108,"message":"not available"}}""")

  test(
    "forms as with Centrifugo: null for an absent field, messages without data, JSON as bytes, no epoch"
  ):
    val hooks = Hooks().onConnect(_ => Verdict.Allow(Admitted("ann"))).onMessage(_ => ())
    pushing(hooks = hooks): served =>
      served.connect(): client =>
        val nulls = "token data name version subs headers".split(' ').map(f => s"\"$f\":null").mkString(",")
        assert(client.ask(s"{\"id\":1,\"connect\":{$nulls}}").contains("client"))
        val absent = "token recover epoch offset data join_leave tf flag".split(' ').map(f =>
          s"\"$f\":null"
        ).mkString(",")
        assert(client.ask(s"{\"id\":2,\"subscribe\":{\"channel\":\"tea\",$absent}}").contains("positioned"))
        served.publishAll("tea", Seq("1", "2"))
        for _ <- 1 to 2 do client.hear()
        for
          (limit, since, all) <- Seq(
            ("null", "null", 0),
            ("10", "null", 2),
            ("10", "{\"offset\":1}", 1),
            ("10", "{\"offset\":null,\"epoch\":null}", 2)
          )
        do
          val answer = client.ask(
            s"{\"id\":3,\"history\":{\"channel\":\"tea\",\"limit\":$limit,\"since\":$since,\"reverse\":null}}"
          )
          assertEquals(answer.split("\"data\"").length - 1, all, answer)
        assert(clue(
          client.ask("{\"id\":4,\"history\":{\"channel\":\"tea\",\"since\":{\"offset\":9},\"limit\":1}}")
        ).contains("112"))
        client.say("{\"send\":{}}")
        client.say("{\"send\":{\"data\":null}}")
        client.socket.send(2, "{\"id\":5,\"ping\":null}".getBytes("UTF-8"))
        client.socket.send(2, "{\"id\":6,\"ping\":{}}".getBytes("UTF-8"))
        assert(clue(client.hear()).startsWith("{\"id\":5,\"error\""))
        assert(clue(client.hear()).startsWith("{\"id\":6,\"error\":{\"code\":108"))
        client.ask("{\"id\":7,\"unsubscribe\":{\"channel\":\"tea\"}}"): Unit
        val again = client.ask("{\"id\":8,\"subscribe\":{\"channel\":\"tea\",\"recover\":true,\"offset\":1}}")
        assert(clue(again).contains("\"recovered\":true") && again.contains("\"data\":2"))

  test("bytes that are not text end the connection with 3501"):
    pushing(): served =>
      served.connect(): client =>
        client.enter()
        client.socket.send(
          2,
          "{\"id\":2,\"ping\":\"".getBytes("UTF-8") ++ Array(0xc3.toByte) ++ "\"}".getBytes("UTF-8")
        )
        assert(client.hear().startsWith("closed 3501"))

  test("a binary message ends the connection with 3501"):
    pushing(): served =>
      served.connect(): client =>
        client.enter()
        client.socket.send(2, Array[Byte](1))
        assert(client.hear().startsWith("closed 3501"))

  test("a client that is silent after the handshake is ended with 3502"):
    pushing(PushConfig(anonymous = true, connectTimeout = 50.millis)): served =>
      served.connect()(client => assertEquals(client.hear(), "closed 3502 stale"))

  test("without a token or a hook no client connects, unless anonymous ones may"):
    pushing(PushConfig()): served =>
      served.connect(): client =>
        assertEquals(
          client.ask("""{"id":1,"connect":{}}"""),
          """{"id":1,"error":{"code":101,"message":"unauthorized"}}"""
        )
        assert(client.ask("""{"id":2,"connect":{}}""").startsWith("closed 3501"))
      assert(served.refused("connect", 101))

  test("pages of other origins are turned away"):
    pushing(): served =>
      connected(served.server): raw =>
        val socket = eddy.web.WebSocketClient(raw, "/connection/websocket", "Origin: http://evil.example\r\n")
        assertEquals(socket.handshake.status, 403)
      val answer = ask(served.server, "/events/tea", headers = Seq("Origin" -> "http://evil.example"))
      assertEquals(answer.statusCode, 403)
      assert(served.metric("eddy_push_turned_away_total", "403"))

  test("while the mediator is away, requests are refused with that reason, and work again when it is back"):
    pushing(): served =>
      served.connect(): client =>
        client.enter()
        client.ask("""{"id":2,"subscribe":{"channel":"tea"}}"""): Unit
        served.mediator.cut()
        val error = """"error":{"code":100,"message":"internal server error","temporary":true}}"""
        assertEquals(client.ask("""{"id":3,"publish":{"channel":"tea","data":1}}"""), s"""{"id":3,$error""")
        assertEquals(client.ask("""{"id":4,"subscribe":{"channel":"milk"}}"""), s"""{"id":4,$error""")
        served.mediator.restore()
        assert(client.ask("""{"id":5,"subscribe":{"channel":"milk"}}""").contains("positioned"))
end BadInputSuite

/** The same where each node keeps a history of its own, of its arrivals. */
class BadInputUnsharedSuite extends BadInputSuite:
  override def newMediator(): Mediator = UnsharedMediator()
