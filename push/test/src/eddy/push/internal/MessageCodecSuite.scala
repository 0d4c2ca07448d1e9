package eddy.push.internal

import eddy.push.*

import java.nio.charset.StandardCharsets.UTF_8

class MessageCodecSuite extends eddy.testing.PatientSuite:
  private val full = Message(
    Json("""{"a":[1,2.50,"ü\u0000\"x"],"b":null}"""),
    Some(ClientInfo("c", "ü", Json("""{"n":1}"""), Json("2"))),
    Map("tag" -> "välue", "" -> ""),
    Some("key"),
    123456789012345L,
    "node",
    -42
  )

  test("a message comes out as it went in"):
    val plain = Message(Json("1"))
    val tagged = plain.copy(tags = (1 to MessageCodec.MaxTags).map(i => s"$i" -> "x").toMap)
    for m <- Seq(full, plain, tagged, Message(Json("null")), plain.copy(by = Some(ClientInfo("c", "")))) do
      assertEquals(MessageCodec.decode(MessageCodec.encode(m)), m)
      assertEquals(MessageCodec.decodeWithChannel(MessageCodec.encode(m, "/a/ü")), ("/a/ü", m))

  test("several come out in the order in which they went in, also from within other bytes"):
    for all <- Seq(Vector(full), Vector(full, Message(Json("1")), full)) do
      val bytes = MessageCodec.join(all.map(MessageCodec.encode(_)))
      assertEquals(MessageCodec.split(bytes), all)
      assertEquals(MessageCodec.split("head ".getBytes(UTF_8) ++ bytes, from = 5), all)

  test("data keeps its form, to the last space"):
    val odd = Json(""" { "a" : 1.0e2 , "a" : [ ] } """.trim)
    assertEquals(MessageCodec.decode(MessageCodec.encode(Message(odd))).data.toString, odd.toString)

  test("empty fields take no room"):
    assertEquals(String(MessageCodec.encode(Message(Json("1"))), UTF_8), """{"d":1}""")

  test("fields of a later release are skipped"):
    val text = """{"new":{"a":[1]},"d":1,"b":{"c":"x","z":0},"later":"x"}"""
    assertEquals(
      MessageCodec.decode(text.getBytes(UTF_8)),
      Message(Json("1"), by = Some(ClientInfo("x", "")))
    )

  test("another version, and bytes that are not a message, are refused with reasons"):
    def refusal(text: String) =
      intercept[MessageFormatException](MessageCodec.decode(text.getBytes(UTF_8))).getMessage
    assert(refusal("""{"v":2,"d":1}""").contains("version 2"))
    assert(refusal("hello").contains("5 bytes"))
    assert(refusal("""{"d":}""").contains("are not a message"))
    refusal("")
    refusal("[]")
    for wrong <- Seq("", "[]", "[{\"d\":1}", "{\"d\":1}", "[{\"d\":1},1]", "[{\"v\":2,\"d\":1}]") do
      intercept[MessageFormatException](MessageCodec.split(wrong.getBytes(UTF_8))): Unit
end MessageCodecSuite
