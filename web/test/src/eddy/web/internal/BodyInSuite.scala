package eddy.web.internal

import scala.concurrent.duration.DurationInt

import io.netty.buffer.Unpooled

class BodyInSuite extends eddy.testing.PatientSuite:
  test("a paused source is resumed when the reader has made room, though bytes came after the pause"):
    var resumed = 0
    val in = BodyIn(100_000, BodyClock(1.hour, 1), () => resumed += 1)
    def offer(bytes: Int): Unit = in.offer(Unpooled.wrappedBuffer(new Array[Byte](bytes)))
    in.want()
    assertEquals(resumed, 1)
    offer(60_000)
    assert(!in.isFull)
    offer(60_000)
    assert(in.isFull)
    assertEquals(in.poll().nn.remaining, 60_000)
    // the I/O thread had read them before it paused: less than the capacity, and more than half of it
    offer(10_000)
    assert(in.isFull)
    while in.poll() != null do ()
    assertEquals(resumed, 2)
    assert(!in.isFull)
end BodyInSuite
