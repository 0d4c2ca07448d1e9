package eddy.push.internal.wire

import eddy.push.*

import com.github.plokhotnyuk.jsoniter_scala.core.JsonValueCodec
import com.github.plokhotnyuk.jsoniter_scala.macros.JsonCodecMaker

/** What hooks read with [[Json.as]] and write with [[Json.of]]. */
class HookDataSuite extends PushFixture:
  private given JsonValueCodec[HookDataSuite.Sum] = JsonCodecMaker.make
  private given JsonValueCodec[Int] = JsonCodecMaker.make

  private def sum(data: Json): Json =
    val said = data.as[HookDataSuite.Sum]
    Json.of(said.a + said.b)

  private val hooks = Hooks()
    .onConnect(c => Verdict.Allow(Admitted("ann", data = if c.data.isEmpty then Json.none else sum(c.data))))
    .onSubscribe(s => Verdict.Allow(Granted(data = if s.data.isEmpty then Json.none else sum(s.data))))
    .onPublish(p => Verdict.Allow(Passed(sum(p.data))))
    .onRpc("add")(c => Verdict.Allow(sum(c.data)))
    .onMessage(c => sum(c.data): Unit)

  test("every hook reads its data, and bad data is answered with 107 and the place"):
    pushing(hooks = hooks): served =>
      val (good, bad) = ("""{"a":1,"b":2}""", """{"a":1,"b":"x"}""")
      served.connect(): client =>
        assert(clue(
          client.ask(s"""{"id":1,"connect":{"data":$bad}}""")
        ).contains(""""code":107,"message":"bad request: illegal number"""))
      served.connect(): client =>
        assert(clue(client.ask(s"""{"id":1,"connect":{"data":$good}}""")).contains(""""data":3"""))
        client.ask("""{"id":2,"subscribe":{"channel":"tea"}}"""): Unit
        for
          (method, command) <- Seq(
            "subscribe" -> ((data: String) => s""""subscribe":{"channel":"milk","data":$data}"""),
            "publish" -> ((data: String) => s""""publish":{"channel":"tea","data":$data}"""),
            "rpc" -> ((data: String) => s""""rpc":{"method":"add","data":$data}""")
          )
        do
          val answer = client.ask(s"""{"id":3,${command(bad)}}""")
          assert(
            answer.contains(""""code":107,"message":"bad request: illegal number at byte """),
            s"$method: $answer"
          )
          assert(!answer.contains("temporary"), answer)
          assert(served.refused(method, 107), method)
        assert(client.ask(s"""{"id":4,"rpc":{"method":"add","data":$good}}""").contains(""""data":3"""))
        client.say(s"""{"send":{"data":$bad}}""")
        assert(client.ask("""{"id":5,"ping":{}}""").contains("108"))
        assert(served.refused("send", 107))
      served.connect("/socket/tea"): client =>
        assert(clue(client.ask(bad)).startsWith("closed 3501 bad request: illegal number"))
end HookDataSuite

object HookDataSuite:
  final case class Sum(a: Int, b: Int)
