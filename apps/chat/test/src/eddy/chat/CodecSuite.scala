package eddy.chat

import eddy.push.Position

class CodecSuite extends eddy.testing.PatientSuite:
  test("a client message is an object whose field `type` names it in kebab-case"):
    assertEquals(
      Codec.encode(ClientMessage.Join("lobby", "Ada", Some("t"), Some(Position(7, "e")))),
      """{"type":"join","room":"lobby","name":"Ada","token":"t","since":{"offset":7,"epoch":"e"}}"""
    )
    assertEquals(Codec.encode(ClientMessage.Leave), """{"type":"leave"}""")

  test("every client message comes back from its JSON"):
    Seq(
      ClientMessage.Join("lobby", "Ada"),
      ClientMessage.Join("lobby", "Ada", Some("t"), Some(Position(7, "e"))),
      ClientMessage.Say("1", "hé\n</script>\uD83D\uDE00"),
      ClientMessage.Typing(true),
      ClientMessage.Leave,
      ClientMessage.Ping
    ).foreach(m => assertEquals(Codec.decodeClient(Codec.encode(m)), Right(m)))

  test("every server message comes back from its JSON"):
    val p = Publication(3, "id", "Ada", "hi", 1_700_000_000_000L)
    val limits = ClientLimits(2000, 24, 32, 4, 12, 6000)
    Seq(
      ServerMessage.Hello("k"),
      ServerMessage.Welcome(
        "lobby",
        "Ada",
        "t",
        "e",
        3,
        recovered = false,
        Vector(p),
        Vector("Ada"),
        Vector(),
        5,
        limits
      ),
      ServerMessage.Published(p),
      ServerMessage.Accepted("id", 3),
      ServerMessage.Arrived("Bob"),
      ServerMessage.Departed("Bob"),
      ServerMessage.Typing("Bob", true),
      ServerMessage.Refused(RefusalCode.TooFast, "wait", id = Some("id"), retryAfterMillis = Some(250)),
      ServerMessage.Pong,
      ServerMessage.Closing(4000, "slow")
    ).foreach(m => assertEquals(Codec.decodeServer(Codec.encode(m)), Right(m)))

  test("a refusal's code is in kebab-case, and fields that say nothing are left out"):
    assertEquals(
      Codec.encode(ServerMessage.Refused(RefusalCode.NameTaken, "no", suggestion = Some("Ada-2"))),
      """{"type":"refused","code":"name-taken","detail":"no","suggestion":"Ada-2"}"""
    )

  test("an empty list and a false flag are on the wire: clients need not know defaults"):
    val json = Codec.encode(
      ServerMessage.Welcome(
        "r",
        "n",
        "t",
        "e",
        0,
        recovered = false,
        Vector(),
        Vector(),
        Vector(),
        0,
        ClientLimits(1, 1, 1, 1, 1, 1)
      )
    )
    assert(json.contains(""""messages":[]"""), json)
    assert(json.contains(""""recovered":false"""), json)

  test("`type` may come last, and unknown fields are skipped"):
    assertEquals(
      Codec.decodeClient("""{"text":"x","new":{"a":[1]},"id":"1","type":"say"}"""),
      Right(ClientMessage.Say("1", "x"))
    )

  test("what is not a message is refused with one line that says why, without what only a parser needs"):
    Seq(
      "",
      "{",
      "[]",
      "null",
      "7",
      """{"type":"nope"}""",
      """{"type":"say","id":"1"}""",
      """{"type":"say","id":1,"text":"x"}""",
      "{\"type\":\"say\",\"id\":\"1\",\"text\":\"\\ud800\"}",
      """{"type":"typing","active":"yes"}"""
    ).foreach: json =>
      Codec.decodeClient(json) match
        case Left(why) =>
          assert(why.nonEmpty && !why.contains('\n'), s"$json: $why")
          assert(!why.contains("buf") && !why.contains("offset") && !why.contains("0x"), s"$json: $why")
        case Right(m) => fail(s"$json was taken for $m")
end CodecSuite
