package eddy.push

import java.io.IOException
import java.net.{InetAddress, ServerSocket, Socket}
import java.nio.charset.StandardCharsets.ISO_8859_1
import java.util.concurrent.ConcurrentLinkedQueue

/** The way between a node and its service, as a test may cut it: a port of this machine that leads to another
  * one. Any thread.
  *
  * @param to the service's port
  * @param at where it begins: an address of this machine, and a port there, or 0 for any
  */
final class Way(to: Int, at: (String, Int) = ("127.0.0.1", 0)):
  private val server = new ServerSocket(at(1), 50, InetAddress.getByName(at(0)))
  private val sockets = new ConcurrentLinkedQueue[Socket]()

  // guarded by this
  private var isStalled = false
  private var isSilent = false
  private val said = StringBuilder()
  @volatile private var isCut = false

  val port: Int = server.getLocalPort

  private val accepting = run:
    while !server.isClosed do
      val near = server.accept().nn
      if isCut then near.close() else run(connect(near)): Unit

  /** Lets nothing through, neither there nor back; connections stay. */
  def stall(): Unit = synchronized:
    isStalled = true

  /** Lets nothing back to the node; its messages to the service pass, and are known ([[heard]]). */
  def silence(): Unit = synchronized:
    isSilent = true

  /** What the service was sent while it was silenced, byte by byte. */
  def heard: String = synchronized(said.toString)

  /** Breaks all connections, and takes no other. */
  def cut(): Unit =
    isCut = true
    sockets.forEach(_.close())
    sockets.clear()

  /** Messages held back are passed on. */
  def heal(): Unit = synchronized:
    isStalled = false
    isSilent = false
    isCut = false
    notifyAll()

  def close(): Unit =
    server.close()
    // who still waits for a connection keeps the port, and the next test may have the same
    accepting.join()
    cut()
    heal()

  private def connect(near: Socket): Unit =
    try
      val far = new Socket(InetAddress.getLoopbackAddress, to)
      Seq(near, far).foreach(_.setTcpNoDelay(true)) // the way itself adds no delay
      sockets.add(near)
      sockets.add(far)
      run(copy(near, far, isBack = false)): Unit
      copy(far, near, isBack = true)
    finally near.close()

  private def copy(from: Socket, to: Socket, isBack: Boolean): Unit =
    try
      val bytes = new Array[Byte](65_536)
      var n = from.getInputStream.nn.read(bytes)
      while n >= 0 do
        synchronized:
          if isSilent && !isBack then said.append(String(bytes, 0, n, ISO_8859_1)): Unit
          while isStalled || isSilent && isBack do wait()
        to.getOutputStream.nn.write(bytes, 0, n)
        n = from.getInputStream.nn.read(bytes)
    finally to.close()

  private def run(body: => Unit): Thread = Thread.startVirtualThread: () =>
    try body
    catch
      // closed, here or over there
      case _: IOException => ()
end Way
