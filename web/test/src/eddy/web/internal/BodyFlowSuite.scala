package eddy.web.internal

import eddy.runtime.Engine

import java.nio.ByteBuffer
import java.util.concurrent.Flow
import scala.concurrent.duration.DurationInt

import io.netty.buffer.Unpooled
import org.reactivestreams.tck.TestEnvironment
import org.reactivestreams.tck.flow.FlowPublisherVerification

/** The rules of Reactive Streams, checked by their own tests. */
class BodyFlowSuite extends munit.FunSuite:
  override val munitTimeout = 120.seconds

  test("a request's body is a publisher as Reactive Streams want it"):
    val outcome = FlowTck.run(classOf[BodyFlowTck])
    assertEquals(outcome.failures, Nil)
    assert(outcome.passed >= 20, s"$outcome")

/** A body of as many pieces as asked for, which come as its reader has room. Errors are waited for by the last of the three
  * times, and only once, whatever the first says.
  */
final class BodyFlowTck extends FlowPublisherVerification[ByteBuffer](TestEnvironment(5000, 50, 1000)):
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
    val unit = Engine.default.unit()
    NettyRequestBody(in, None, (_, event) => unit.submit(() => event()))

object BodyFlowTck:
  /** Larger than what is joined with others. */
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
