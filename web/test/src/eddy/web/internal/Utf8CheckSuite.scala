package eddy.web.internal

import java.nio.ByteBuffer
import java.nio.charset.{CharacterCodingException, StandardCharsets}

class Utf8CheckSuite extends eddy.testing.PatientSuite:
  private def byTheJdk(bytes: Array[Byte]): Boolean =
    try
      StandardCharsets.UTF_8.newDecoder.decode(ByteBuffer.wrap(bytes)): Unit
      true
    catch case _: CharacterCodingException => false

  test("it agrees with the JDK's strict decoder on all short sequences of telling bytes"):
    val telling =
      Seq(0x00, 0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xed,
        0xef, 0xf0, 0xf3, 0xf4, 0xf5, 0xff)
        .map(_.toByte)
    for a <- telling; b <- telling; c <- telling; d <- telling do
      val bytes = Array(a, b, c, d)
      assertEquals(Utf8Check.isText(bytes), byTheJdk(bytes), bytes.map(x => f"$x%02x").mkString(" "))

  test("text may be cut anywhere between pieces"):
    val bytes = "aé€😀".getBytes("UTF-8")
    for cut <- 0 to bytes.length do
      val check = Utf8Check()
      assert(check.append(bytes, 0, cut) && check.append(bytes, cut, bytes.length) && check.isComplete)
end Utf8CheckSuite
