package eddy.web.internal

import eddy.web.internal.MessageDeflate.Bad

class MessageDeflateSuite extends eddy.testing.PatientSuite:
  private def expanded(bytes: Array[Byte], max: Int = 10_000_000): Any =
    MessageDeflate.expand(bytes, max) match
      case content: Array[Byte] => content.toSeq
      case bad: Bad => bad

  test("a compressed message of any length expands to the same"):
    val random = java.util.Random(1)
    for length <- Seq(0, 1, 2, 100, 8191, 8192, 8193, 100_000, 1_000_000) do
      val noise = new Array[Byte](length)
      random.nextBytes(noise)
      assertEquals(expanded(MessageDeflate.compress(noise)), noise.toSeq, s"noise of $length")
      val same = Array.fill[Byte](length)(7)
      assertEquals(expanded(MessageDeflate.compress(same)), same.toSeq, s"same of $length")

  test("the RFC's examples expand"):
    val hello = Seq[Byte](0x48, 0x65, 0x6c, 0x6c, 0x6f)
    assertEquals(expanded(Array(0xf2, 0x48, 0xcd, 0xc9, 0xc9, 0x07, 0x00).map(_.toByte)), hello)
    assertEquals(
      expanded(Array(0x00, 0x05, 0x00, 0xfa, 0xff, 0x48, 0x65, 0x6c, 0x6c, 0x6f, 0x00).map(_.toByte)),
      hello
    )
    assertEquals(expanded(Array(0xf3, 0x48, 0xcd, 0xc9, 0xc9, 0x07, 0x00, 0x00).map(_.toByte)), hello)

  test("blocks behind one that says it is the last are part of the message, or it is malformed"):
    def bytes(all: Int*) = all.map(_.toByte).toArray
    val (last, more) =
      (bytes(0xf3, 0x48, 0xcd, 0xc9, 0xc9, 0x07, 0x00), bytes(0xf2, 0x48, 0xcd, 0xc9, 0xc9, 0x07, 0x00))
    val stored = bytes(0x01, 0x01, 0x00, 0xfe, 0xff, 0x21)
    def text(message: Array[Byte]) = expanded(message) match
      case content: Seq[?] => String(content.map(_.toString.toByte).toArray)
      case bad => s"$bad"
    val rows = Seq(
      last -> "Hello",
      (last ++ more) -> "HelloHello",
      (last ++ last) -> "HelloHello",
      (last ++ last ++ bytes(0)) -> "HelloHello",
      (more ++ bytes(0x00, 0x00, 0xff, 0xff) ++ last) -> "HelloHello",
      (stored ++ stored ++ more) -> "!!Hello",
      (last ++ bytes(0xff, 0xff)) -> "Malformed",
      (stored ++ bytes(0xff)) -> "Malformed",
      // a block that refers to bytes before the last one's end
      (last ++ bytes(0xca, 0x00, 0x11, 0x00, 0x00)) -> "Malformed",
      // the message ends within a block
      last.dropRight(2) -> "Malformed",
      more.dropRight(3) -> "Malformed",
      bytes(0x00, 0x05, 0x00, 0xfa, 0xff, 0x48, 0x65) -> "Malformed"
    )
    for (message, expected) <- rows do assertEquals(text(message), expected, message.toSeq)
    val many = Array.fill(100_000)(Seq[Byte](3, 0)).flatten
    assertEquals(text(many), "")
    assertEquals(expanded(last ++ last, 9), Bad.TooLarge)

  test("a bomb is given up at the limit, garbage is reported as such"):
    val bomb = MessageDeflate.compress(new Array[Byte](50_000_000))
    assert(bomb.length < 100_000)
    assertEquals(expanded(bomb, 1_000_000), Bad.TooLarge)
    assertEquals(expanded(Array.fill[Byte](20)(-1)), Bad.Malformed)

  test("offers are taken when they can be met"):
    for good <- Seq(
        "permessage-deflate",
        "permessage-deflate; client_max_window_bits",
        "permessage-deflate; client_max_window_bits=10; server_no_context_takeover",
        "permessage-deflate; server_max_window_bits=\"15\"; client_no_context_takeover"
      )
    do assert(MessageDeflate.isAcceptable(good), good)
    for bad <- Seq(
        "x-webkit-deflate-frame",
        "permessage-deflate; server_max_window_bits=9",
        "permessage-deflate; server_max_window_bits",
        "permessage-deflate; client_max_window_bits=16",
        "permessage-deflate; client_max_window_bits=7",
        "permessage-deflate; server_no_context_takeover=1",
        "permessage-deflate; client_max_window_bits; client_max_window_bits",
        "permessage-deflate; surprise"
      )
    do assert(!MessageDeflate.isAcceptable(bad), bad)
end MessageDeflateSuite
