package eddy.web.internal

import eddy.runtime.Engine
import eddy.state.LockPolicy
import eddy.state.spi.HandlerRunner
import eddy.testing.{Eventually, FlowTck, FlowVerification}

import java.nio.ByteBuffer
import java.util.concurrent.{CompletableFuture, CountDownLatch, Flow, LinkedBlockingQueue}
import scala.concurrent.duration.DurationInt

import io.netty.buffer.Unpooled

/** The rules of Reactive Streams, checked by their own tests. */
class BodyFlowSuite extends eddy.testing.PatientSuite:

  test("a request's body is a publisher as Reactive Streams want it"):
    val outcome = FlowTck.run(classOf[BodyFlowTck])
    assertEquals(outcome.failures, Nil)
    assert(outcome.passed >= 20, s"$outcome")

  test("demand that comes while a turn ends reaches the client"):
    val asked = CountDownLatch(1)
    val in = BodyIn(1, BodyClock(1.hour, 1), () => asked.countDown())
    val subscription = CompletableFuture[Flow.Subscription]()
    val turns = LinkedBlockingQueue[() => Unit]()
    BodyFlow.begin(in, BodyFlowSuite.Silent(subscription), event => turns.put(event))
    val first = turns.take()
    val turn = Thread(() => first())
    in.synchronized:
      turn.start()
      // it has seen that nothing is asked for yet, and waits for us to look for the end
      Eventually.until(
        "it waits for the lock",
        s"it is ${turn.getState}"
      )(turn.getState == Thread.State.BLOCKED)
      subscription.get.request(1)
    turn.join()
    val next = turns.poll()
    assert(next != null, "the demand was lost")
    next()
    await(asked)
end BodyFlowSuite

object BodyFlowSuite:
  private final class Silent(subscription: CompletableFuture[Flow.Subscription])
      extends Flow.Subscriber[ByteBuffer]:
    def onSubscribe(s: Flow.Subscription): Unit = subscription.complete(s): Unit
    def onNext(piece: ByteBuffer): Unit = ()
    def onError(failure: Throwable): Unit = ()
    def onComplete(): Unit = ()

/** A body of as many pieces as asked for, which come as its reader has room. */
final class BodyFlowTck extends FlowVerification[ByteBuffer](noSignalsMillis = 50):
  override def maxElementsFromPublisher: Long = BodyFlowTck.MostPieces

  def createFlowPublisher(pieces: Long): Flow.Publisher[ByteBuffer] =
    val fed = BodyFlowTck.Fed(pieces)
    if pieces == 0 then fed.in.finish()
    published(fed.in)

  def createFailedFlowPublisher(): Flow.Publisher[ByteBuffer] =
    val in = BodyIn(1, BodyClock(1.hour, 1), BodySource.None)
    in.fail(java.io.IOException("the client has gone"))
    published(in)

  private def published(in: BodyIn): Flow.Publisher[ByteBuffer] =
    val runner = HandlerRunner(Engine.default, LockPolicy.Unprotected)
    NettyRequestBody(in, None, Events.of(runner, "a body's events")(event => event()))

object BodyFlowTck:
  /** Larger than pieces that are joined with others. */
  private val Size = 4096
  private val MostPieces = 10_000L

  /** Brings pieces as they are wanted. */
  private final class Fed(pieces: Long) extends BodySource:
    val in: BodyIn = BodyIn(Size * 4, BodyClock(1.hour, 1), this: @unchecked)
    private var left = pieces // guarded by in

    def wanted(): Unit = in.synchronized:
      while left > 0 && !in.isFull do
        left -= 1
        in.offer(Unpooled.wrappedBuffer(new Array[Byte](Size)))
      if left == 0 then in.finish()
