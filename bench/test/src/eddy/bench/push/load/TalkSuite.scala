package eddy.bench.push.load

import java.nio.charset.StandardCharsets.US_ASCII

import io.netty.buffer.Unpooled

class TalkSuite extends eddy.testing.PatientSuite:
  /** What was heard, in words. */
  private final class Heard extends Ears:
    var all = Vector.empty[String]
    def admitted(): Unit = all = all :+ "admitted"
    def done(): Unit = all = all :+ "done"
    def publication(bytes: Array[Byte], from: Int, until: Int): Unit =
      all = all :+ s"publication ${Ascii.text(bytes, from, until)}"
    def pinged(answer: String): Unit = all = all :+ s"pinged $answer"
    def refused(text: String): Unit = all = all :+ s"refused $text"

  private def heard(talk: Talk, text: String): Vector[String] =
    val heard = Heard()
    val bytes = s"xx${text}yy".getBytes(US_ASCII)
    talk.hear(bytes, 2, bytes.length - 2, heard)
    heard.all

  test("Centrifuge: several replies in one text, pings, errors and disconnects are told apart"):
    val push = """{"push":{"channel":"room0","pub":{"data":"#0:1:abc"}}}"""
    assertEquals(heard(Centrifuge, s"$push\n$push\n"), Vector.fill(2)(s"publication $push"))
    assertEquals(
      heard(Centrifuge, """{"id":1,"connect":{"client":"x"}}""" + "\n{}\n" + """{"id":2,"publish":{}}"""),
      Vector("admitted", "pinged {}", "done")
    )
    for text <-
        Seq("""{"id":2,"error":{"code":103}}""", """{"push":{"channel":"a","unsubscribe":{"code":2500}}}""")
    do
      assertEquals(heard(Centrifuge, text), Vector(s"refused $text"))

  test("Socket.IO: the two digits in front say what it is"):
    for (text, what) <- Seq(
        """0{"sid":"x","pingInterval":25000}""" -> "pinged 40",
        """40{"sid":"y"}""" -> "admitted",
        "2" -> "pinged 3",
        "431[]" -> "done",
        """42["room0","#0:1:abc"]""" -> """publication 42["room0","#0:1:abc"]""",
        """44{"message":"no"}""" -> """refused 44{"message":"no"}""",
        "1" -> "refused 1"
      )
    do assertEquals(heard(SocketIo, text), Vector(what))

  test("a letter is read wherever it stands, and only as it was written"):
    val letter = Letter(30)
    for prefix <- Seq("", "{\"data\":\"", "{\"push\":{\"data\":\"") do
      val bytes = s"$prefix${letter.text(7, 1234567890123L)}\"}".getBytes(US_ASCII)
      assert(letter.read(bytes, 0, bytes.length))
      assertEquals((letter.sender, letter.number), (7, 1234567890123L))
      assert(!letter.read(bytes, 0, bytes.length - 3), "cut")
      bytes(bytes.length - 10) = '!'
      assert(!letter.read(bytes, 0, bytes.length), "changed")
    val none = "nothing at all".getBytes(US_ASCII)
    assert(!letter.read(none, 0, none.length))

  test("frames are whole texts however the bytes are cut"):
    val texts = Seq("", "short", "x" * 125, "y" * 126, "z" * 70_000)
    val bytes = texts.flatMap(frame).toArray
    for step <- Seq(1, 3, 100, 100_000) do
      val got = Vector.newBuilder[String]
      val frames = Frames(
        new Scratch,
        new Frames.Hears:
          def text(bytes: Array[Byte], from: Int, until: Int): Unit = got += Ascii.text(bytes, from, until)
          def ping(payload: Array[Byte]): Unit = fail("there was no ping")
          def closed(why: String): Unit = fail(why)
      )
      bytes.grouped(step).foreach(part => frames.read(Unpooled.wrappedBuffer(part)))
      assert(got.result() == texts, s"cut in steps of $step")

  private def frame(text: String): Array[Byte] =
    val n = text.length
    val head =
      if n < 126 then Seq(0x81, n)
      else if n < 65_536 then Seq(0x81, 126, n >> 8, n & 0xff)
      else Seq(0x81, 127, 0, 0, 0, 0, 0, n >> 16, n >> 8 & 0xff, n & 0xff)
    head.map(_.toByte).toArray ++ text.getBytes(US_ASCII)
end TalkSuite
