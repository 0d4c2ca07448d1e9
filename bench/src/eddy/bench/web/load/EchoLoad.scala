package eddy.bench.web.load

import eddy.bench.{Clock, Pacer, Sockets, Timetable}

import java.net.URI
import java.util.concurrent.CountDownLatch
import java.util.concurrent.atomic.LongAdder
import scala.concurrent.duration.{DurationInt, FiniteDuration}

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
  private val watch = new LoadWatch
  private val joined = new CountDownLatch(connections)
  private val echoed = new LongAdder
  private val recorder = new Recorder(600_000_000_000L, 3)
  @volatile private var eager = false
  @volatile private var closing = false
  private val people = Vector.fill(connections)(new Person)

  /** @throws LoadFailure when not all handshakes succeed */
  def open(): Unit =
    people.foreach(p => WebClient.onFailure(sockets.connect(p))(watch.broken))
    watch.await(joined, 1.minute)("did not take all WebSockets")

  /** Messages a second when each connection sends the next as soon as the last is back.
    *
    * @throws LoadFailure for a wrong echo, or a connection that broke
    */
  def closedLoop(warm: FiniteDuration, measured: FiniteDuration)(around: => Unit): Answers =
    eager = true
    people.foreach(_.say(System.nanoTime))
    watch.measure(warm, measured, "echo")(around)(Vector(echoed.sum))

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
      watch.waitFor(1.milli)
    recorder.getIntervalHistogram

  override def close(): Unit =
    closing = true
    eager = false
    sockets.close()

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
        watch.tell(LoadFailure(s"WRONG ECHO '${text.text.take(60)}' of 'message $back'", wrong = true))
      case _ => ()

    override def channelInactive(c: ChannelHandlerContext): Unit =
      if !closing then watch.broken("the server closed a WebSocket")

    override def exceptionCaught(c: ChannelHandlerContext, e: Throwable): Unit =
      if !closing then watch.broken(s"a WebSocket broke: $e")
      val _ = c.close()
  end Person
end EchoLoad
