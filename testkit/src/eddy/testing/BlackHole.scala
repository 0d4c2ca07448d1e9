package eddy.testing

import java.io.IOException
import java.net.{InetAddress, ServerSocket, Socket}
import java.util.concurrent.ConcurrentLinkedQueue

/** A proxy in front of a server, and a network that can die in between without a word: nothing is forwarded,
  * and no connection is closed or reset, as when a cable is cut or a firewall drops packets.
  */
final class BlackHole(target: Int) extends AutoCloseable:
  private val listening = ServerSocket(0, 50, InetAddress.getLoopbackAddress)
  private val sockets = ConcurrentLinkedQueue[Socket]()
  // connections of a dead network stay dead when there is another one
  @volatile private var network = Network()

  private final class Network:
    @volatile var isDead = false

  val port: Int = listening.getLocalPort
  Thread.ofVirtual().start(() => accept()): Unit

  /** From now on no byte arrives, on connections that are open and on new ones. */
  def die(): Unit = network.isDead = true

  /** New connections work. Those from before never do again. */
  def recover(): Unit =
    network.isDead = true
    network = Network()

  private def accept(): Unit =
    try
      while true do
        val client = listening.accept()
        sockets.add(client): Unit
        val of = network
        if !of.isDead then
          val server = Socket(InetAddress.getLoopbackAddress, target)
          sockets.add(server): Unit
          Thread.ofVirtual().start(() => forward(client, server, of)): Unit
          Thread.ofVirtual().start(() => forward(server, client, of)): Unit
    // it is closed
    catch case _: IOException => ()

  private def forward(from: Socket, to: Socket, of: Network): Unit =
    val buffer = new Array[Byte](16 << 10)
    try
      val (in, out) = (from.getInputStream, to.getOutputStream)
      var count = in.read(buffer)
      while count >= 0 do
        // what a dead network has been given is gone
        if !of.isDead then out.write(buffer, 0, count)
        count = in.read(buffer)
      if !of.isDead then to.close()
    catch case _: IOException => if !of.isDead then to.close()

  def close(): Unit =
    listening.close()
    sockets.forEach(_.close())
end BlackHole
