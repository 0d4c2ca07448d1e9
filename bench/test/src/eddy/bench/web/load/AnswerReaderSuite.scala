package eddy.bench.web.load

import java.nio.charset.StandardCharsets.US_ASCII

import io.netty.buffer.Unpooled

class AnswerReaderSuite extends eddy.testing.PatientSuite:
  private def read(parts: String*): Seq[(Int, String)] =
    val answers = Seq.newBuilder[(Int, String)]
    val reader = new AnswerReader(r => answers += (r.status -> r.bodyText))
    parts.foreach(part => reader.read(Unpooled.wrappedBuffer(part.getBytes(US_ASCII))))
    answers.result()

  private val first = "HTTP/1.1 200 OK\r\nDate: today\r\ncontent-LENGTH: 5\r\nServer: x\r\n\r\nhello"
  private val second =
    "HTTP/1.1 503 Busy\r\nTransfer-Encoding: chunked\r\nX: y\r\n\r\n3\r\nabc\r\nA;x=1\r\n0123456789\r\n0\r\n\r\n"
  private val both = Seq(200 -> "hello", 503 -> "abc0123456789")

  test("answers one after another are told apart, wherever the bytes are cut"):
    val text = first + second
    for at <- 0 to text.length do assertEquals(read(text.take(at), text.drop(at)), both, s"cut at $at")
    assertEquals(read(text.map(_.toString)*), both)

  test("bodies are compared as they are, long ones too"):
    val body = "x" * 100_000
    var same = Vector.empty[Boolean]
    val reader = new AnswerReader(r =>
      same = same :+ r.bodyIs(body.getBytes(US_ASCII)) :+ r.bodyIs(body.drop(1).getBytes(US_ASCII))
    )
    for part <- s"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n$body$first".grouped(7777) do
      reader.read(Unpooled.wrappedBuffer(part.getBytes(US_ASCII)))
    assertEquals(same, Vector(true, false, false, false))

  test("an empty body is an answer"):
    assertEquals(read("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"), Seq(200 -> ""))

  test("what is no such answer is refused"):
    for
      bad <- Seq(
        "HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nDate: today\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n",
        "HTTP/1.1 200 OK\nContent-Length: 0\n\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n"
      )
    do
      val _ = intercept[BadAnswer](read(bad))
end AnswerReaderSuite
