package eddy.push.activemq

import java.io.IOException
import java.net.{InetAddress, ServerSocket, Socket, URI}
import java.util.concurrent.ConcurrentLinkedQueue
import java.util.concurrent.CountDownLatch

/** Stands between a node and its broker: can hold back what the broker is sent, and break all connections. */
final class Proxy(to: ActiveMqConfig):
  private val broker = URI(to.uri)
  private val server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress)
  private val sockets = new ConcurrentLinkedQueue[Socket]()
  private val released = new CountDownLatch(1)
  @volatile private var stalled = false

  val config: ActiveMqConfig = to.copy(uri = s"tcp://127.0.0.1:${server.getLocalPort}")

  run:
    while !server.isClosed do
      val near = server.accept().nn
      val far = new Socket(broker.getHost, broker.getPort)
      sockets.add(near)
      sockets.add(far)
      run(copy(near, far, holds = true))
      run(copy(far, near, holds = false))

  /** Lets nothing through to the broker any more. */
  def stall(): Unit = stalled = true

  def close(): Unit =
    server.close()
    released.countDown()
    sockets.forEach(_.close())

  private def copy(from: Socket, to: Socket, holds: Boolean): Unit =
    val bytes = new Array[Byte](65_536)
    var n = from.getInputStream.nn.read(bytes)
    while n >= 0 do
      if holds && stalled then released.await()
      to.getOutputStream.nn.write(bytes, 0, n)
      n = from.getInputStream.nn.read(bytes)
    to.close()

  private def run(body: => Unit): Unit =
    val _ = Thread.startVirtualThread: () =>
      try body
      catch
        // closed, here or over there
        case _: IOException => ()
end Proxy
