package eddy.web.client.internal

import eddy.runtime.{Engine, Timer}
import eddy.web.client.ClientException
import eddy.web.internal.{BodyBuffer, BodyClock, BodyIn, BodySource}

import java.net.http.HttpResponse.BodySubscriber
import java.nio.ByteBuffer
import java.util.List as Buffers
import java.util.concurrent.{CompletableFuture, CompletionStage, Flow}
import scala.concurrent.duration.{DurationInt, FiniteDuration}

import io.netty.buffer.Unpooled

/** Takes an answer's body in whole, up to a limit. */
private[client] final class WholeBody(maxBytes: Int, tooLarge: () => ClientException)
    extends BodySubscriber[Array[Byte] | BodyIn]:
  private val done = CompletableFuture[Array[Byte] | BodyIn]()
  private val buffer = BodyBuffer(maxBytes)
  private var subscription: Flow.Subscription | Null = null // set before any other signal

  def getBody: CompletionStage[Array[Byte] | BodyIn] = done

  def onSubscribe(subscription: Flow.Subscription): Unit =
    this.subscription = subscription
    subscription.request(Long.MaxValue)

  def onNext(pieces: Buffers[ByteBuffer]): Unit =
    pieces.forEach: piece =>
      if !done.isDone && !buffer.append(Unpooled.wrappedBuffer(piece)) then
        done.completeExceptionally(tooLarge()): Unit
        subscription.nn.cancel()

  def onError(failure: Throwable): Unit = done.completeExceptionally(failure): Unit
  def onComplete(): Unit = done.complete(buffer.toArray): Unit
end WholeBody

/** Brings a body that is read while it comes: asks the connection for more as there is room. When its reader
  * learns of the end, the call is no longer under way.
  *
  * @param failed makes of the connection's failure the exception that the reader receives
  * @param over called once, when nothing more will come
  */
private[client] final class StreamedBody(
    engine: Engine,
    idle: FiniteDuration,
    timeUp: () => ClientException,
    failed: Throwable => ClientException,
    over: () => Unit
) extends BodySubscriber[Array[Byte] | BodyIn], BodySource:
  // unchecked: only kept until there is a body
  private val in = BodyIn(StreamedBody.Capacity, BodyClock(Int.MaxValue.seconds, 1), this: @unchecked)
  // guarded by this
  private var subscription: Flow.Subscription | Null = null
  private var wants = false
  private var asked = false
  private var since = System.nanoTime // asked
  private var ended = false
  private var watch: Timer | Null = null

  def getBody: CompletionStage[Array[Byte] | BodyIn] = CompletableFuture.completedStage(in)

  def onSubscribe(subscription: Flow.Subscription): Unit =
    val isLeft = synchronized:
      this.subscription = subscription
      // its reader may be gone by now
      if !ended then watch = engine.every(idle / 4)(() => look())
      ended
    if isLeft then subscription.cancel() else ask()

  def onNext(pieces: Buffers[ByteBuffer]): Unit =
    pieces.forEach(piece => in.offer(Unpooled.wrappedBuffer(piece)))
    synchronized:
      asked = false
      wants = !in.isFull
    ask()

  def onComplete(): Unit =
    end()
    in.finish()

  def onError(failure: Throwable): Unit =
    end()
    in.fail(failed(failure))

  /** The reader has room. */
  def wanted(): Unit =
    synchronized:
      wants = true
    ask()

  /** The reader wants no more. */
  override def unwanted(): Unit = cut(())

  private def ask(): Unit =
    val from = synchronized:
      if wants && !asked && !ended && subscription != null then
        asked = true
        since = System.nanoTime
        wants = false
        subscription
      else null
    if from != null then from.request(1)

  private def look(): Unit =
    val now = System.nanoTime
    val quietSince = synchronized(if asked then since else in.activeNanos(now))
    if now - quietSince > idle.toNanos then cut(in.fail(timeUp()))

  /** @param tell the reader, before the connection's end may say something else */
  private def cut(tell: => Unit): Unit =
    val from = synchronized(if ended then null else subscription)
    end()
    tell
    if from != null then from.cancel()

  private def end(): Unit =
    val (first, timer) = synchronized:
      val first = !ended
      ended = true
      (first, watch)
    if first then
      if timer != null then timer.cancel(): Unit
      over()
end StreamedBody

private[client] object StreamedBody:
  private val Capacity = 64 * 1024
