package eddy.remote.tcp

import java.io.{IOException, InputStream, OutputStream}
import java.net.{InetAddress, ServerSocket, Socket}
import java.util.concurrent.atomic.AtomicLong
import java.util.concurrent.locks.LockSupport
import scala.util.Random

/** Forwards connections to a port of this machine, in pieces of random lengths, most of them of few bytes. */
final class CuttingProxy(to: Int, seed: Long) extends AutoCloseable:
  private val server = ServerSocket(0, 10, InetAddress.getLoopbackAddress)
  private val count = new AtomicLong

  def address: String = s"127.0.0.1:${server.getLocalPort}"

  /** Pieces that were forwarded. */
  def pieces: Long = count.get

  locally:
    val _ = Thread.startVirtualThread(() => accept())

  private def accept(): Unit =
    try
      while true do
        val near = server.accept()
        val far = Socket(InetAddress.getLoopbackAddress, to)
        forward(near, far, Random(seed))
        forward(far, near, Random(seed + 1))
    catch case failure: IOException => if !server.isClosed then throw failure

  private def forward(from: Socket, to: Socket, random: Random): Unit =
    to.setTcpNoDelay(true)
    val _ = Thread.startVirtualThread: () =>
      try cut(from.getInputStream, to.getOutputStream, random)
      // an end has closed or reset its connection: so does the proxy
      catch case _: IOException => ()
      finally
        from.close()
        to.close()

  private def cut(in: InputStream, out: OutputStream, random: Random): Unit =
    val bytes = new Array[Byte](64 << 10)
    var length = in.read(bytes)
    while length >= 0 do
      var at = 0
      while at < length do
        // a long run of bytes in between, or large messages would take minutes
        val piece = math.min(length - at, if random.nextInt(4) == 0 then 16 << 10 else 1 + random.nextInt(9))
        out.write(bytes, at, piece)
        count.incrementAndGet(): Unit
        // a slow network, or the receiver would read the pieces together
        LockSupport.parkNanos(20_000)
        at += piece
      length = in.read(bytes)

  def close(): Unit = server.close()
end CuttingProxy
