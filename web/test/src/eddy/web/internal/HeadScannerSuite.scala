package eddy.web.internal

import eddy.web.Limits

import java.nio.charset.StandardCharsets.ISO_8859_1

import io.netty.buffer.Unpooled

class HeadScannerSuite extends eddy.testing.PatientSuite:
  private val good = "GET /a?b HTTP/1.1\r\nHost: x\r\nX-Y: z\r\n\r\n"

  test("a head is found however it is cut into pieces"):
    for cut <- 0 to good.length do
      val scanner = HeadScanner(Limits())
      val buffer = Unpooled.buffer()
      buffer.writeCharSequence(good.take(cut), ISO_8859_1): Unit
      assertEquals(scanner.scan(buffer), null)
      buffer.writeCharSequence(good.drop(cut) + "next", ISO_8859_1): Unit
      assertEquals(scanner.scan(buffer), null)
      assertEquals(scanner.length, good.length)

  test("an offence is found at its byte, without waiting for the end of the head"):
    def status(text: String) =
      val refusal = HeadScanner(Limits()).scan(Unpooled.copiedBuffer(text, ISO_8859_1))
      if refusal == null then 0 else refusal.status
    assertEquals(status("GET / HTTP/1.1\n"), 400)
    assertEquals(status("GET / HTTP/1.1\r\nHost: x\rX"), 400)
    assertEquals(status("\u0016\u0003\u0001"), 400)
    assertEquals(status("GET / HTTP/1.1\r\nHost: \u0000"), 400)
    assertEquals(status("GET /\r\n"), 400)
    assertEquals(status("PRI * HTTP/2.0\r\n"), 505)
    assertEquals(status("BREW / HTTP/1.1\r\n"), 501)
    assertEquals(status("\r\n\r\n"), 400)
    assertEquals(status("GET / HTTP/1.1\r\nHost"), 0)
end HeadScannerSuite
