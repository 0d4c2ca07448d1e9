package eddy.push

import eddy.actor.ActorSystem
import eddy.push.internal.{Credential, SubscriptionDetails, TestConnection}
import eddy.web.WebSuite

import java.net.URI
import java.net.http.HttpResponse.BodyHandlers
import java.net.http.{HttpClient, HttpRequest}
import java.nio.charset.Charset
import java.nio.charset.StandardCharsets.{ISO_8859_1, UTF_8}

/** Services that publish and look by HTTP. */
class PushApiSuite extends WebSuite:
  private given ActorSystem = ActorSystem(engine)
  private val key = "0123456789abcdef"
  private lazy val http = HttpClient.newHttpClient()

  private final class Api(val url: String, val channels: Channels, val service: MemoryService):
    def status(method: String, body: String, key: String = key, charset: Charset = UTF_8): (Int, String) =
      val request = HttpRequest.newBuilder(URI(s"$url/api/$method")).header("X-API-Key", key)
        .POST(HttpRequest.BodyPublishers.ofString(body, charset)).build()
      val answer = http.send(request, BodyHandlers.ofString())
      (answer.statusCode, answer.body)

    def call(method: String, body: String): String =
      val (code, text) = status(method, body)
      assertEquals(code, 200, text)
      text

    def refused(code: Int): Long = channels.core.node.stats.refusedBy(code)

    def hear(channel: String): Happenings[Publication] =
      val heard = Happenings[Publication]()
      await(channels.subscribe(channel)(heard.add)): Unit
      heard
  end Api

  private def now = System.currentTimeMillis / 1000

  private def api(body: Api => Unit): Unit =
    val namespaces = Seq(Namespace(), Namespace("kept", history = 10, presence = true))
    val service = MemoryService()
    val channels = Channels.start(ChannelsConfig(namespaces), MemoryMediator(service))
    serving(PushApi(channels, key).routes)(server => body(Api(server.url, channels, service)))
    await(channels.close())

  test("null counts as absent, and a position without an epoch is of the one of now"):
    api: it =>
      for data <- 1 to 3 do
        it.call("publish", s"""{"channel":"kept:a","data":$data,"tags":null,"idempotency_key":null}""")
      for
        (fields, all) <- Seq(
          (""""limit":null,"since":null,"reverse":null""", 0),
          (""""limit":10,"since":{"offset":1}""", 2),
          (""""limit":10,"since":{"offset":null,"epoch":null}""", 3)
        )
      do
        val answer = it.call("history", s"""{"channel":"kept:a",$fields}""")
        assertEquals(answer.split("\"data\"").length - 1, all, answer)

  test("data that is null is no data"):
    api: it =>
      for data <- Seq("null", " null") do
        val answer = it.call("publish", s"{\"channel\":\"kept:a\",\"data\":$data}")
        assert(answer.contains("\"code\":107"), answer)

  test("fields of Centrifugo's that are not acted on are refused by name, unless they say nothing"):
    api: it =>
      val fields = Seq(
        "skip_history",
        "version",
        "version_epoch",
        "delta",
        "b64data",
        "b64info",
        "session",
        "recover_since",
        "override"
      )
      for field <- fields do
        val refused = it.call("publish", s"{\"channel\":\"kept:a\",\"data\":1,\"$field\":\"x\"}")
        assert(refused.contains("\"code\":107") && refused.contains(field), refused)
        for nothing <- Seq("null", "false", "0", "\"\"", " false", "\n 0", " null") do
          val taken = it.call("publish", s"{\"channel\":\"kept:a\",\"data\":1,\"$field\":$nothing}")
          assert(taken.contains("offset"), s"$field $nothing: $taken")

  test(
    "a service disconnects with its own code, but for some clients, and subscribes with more said"
  ):
    api: it =>
      val all = Seq("c1", "c2", "c3").map(TestConnection(_, "ann"))
      all.foreach(it.channels.hub.connected)
      it.call(
        "disconnect",
        """{"user":"ann","whitelist":["c2"],"disconnect":{"code":4100,"reason":"bye"}}"""
      ): Unit
      for c <- Seq(all(0), all(2)) do assertEquals(c.ends.awaitSize(1), Vector((4100, "bye")))
      it.call("disconnect", """{"user":"ann","code":4200,"reason":"later","whitelist":["c1","c3"]}"""): Unit
      assertEquals(all(1).ends.awaitSize(1), Vector((4200, "later")))
      assert(it.call("disconnect", """{"user":"ann","disconnect":{"code":1}}""").contains("\"code\":107"))
      val body =
        """{"user":"ann","client":"c1","channel":"kept:a","info":{"n":1},"expire_at":4000000000,"data":7}"""
      it.call("subscribe", body): Unit
      assertEquals(
        all(0).details.awaitSize(1).head,
        SubscriptionDetails(Json("{\"n\":1}"), Json("7"), 4000000000L)
      )

  test("the key comes in any of the places where clients of Centrifugo put it"):
    api: it =>
      for
        (query, header, status) <- Seq(
          ("", "Authorization" -> s"apikey $key", 200),
          ("", "Authorization" -> s"APIKEY  $key", 200),
          ("", "authorization" -> s"Bearer $key", 401),
          ("", "Authorization" -> "apikey wrong", 401),
          (s"?api_key=$key", "X-Other" -> "1", 200),
          ("?api_key=wrong", "X-Other" -> "1", 401),
          (s"?api_key=$key&api_key=$key", "X-Other" -> "1", 401),
          ("", "X-API-Key" -> key, 200)
        )
      do
        val request = HttpRequest.newBuilder(URI(s"${it.url}/api/publish$query")).header(header(0), header(1))
          .POST(HttpRequest.BodyPublishers.ofString("""{"channel":"a","data":1}""")).build()
        assertEquals(http.send(request, BodyHandlers.ofString()).statusCode, status, s"$query $header")
      val twice = HttpRequest.newBuilder(URI(s"${it.url}/api/publish")).header("X-API-Key", key)
        .header("X-API-Key", "other").POST(HttpRequest.BodyPublishers.ofString("{}")).build()
      assertEquals(http.send(twice, BodyHandlers.ofString()).statusCode, 400)

  test("a service's publications come to the subscribers, once for a key, and is in the history"):
    api: it =>
      val heard = it.hear("kept:a")
      val first = it.call(
        "publish",
        """{"channel":"kept:a","data":{"x":[1,"ä"]},"tags":{"lang":"de"},"idempotency_key":"k","unknown":1}"""
      )
      assert(first.matches("""\{"result":\{"offset":1,"epoch":"[^"]+"\}\}"""), first)
      assertEquals(it.call("publish", """{"channel":"kept:a","data":2,"idempotency_key":"k"}"""), first)
      it.call("publish", """{"channel":"kept:a","data":3}"""): Unit
      val all = heard.awaitSize(2)
      assertEquals(all.map(_.message.data.toString), Vector("""{"x":[1,"ä"]}""", "3"))
      assertEquals(all.head.message.tags, Map("lang" -> "de"))
      val history = it.call("history", """{"channel":"kept:a","limit":1,"reverse":true}""")
      assert(
        history.contains(""""publications":[{"data":3,"offset":2""") && history.contains(
          """"offset":2,"epoch":""""
        ),
        history
      )
      val epoch = all.head.position.epoch
      val after =
        it.call("history", s"""{"channel":"kept:a","limit":-1,"since":{"offset":1,"epoch":"$epoch"}}""")
      assert(after.contains(""""data":3""") && !after.contains("ä"), after)
      assert(it.call(
        "history",
        """{"channel":"kept:a","limit":9,"since":{"offset":1,"epoch":"x"}}"""
      ).contains(""""code":112"""))
      assertEquals(it.call("history_remove", """{"channel":"kept:a"}"""), """{"result":{}}""")
      assert(it.call("history", """{"channel":"kept:a","limit":9}""").contains(""""publications":[]"""))

  test("a broadcast answers for each channel"):
    api: it =>
      val (one, two) = (it.hear("a"), it.hear("b"))
      val answer = it.call("broadcast", """{"channels":["a","none:x","b"],"data":1}""")
      assert(answer.startsWith("""{"result":{"responses":[{"result":{}},{"error":{"code":102,"""), answer)
      assertEquals(Seq(one, two).map(_.awaitSize(1).size), Seq(1, 1))

  test("a service can ask for the subscribers"):
    api: it =>
      it.channels.enter("kept:a", ClientInfo("c1", "ada"))
      it.channels.enter("kept:a", ClientInfo("c2", "ada"))
      assertEquals(
        it.call("presence_stats", """{"channel":"kept:a"}"""),
        """{"result":{"num_clients":2,"num_users":1}}"""
      )
      val presence = it.call("presence", """{"channel":"kept:a"}""")
      assert(presence.contains(""""c1":{"user":"ada","client":"c1"}"""), presence)
      assert(it.call("presence", """{"channel":"plain"}""").contains(""""code":108"""))

  test("a token is revoked, or those of a user that were issued until a moment, on every node"):
    api: it =>
      val other = Channels.start(ChannelsConfig(), MemoryMediator(it.service))
      await(other.started)
      def came(user: String, token: String, issued: Long) =
        val connection = TestConnection(token, user, token, issued)
        other.hub.connected(connection)
        connection
      val (first, second) = (came("ann", "t1", 100), came("ann", "t2", 100))
      val (old, fresh, stranger) =
        (came("bob", "t3", 100), came("bob", "t4", 200), came("eve", "t5", now + 9))
      val until = now + 3600
      def put(out: TestConnection*)(method: String, body: String): Unit =
        assertEquals(it.call(method, s"""{$body,"expire_at":$until}"""), """{"result":{}}""")
        assertEquals(out.map(_.ends.awaitSize(1)), out.map(_ => Vector((3500, "invalid token"))))
      put(first)("revoke_token", """"uid":"t1"""")
      put(old)("invalidate_user_tokens", """"user":"bob","issued_before":150""")
      assert(other.hub.isRevoked(Credential("ann", "t1", 100)))
      assert(other.hub.isRevoked(Credential("bob", "", 150)) && !other.hub.isRevoked(Credential(
        "bob",
        "",
        151
      )))
      assertEquals(Seq(second, fresh, stranger).map(_.ends.now), Seq.fill(3)(Vector.empty))
      // those issued until now
      put(fresh)("invalidate_user_tokens", """"user":"bob"""")
      put()("invalidate_user_tokens", """"user":"eve"""")
      put(second)("revoke_token", """"uid":"t2"""")
      assertEquals(stranger.ends.now, Vector.empty)
      await(other.close())

  test("an error is answered with its number and counted, and without the key nothing is done"):
    api: it =>
      for (method, body, code) <- Seq(
          ("publish", """{"channel":"a"}""", 107),
          ("publish", """{"channel":"","data":1}""", 107),
          ("publish", """{"channel":"a\u0085","data":1}""", 107),
          ("publish", s"""{"channel":"a","data":${"[" * 100}${"]" * 100}}""", 107),
          ("publish", s"""{"channel":"a","data":1,"idempotency_key":"${"k" * 200}"}""", 107),
          ("publish", """{"channel":"none:x","data":1}""", 102),
          ("history", """{"channel":"kept:a","since":{"offset":18446744073709551615,"epoch":"x"}}""", 112),
          ("history", """{"channel":"kept:a","since":{"offset":18446744073709551616,"epoch":"x"}}""", 107),
          ("history", """{"channel":"kept:a","since":{"offset":-1,"epoch":"x"}}""", 107),
          ("broadcast", """{"data":1}""", 107),
          ("disconnect", "{}", 107),
          ("unsubscribe", """{"channel":"a"}""", 107),
          ("subscribe", """{"channel":"a"}""", 107),
          ("subscribe", """{"user":"ann","channel":"none:x"}""", 102),
          ("subscribe", s"""{"user":"ann","channel":"a","data":${"[" * 100}${"]" * 100}}""", 107),
          ("send", """{"data":1}""", 107),
          ("send", """{"user":"ann"}""", 107),
          ("send", s"""{"user":"ann","data":"${"x" * 65536}"}""", 106),
          ("revoke_token", s"""{"expire_at":${now + 60}}""", 107),
          ("revoke_token", """{"uid":"t1"}""", 107),
          ("revoke_token", """{"uid":"t1","expire_at":3600}""", 107),
          ("revoke_token", s"""{"uid":"t1","expire_at":${now * 1000}}""", 107),
          ("revoke_token", s"""{"uid":"t1","expire_at":${Long.MaxValue}}""", 107),
          ("invalidate_user_tokens", s"""{"expire_at":${now + 60}}""", 107),
          ("invalidate_user_tokens", """{"user":"ann"}""", 107),
          ("invalidate_user_tokens", s"""{"user":"ann","channel":"a","expire_at":${now + 60}}""", 107),
          ("invalidate_user_tokens", s"""{"user":"ann","expire_at":${now + 60},"issued_before":-1}""", 107),
          (
            "invalidate_user_tokens",
            s"""{"user":"ann","expire_at":${now + 60},"issued_before":${now * 1000}}""",
            107
          ),
          ("forget_everything", "{}", 104)
        )
      do
        val before = it.refused(code)
        val answer = it.call(method, body)
        assert(answer.contains(s""""code":$code"""), s"$method $body: $answer")
        assertEquals(it.refused(code), before + 1, s"$method $body")
      end for
      assert(it.call("publish", """{"channel":"a"}""").contains("no data: give JSON"))
      val over = it.call("revoke_token", """{"uid":"t1","expire_at":3600}""")
      assert(over.contains("expire_at = 3600: is past; give when"), over)
      // the second may change between two looks at the clock
      val present = now
      val millis = it.call("revoke_token", s"""{"uid":"t1","expire_at":${present}000}""")
      assert(millis.contains(s"expire_at = ${present}000: ") && millis.contains("give seconds"), millis)
      val malformed = Seq("nonsense", "[]", """{"channel":1}""", """{"data":}""")
      val before = it.refused(107)
      for body <- malformed do
        val (status, answer) = it.status("publish", body)
        assert(status == 400 && answer.contains("bad request (107)"), answer)
      // clients would end their connections over it
      val (status, answer) = it.status("publish", """{"channel":"a","data":"ä"}""", charset = ISO_8859_1)
      assert(status == 400 && answer.contains("not UTF-8"), answer)
      assertEquals(it.refused(107), before + malformed.size + 1)
      val heard = it.hear("a")
      for wrong <- Seq("", "0123456789abcdeg", key + "0") do
        assertEquals(it.status("publish", """{"channel":"a","data":1}""", wrong)(0), 401)
      assertEquals(it.refused(101), 3L)
      it.call("publish", """{"channel":"a","data":2}"""): Unit
      assertEquals(heard.awaitSize(1).map(_.message.data.toString), Vector("2"))
      intercept[IllegalArgumentException](PushApi(it.channels, "short")): Unit
end PushApiSuite
