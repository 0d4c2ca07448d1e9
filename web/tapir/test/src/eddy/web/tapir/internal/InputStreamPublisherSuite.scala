package eddy.web.tapir.internal

import java.io.{ByteArrayInputStream, IOException, InputStream}
import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets.US_ASCII
import java.util.concurrent.Flow

class InputStreamPublisherSuite extends eddy.testing.PatientSuite:
  private final class Told extends Flow.Subscriber[ByteBuffer]:
    val signals = Seq.newBuilder[String]
    private var subscription: Flow.Subscription | Null = null
    def onSubscribe(s: Flow.Subscription): Unit =
      subscription = s
      s.request(1)
    def onNext(piece: ByteBuffer): Unit =
      signals.addOne(US_ASCII.decode(piece).toString): Unit
      subscription.nn.request(1)
    def onError(failure: Throwable): Unit = signals.addOne(s"failed: ${failure.getMessage}"): Unit
    def onComplete(): Unit = signals.addOne("over"): Unit

  private def published(in: InputStream, length: Long = Long.MaxValue) =
    val told = Told()
    InputStreamPublisher(in, length).subscribe(told)
    told.signals.result()

  test("available bytes are sent before it waits for more"):
    val pieces = Iterator("one", "two")
    val in = new InputStream:
      def read(): Int = throw IOException("one at a time is slow")
      override def read(to: Array[Byte], from: Int, most: Int): Int =
        if !pieces.hasNext then throw IOException("the line is broken")
        val next = pieces.next().getBytes(US_ASCII)
        System.arraycopy(next, 0, to, from, next.length)
        next.length
    assertEquals(published(in), Seq("one", "two", "failed: the line is broken"))

  test("it ends with the stream, or with the length that is asked for"):
    def in = ByteArrayInputStream("abcdef".getBytes(US_ASCII))
    assertEquals(published(in), Seq("abcdef", "over"))
    assertEquals(published(in, 4), Seq("abcd", "over"))
    assertEquals(published(in, 0), Seq("over"))
end InputStreamPublisherSuite
