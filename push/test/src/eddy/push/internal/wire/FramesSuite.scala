package eddy.push.internal.wire

import eddy.push.internal.wire.Command.{Body, SubscribeOptions}
import eddy.push.{Json, Position}

import java.nio.charset.StandardCharsets.UTF_8

class FramesSuite extends eddy.testing.PatientSuite:
  private def read(text: String) = Frames.read(text.getBytes(UTF_8), 16, 4)
  private def one(text: String) = read(text).map(_.head)

  private val commands = Seq(
    """{"id":1,"connect":{}}""" -> Command(1, Body.Connect("", Json.none, Map.empty, "", "")),
    """{"id":1,"connect":{"token":"t","data":{"a":1},"name":"js","version":"5","subs":{"x":{"recover":true,"epoch":"e","offset":3}}}}""" ->
      Command(1, Body.Connect("t", Json("""{"a":1}"""), Map("x" -> Some(Position(3, "e"))), "js", "5")),
    """{"subscribe":{"channel":"x"},"id":4294967295}""" ->
      Command(4294967295L, Body.Subscribe("x", SubscribeOptions())),
    """{"id":2,"subscribe":{"channel":"x","token":"t","recover":true,"epoch":"e","offset":7,"join_leave":true,"flag":1,"data":[]}}""" ->
      Command(
        2,
        Body.Subscribe("x", SubscribeOptions("t", Some(Position(7, "e")), Json("[]"), joinLeave = true))
      ),
    """{"id":3,"unsubscribe":{"channel":"x"}}""" -> Command(3, Body.Unsubscribe("x")),
    """{"id":4,"publish":{"channel":"x","data":"ä"}}""" -> Command(4, Body.Publish("x", Json("\"ä\""))),
    """{"id":4,"publish":{"channel":"x","data":null}}""" -> Command(4, Body.Publish("x", Json("null"))),
    """{"id":5,"presence":{"channel":"x"}}""" -> Command(5, Body.Presence("x")),
    """{"id":6,"presence_stats":{"channel":"x"}}""" -> Command(6, Body.PresenceStats("x")),
    """{"id":7,"history":{"channel":"x","limit":-1,"since":{"offset":2,"epoch":"e"},"reverse":true}}""" ->
      Command(7, Body.History("x", -1, Some(Position(2, "e")), reverse = true)),
    """{"id":7,"history":{"channel":"x","since":{"offset":18446744073709551615,"epoch":"e"}}}""" ->
      Command(7, Body.History("x", 0, Some(Position(Long.MaxValue, "e")), reverse = false)),
    """{"id":7,"history":{"channel":"x","since":{"offset":null,"epoch":"e"}}}""" ->
      Command(7, Body.History("x", 0, Some(Position(0, "e")), reverse = false)),
    """{"id":8,"rpc":{"method":"m","data":1}}""" -> Command(8, Body.Rpc("m", Json("1"))),
    """{"send":{"data":1}}""" -> Command(0, Body.Send(Json("1"))),
    """{"id":9,"refresh":{"token":"t"}}""" -> Command(9, Body.Refresh("t")),
    """{"id":9,"sub_refresh":{"channel":"x","token":"t"}}""" -> Command(9, Body.SubRefresh("x", "t")),
    """{"id":9,"ping":{}}""" -> Command(9, Body.Ping),
    "{}" -> Command(0, Body.Pong),
    """{"id":9,"dance":{"far":[1]}}""" -> Command(9, Body.Unknown),
    """{"id":9}""" -> Command(9, Body.Unknown),
    """{"id":9,"connect":null,"ping":{}}""" -> Command(9, Body.Ping)
  )

  private val wrong = Seq(
    "" -> "an empty message",
    " \n " -> "an empty message",
    "x" -> "malformed JSON in command 1",
    "{}\n{" -> "malformed JSON in command 2",
    "[]" -> "command 1: expected an object",
    "1" -> "command 1: expected an object",
    "{}{}" -> "command 1 does not end with its line",
    "{}\n{}\n{}\n{}\n{}" -> "more than 4 commands in a message",
    """{"id":-1}""" -> "command 1: id must be from 0 to 4294967295",
    """{"id":4294967296}""" -> "command 1: id must be from 0 to 4294967295",
    """{"id":"1"}""" -> "command 1: illegal number",
    """{"id":1.5}""" -> "command 1: ",
    """{"id":1,"publish":{"channel":5}}""" -> "command 1: ",
    """{"id":1,"publish":"x"}""" -> "command 1: expected an object",
    """{"id":1,"publish":{},"rpc":{}}""" -> "command 1: two methods in one command",
    """{"id":1,"subscribe":{"offset":-1}}""" -> "command 1: offset = -1: must be from 0 to 18446744073709551615",
    """{"id":1,"history":{"since":{"offset":-9223372036854775809}}}""" -> "command 1: offset = -9223372036854775809: must",
    """{"id":1,"subscribe":{"offset":18446744073709551616}}""" -> "command 1: offset = 18446744073709551616: must",
    """{"id":1,"subscribe":{"offset":100000000000000000000}}""" -> "command 1: ",
    """{"id":1,"subscribe":{"offset":1.5}}""" -> "command 1: ",
    """{"id":1,"subscribe":{"offset":"1"}}""" -> "command 1: ",
    """{"id":1,"subscribe":{"channel":"\ud800"}}""" -> "command 1: ",
    ("[" * 17 + "]" * 17) -> "JSON that is more than 16 deep"
  )
  for (text, command) <- commands do test(s"reads $text")(assertEquals(one(text), Right(command)))
  for (text, why) <- wrong do
    test(s"refuses ${text.take(60).replace("\n", "\\n")}"):
      read(text) match
        case Left(said) => assert(said.startsWith(why), said)
        case Right(commands) => fail(s"read as $commands")

  test("commands of one message keep their order, whatever the white space around them"):
    val read = this.read("\n{\"id\":1,\"ping\":{}}\r\n\n {\"id\":2,\n\"ping\":{}}\n")
    assertEquals(read.map(_.map(_.id)), Right(Vector(1L, 2L)))

  // their hashes are equal
  private def twins(n: Int): Seq[String] =
    (0 until n).map(i => (0 until 12).map(bit => if (i >> bit & 1) == 0 then "Aa" else "BB").mkString)

  test("of names with equal hashes no more are read than there may be"):
    assertEquals(twins(2048).map(_.hashCode).distinct.size, 1)
    def connect(n: Int) =
      Frames.read(
        s"""{"id":1,"connect":{"subs":{${twins(
            n
          ).map(name => s"\"$name\":{}").mkString(",")}}}}""".getBytes(UTF_8),
        16,
        4,
        maxSubscriptions = 100
      )
    assertEquals(
      connect(100).map(_.map(_.body)),
      Right(Vector(Body.Connect("", Json.none, twins(100).map(_ -> None).toMap, "", "")))
    )
    assert(clue(connect(2048)).left.exists(_.startsWith("command 1: more than 100 subscriptions")))

  test("of a filter no more is read than there may be"):
    def filter(vals: Int) =
      val all = twins(vals).map(v => s"\"$v\"").mkString(",")
      FilterReader.read(Json(s"""{"key":"a","cmp":"in","vals":[$all]}"""))
    assert(filter(60).isRight)
    assert(clue(filter(2048)).left.exists(_.startsWith("the filter has more than 64 parts at byte ")))
    val nodes = Seq.fill(2000)("""{"key":"a","cmp":"ex"}""").mkString(",")
    val nested = FilterReader.read(Json(s"""{"op":"or","nodes":[$nodes]}"""))
    assert(clue(nested).left.exists(_.startsWith("the filter has more than 64 parts at byte ")))
end FramesSuite
