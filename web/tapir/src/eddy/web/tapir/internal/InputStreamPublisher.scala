package eddy.web.tapir.internal

import java.io.InputStream
import java.nio.ByteBuffer
import java.util.Arrays
import java.util.concurrent.Flow
import java.util.concurrent.atomic.{AtomicBoolean, AtomicLong}

/** Publishes a stream's bytes as they arrive, for one subscriber. They are read in place, on the thread that
  * requests more. Closes the stream at its end.
  *
  * @param length at most so many bytes
  */
private[tapir] final class InputStreamPublisher(in: InputStream, length: Long)
    extends Flow.Publisher[ByteBuffer]:
  private val taken = AtomicBoolean()

  def subscribe(subscriber: Flow.Subscriber[? >: ByteBuffer]): Unit =
    if taken.compareAndSet(false, true) then subscriber.onSubscribe(Reading(subscriber))
    else
      subscriber.onSubscribe(InputStreamPublisher.nothing)
      subscriber.onError(IllegalStateException("the stream is read already"))

  private final class Reading(subscriber: Flow.Subscriber[? >: ByteBuffer]) extends Flow.Subscription:
    private val wanted = AtomicLong()
    @volatile private var over = false
    private var left = length // owned by the caller that has raised `wanted` from zero

    def request(n: Long): Unit =
      if n <= 0 then end(() => subscriber.onError(IllegalArgumentException(s"$n pieces were asked for")))
      else if wanted.getAndAccumulate(n, (a, b) => if a + b < 0 then Long.MaxValue else a + b) == 0 then
        // a request from within `onNext` only raises the number
        while
          read()
          wanted.decrementAndGet() > 0
        do ()

    def cancel(): Unit = end(() => ())

    private def read(): Unit =
      if !over then
        try
          // the bytes available: the rest may be long in coming
          val piece = new Array[Byte](math.min(left, InputStreamPublisher.Most).toInt)
          val n = if left == 0 then -1 else in.read(piece)
          left -= math.max(0, n)
          // a small piece may wait for long to be sent: it does not keep a large array
          if n > 0 then
            subscriber.onNext(ByteBuffer.wrap(if n < piece.length then Arrays.copyOf(piece, n) else piece))
          if n < 0 || left == 0 then end(() => subscriber.onComplete())
        catch case failure: java.io.IOException => end(() => subscriber.onError(failure))

    private def end(tell: () => Unit): Unit =
      if !over then
        over = true
        in.close()
        tell()
  end Reading
end InputStreamPublisher

private[tapir] object InputStreamPublisher:
  private val Most = 64 * 1024L

  /** The subscription of one who gets nothing. */
  val nothing: Flow.Subscription = new Flow.Subscription:
    def request(n: Long): Unit = ()
    def cancel(): Unit = ()
