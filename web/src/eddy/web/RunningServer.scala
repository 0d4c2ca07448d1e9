package eddy.web

import eddy.runtime.{StopSignals, Timer}
import eddy.web.internal.tls.TlsWatch
import eddy.web.internal.{Drain, ServerCore, ServerPhase}

import java.lang.System.Logger.Level.INFO
import java.net.InetSocketAddress
import java.util.concurrent.atomic.AtomicBoolean
import scala.concurrent.duration.{DurationInt, FiniteDuration}

import io.netty.channel.{Channel, EventLoopGroup}

/** A server that listens. Any thread may call. */
final class RunningServer private[web] (
    private[eddy] val core: ServerCore,
    listener: Channel,
    private[web] val group: EventLoopGroup,
    val transport: String
):
  private val stopped = core.over
  private val stopping = AtomicBoolean()
  private val address = listener.localAddress match
    case a: InetSocketAddress => a
    case other => throw IllegalStateException(s"listening on $other, which is not an internet address")

  /** The port listened on: the one chosen, when the configuration said 0. */
  def port: Int = address.getPort

  /** The address listened on. */
  def host: String = address.getAddress.getHostAddress

  /** Where to look, such as `http://127.0.0.1:8080`. */
  def url: String =
    val shown = if address.getAddress.isAnyLocalAddress then "localhost"
    else if host.contains(':') then s"[$host]" else host
    s"${if core.tls == null then "http" else "https"}://$shown:$port"

  def metrics: Metrics = core.metrics

  /** Reads the certificates and keys again: connections made from then on use them, open ones stay as they
    * are. May block, as it reads files. With bad files the old ones stay in use.
    */
  def reloadTls(): TlsReload =
    val contexts = core.tls
    if contexts == null then TlsReload.NoTls else contexts.reload()

  private val tlsWatch: Option[Timer] = core.config.tls.flatMap(_.watchEvery).map: interval =>
    core.engine.every(interval)(() => TlsWatch.look(core))

  /** Blocks until the server has stopped, or cannot serve any more, as a failure of the transport has ended
    * an I/O thread. Meanwhile an end of the process (Ctrl-C, SIGTERM) stops it in order, and then waits up to
    * ten seconds for the calling thread to end, so that its work after this call, such as closing a database,
    * is done and logged. A second signal, a second after the first or later, ends the process at once.
    * Several servers of a process stop at the same time. Says in the log `eddy.web` where it listens, for a
    * program that ends with this call says nothing else.
    */
  def awaitStop(): Unit =
    val caller = Thread.currentThread
    val signals = StopSignals.install: () =>
      stop()
      // the process ends after this, whatever other threads still do
      caller.join(RunningServer.aftermath.toMillis)
      None
    // after that: a reader of the line may end the process at once
    System.getLogger("eddy.web").log(INFO, s"listening on $url; Ctrl-C stops it")
    try stopped.await()
    finally signals.close()

  /** Stops in order: no new connections, then each connection ends with the answers that it still owes;
    * WebSockets are closed with 1001, event streams end. A request without an answer within `drain` gets 503;
    * anything else that is not finished is cut off. Blocks until all is over; a second call waits for the
    * first.
    */
  def stop(drain: FiniteDuration = 5.seconds): Unit =
    if stopping.compareAndSet(false, true) then
      tlsWatch.foreach(_.cancel(): Unit)
      try cut = Drain.run(core, listener, group, drain)
      finally stopped.countDown()
    else stopped.await()

  /** How many connections [[stop]] has cut off, with what was under way on them; 0 before. */
  def cutOff: Int = cut
  @volatile private var cut = 0

  /** Whether it is listening and ready. */
  def isServing: Boolean = core.phase == ServerPhase.Serving
end RunningServer

private object RunningServer:
  /** For a program's work after its server has stopped. */
  val aftermath: FiniteDuration = 10.seconds
