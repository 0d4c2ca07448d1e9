package eddy.remote.jgroups

import java.io.{FilterInputStream, InputStream}
import java.net.{ServerSocket, Socket}
import java.util.concurrent.CountDownLatch

import org.jgroups.util.DefaultSocketFactory

/** Sockets that can stop reading, as those of a frozen process: then sent bytes fill the
  * buffers of the system.
  */
final class FrozenSockets extends DefaultSocketFactory:
  @volatile private var thaw: CountDownLatch | Null = null

  def freeze(): Unit = thaw = CountDownLatch(1)
  def unfreeze(): Unit =
    val latch = thaw
    thaw = null
    if latch != null then latch.countDown()

  override def createSocket(service: String): Socket = new Freezing
  override def createServerSocket(service: String): ServerSocket = new ServerSocket():
    override def accept(): Socket =
      val socket = new Freezing
      implAccept(socket)
      socket

  private final class Freezing extends Socket:
    override def getInputStream: InputStream = new FilterInputStream(super.getInputStream):
      override def read(): Int = passed(super.read())
      override def read(bytes: Array[Byte], from: Int, length: Int): Int =
        passed(super.read(bytes, from, length))

  private def passed(result: Int): Int =
    val latch = thaw
    if latch != null then latch.await()
    result
end FrozenSockets
