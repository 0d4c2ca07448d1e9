package eddy.bench.web.load

import eddy.bench.{Clock, Pacer, Sockets, Timetable}

import java.net.URI
import java.util.concurrent.atomic.LongAdder
import java.util.concurrent.{
  CompletableFuture,
  CountDownLatch,
  ExecutionException,
  TimeUnit,
  TimeoutException
}
import scala.concurrent.duration.FiniteDuration

import io.netty.channel.{ChannelHandlerContext, SimpleChannelInboundHandler}
import io.netty.handler.codec.http.websocketx.WebSocketClientProtocolHandler.ClientHandshakeStateEvent
import io.netty.handler.codec.http.websocketx.{TextWebSocketFrame, WebSocketFrame}
import org.HdrHistogram.{Histogram, Recorder}

/** WebSockets to a server that echoes each message. Each message is another; what comes back must be what was sent, in
  * order. Used by one thread.
  */
private[bench] final class EchoLoad(port: Int, connections: Int, path: String = "/echo")
    extends AutoCloseable:
  private val sockets = new Sockets(URI.create(s"http://127.0.0.1:$port/"), path)
  private val fault = new CompletableFuture[Unit]
  private val joined = new CountDownLatch(connections)
  private val echoed = new LongAdder
  private val recorder = new Recorder(600_000_000_000L, 3)
  @volatile private var eager = false
  @volatile private var closing = false
  private val people = Vector.fill(connections)(new Person)

  /** @throws LoadFailure when not all handshakes succeed */
  def open(): Unit =
    people.foreach(p => WebClient.onFailure(sockets.connect(p))(broken))
    while !joined.await(10, TimeUnit.MILLISECONDS) do if fault.isDone then waitFor(0)

  /** Messages a second when each connection sends the next as soon as the last is back.
    *
    * @throws LoadFailure for a wrong echo, or a connection that broke
    */
  def closedLoop(warm: FiniteDuration, measured: FiniteDuration)(around: => Unit): Answers =
    eager = true
    people.foreach(_.say(System.nanoTime))
    waitFor(warm.toNanos)
    around
    val (before, from) = (echoed.sum, System.nanoTime)
    waitFor(measured.toNanos)
    val giveUp = System.nanoTime + 20_000_000_000L
    while echoed.sum == before do
      if System.nanoTime > giveUp then throw LoadFailure("gave no echo within 20 s", wrong = false)
      waitFor(measured.toNanos)
    val (after, until) = (echoed.sum, System.nanoTime)
    around
    Answers(Vector(after - before), (until - from) / 1e9)

  /** Latencies in nanoseconds of messages that are sent when they are due.
    *
    * @throws LoadFailure also when not all are back within 5 s
    */
  def openLoop(timetable: Timetable): Histogram =
    val already = echoed.sum
    val start = Pacer(timetable, Clock.system).run: (event, due) =>
      people((event % connections).toInt).say(due)
    val until = start + timetable.dueNanos(timetable.count - 1) + 5_000_000_000L
    while echoed.sum - already < timetable.count do
      if System.nanoTime > until then
        throw LoadFailure(
          s"${timetable.count - (echoed.sum - already)} echoes have not come within 5 s",
          wrong = false
        )
      waitFor(1_000_000)
    recorder.getIntervalHistogram

  override def close(): Unit =
    closing = true
    eager = false
    sockets.close()

  private def broken(why: String): Unit =
    val _ = fault.completeExceptionally(LoadFailure(why, wrong = false))

  private def waitFor(nanos: Long): Unit =
    try
      val _ = fault.get(nanos, TimeUnit.NANOSECONDS)
    catch
      case _: TimeoutException => () // nothing has gone wrong
      case e: ExecutionException =>
        throw LoadFailure(String.valueOf(e.getCause.getMessage), e.getCause.getMessage.startsWith("WRONG"))

  private final class Person extends SimpleChannelInboundHandler[WebSocketFrame]:
    @volatile private var context: ChannelHandlerContext | Null = null
    // the rest is the connection's thread's
    private val due = new java.util.ArrayDeque[java.lang.Long]
    private var sent, back = 0L

    def say(dueNanos: Long): Unit =
      val c = context
      if c != null then c.executor.execute(() => write(c, dueNanos))

    private def write(c: ChannelHandlerContext, dueNanos: Long): Unit =
      val _ = due.add(dueNanos)
      val _ = c.writeAndFlush(new TextWebSocketFrame(s"message $sent"), c.voidPromise)
      sent += 1

    override def userEventTriggered(c: ChannelHandlerContext, event: Any): Unit = event match
      case ClientHandshakeStateEvent.HANDSHAKE_COMPLETE =>
        context = c
        joined.countDown()
      case other => super.userEventTriggered(c, other)

    override def channelRead0(c: ChannelHandlerContext, frame: WebSocketFrame): Unit = frame match
      case text: TextWebSocketFrame if text.text == s"message $back" =>
        back += 1
        recorder.recordValue(math.max(0, System.nanoTime - due.poll()))
        echoed.increment()
        if eager then write(c, System.nanoTime)
      case text: TextWebSocketFrame =>
        val _ = fault.completeExceptionally(
          LoadFailure(s"WRONG ECHO '${text.text.take(60)}' of 'message $back'", wrong = true)
        )
      case _ => ()

    override def channelInactive(c: ChannelHandlerContext): Unit =
      if !closing then broken("the server closed a WebSocket")

    override def exceptionCaught(c: ChannelHandlerContext, e: Throwable): Unit =
      if !closing then broken(s"a WebSocket broke: $e")
      val _ = c.close()
  end Person
end EchoLoad
