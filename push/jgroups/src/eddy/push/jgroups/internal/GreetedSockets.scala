package eddy.push.jgroups.internal

import java.io.{ByteArrayInputStream, IOException, InputStream, InterruptedIOException, SequenceInputStream}
import java.net.{ServerSocket, Socket, SocketException}
import java.util.ArrayDeque
import java.util.concurrent.LinkedBlockingQueue
import javax.net.ssl.{SSLContext, SSLSocket}
import scala.util.control.NonFatal

import org.jgroups.util.DefaultSocketFactory

/** The sockets of JGroups. Its listening one hands over connections whose other side has sent its address, or
  * has shown its certificate: JGroups waits for that on the one thread that takes connections, where a silent
  * connection would hold up all others.
  */
private[jgroups] final class GreetedSockets(context: SSLContext | Null)
    extends DefaultSocketFactory(GreetedSockets.outgoing(context), null):
  override def createServerSocket(service: String): ServerSocket = GreetedServerSocket(context)

private object GreetedSockets:
  private def outgoing(context: SSLContext | Null): javax.net.SocketFactory =
    if context == null then javax.net.SocketFactory.getDefault.nn else context.getSocketFactory.nn

/** Each new connection is waited for on a virtual thread of its own, for a while; when there are too many,
  * the oldest is closed.
  */
private final class GreetedServerSocket(context: SSLContext | Null) extends ServerSocket:
  import GreetedServerSocket.*
  private val ready = LinkedBlockingQueue[Socket | IOException]()
  // guarded by this
  private val silent = ArrayDeque[Socket]()
  private var taking = false

  override def accept(): Socket =
    synchronized:
      if !taking && !isClosed then
        taking = true
        Thread.ofVirtual.nn.name("eddy-jgroups-accept").nn.start(() => take()): Unit
    try
      ready.take() match
        case socket: Socket => socket
        case failure: IOException =>
          if isClosed then ready.add(failure): Unit
          throw failure
    catch
      case _: InterruptedException =>
        Thread.currentThread.interrupt()
        throw InterruptedIOException("interrupted while waiting for a connection")

  /** Until it fails, as when it is closed: then the next call of [[accept]] begins again. */
  private def take(): Unit =
    try
      while true do
        val socket = Greeting()
        implAccept(socket)
        begin(socket)
    catch
      case failure: Throwable =>
        synchronized { taking = false }
        val told = failure match
          case known: IOException => known
          case other => IOException("no connection could be taken", other)
        ready.add(told): Unit

  private def begin(socket: Greeting): Unit =
    val oldest = synchronized:
      silent.add(socket): Unit
      if silent.size > MostSilent then silent.poll() else null
    if oldest != null then oldest.close()
    Thread.ofVirtual.nn.name("eddy-jgroups-greeting").nn.start(() => greet(socket)): Unit

  private def greet(socket: Greeting): Unit =
    try
      socket.setSoTimeout(GreetingMillis)
      val greeted = if context == null then socket.read() else secured(socket, context)
      greeted.setSoTimeout(0)
      ready.add(greeted): Unit
    // the JDK's TLS also throws others for bytes of a peer
    catch case NonFatal(_) => socket.close()
    finally
      synchronized { silent.remove(socket): Unit }
      // it is no longer taken
      if isClosed then closeReady()

  private def secured(socket: Socket, context: SSLContext): Socket =
    context.getSocketFactory.nn.createSocket(socket, null, true) match
      case secure: SSLSocket =>
        secure.setEnabledProtocols(Array("TLSv1.3"))
        secure.setNeedClientAuth(true)
        secure.startHandshake()
        secure
      case other => throw SocketException(s"$other is not a TLS socket")

  override def close(): Unit =
    super.close()
    val left = synchronized(silent.toArray(Array.empty[Socket]))
    left.foreach(_.close())
    closeReady()

  /** Keeps what tells [[accept]] that this is closed. */
  private def closeReady(): Unit =
    val _ = ready.removeIf:
      case socket: Socket =>
        socket.close()
        true
      case _: IOException => false
end GreetedServerSocket

private object GreetedServerSocket:
  /** A node says who it is as soon as it is connected. */
  private final val GreetingMillis = 2000

  /** More than a cluster has nodes that connect at once, each of which takes a while for its handshake. */
  private final val MostSilent = 1024

/** A connection whose first bytes have been read, and are read again.
  *
  * {{{
  *   cookie (4 bytes) | version (2) | length (2) | address of the node, as many bytes
  * }}}
  */
private final class Greeting extends Socket:
  private var in: InputStream | Null = null

  def read(): Socket =
    val from = super.getInputStream.nn
    val head = from.readNBytes(Greeting.HeadBytes).nn
    if head.length < Greeting.HeadBytes then throw SocketException("closed before it has said who it is")
    val length = (head(6) & 0xff) << 8 | head(7) & 0xff
    if length > Greeting.MostBytes then throw SocketException(s"an address of $length bytes")
    in = SequenceInputStream(ByteArrayInputStream(head ++ from.readNBytes(length).nn), from)
    this

  override def getInputStream: InputStream =
    val known = in
    if known != null then known else super.getInputStream.nn
end Greeting

private object Greeting:
  private final val HeadBytes = 8
  private final val MostBytes = 64
