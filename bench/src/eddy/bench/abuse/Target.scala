package eddy.bench.abuse

import java.io.IOException
import java.net.{InetAddress, InetSocketAddress, Socket, URI}
import java.time.Duration

/** The server under attack. Any thread. */
private[bench] final class Target(val uri: URI):
  private val port = if uri.getPort > 0 then uri.getPort else 80
  private val address = InetAddress.getByName(uri.getHost)

  val host: String = s"${uri.getHost}:$port"

  /** A connection of a client, from an address of its network.
    *
    * @param network
    *   clients of one network share an address. On a machine that has all of 127.0.0.0/8, as Linux does, each
    *   network has its own; elsewhere, and over a network, all come from one
    */
  def connect(network: Int): Socket =
    val socket = Socket()
    try
      if address.isLoopbackAddress then from(socket, network)
      socket.setTcpNoDelay(true)
      socket.setSoTimeout(Target.Patience.toMillis.toInt)
      socket.connect(InetSocketAddress(address, port), Target.Patience.toMillis.toInt)
      socket
    catch
      case e: IOException =>
        socket.close()
        throw e

  private def from(socket: Socket, network: Int): Unit =
    val own = Array[Byte](127, 0, (1 + network / 250).toByte, (1 + network % 250).toByte)
    try socket.bind(InetSocketAddress(InetAddress.getByAddress(own), 0))
    catch case _: IOException => ()
end Target

private[bench] object Target:
  /** As long as a browser's user has patience. */
  val Patience: Duration = Duration.ofSeconds(10)
