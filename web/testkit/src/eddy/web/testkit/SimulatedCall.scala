package eddy.web.testkit

import eddy.actor.testkit.Simulation
import eddy.web.testkit.internal.Reports

import scala.concurrent.Promise
import scala.concurrent.duration.{DurationInt, FiniteDuration}
import scala.jdk.CollectionConverters.*

import io.netty.buffer.ByteBufUtil
import io.netty.channel.{ChannelHandler, ChannelHandlerContext, SimpleChannelInboundHandler}
import io.netty.handler.codec.http.{FullHttpResponse, HttpClientCodec, HttpObjectAggregator}

/** A request to a [[SimulatedService]] that is under way. */
final class SimulatedCall private[testkit] (what: String, sim: Simulation):
  private val promise = Promise[TestAnswer]()

  /** Whether the answer has come. */
  def isAnswered: Boolean = promise.isCompleted

  /** The answer, after as many steps of the simulation as it takes.
    * @throws AssertionError when it has not come after `within` of the simulation's time
    */
  def answer(within: FiniteDuration = 1.minute): TestAnswer =
    try sim.await(promise.future, within)
    catch
      case silent: AssertionError if !isAnswered =>
        throw Reports(() => sim.failures).wrong(s"$what has no answer: ${silent.getMessage}")

  /** The answer must have this status; see [[answer]]. */
  def status(expected: Int): TestAnswer = answer().status(expected)

  private object Reading extends SimpleChannelInboundHandler[FullHttpResponse]:
    override def channelRead0(context: ChannelHandlerContext, response: FullHttpResponse): Unit =
      val headers = response.headers.iteratorAsString.asScala.map(e => e.getKey -> e.getValue).toSeq
      val body = ByteBufUtil.getBytes(response.content)
      promise.trySuccess(
        new TestAnswer(what, response.status.code, headers, body, Reports(() => sim.failures))
      ): Unit
      context.close(): Unit

    override def channelInactive(context: ChannelHandlerContext): Unit =
      promise.tryFailure(
        AssertionError(s"$what: the service closed the connection without a whole answer")
      ): Unit

  private[testkit] def handlers: Seq[ChannelHandler] =
    Seq(HttpClientCodec(), HttpObjectAggregator(SimulatedCall.MaxBytes), Reading)
end SimulatedCall

private object SimulatedCall:
  /** Of an answer. */
  private val MaxBytes = 64 * 1024 * 1024
