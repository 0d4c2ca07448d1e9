package eddy.remote.tcp

import eddy.remote.conformance.TransportSuite
import eddy.remote.spi.{NodeAddress, NodeTransport}
import eddy.testing.TestLength

import java.net.{InetAddress, ServerSocket}
import java.nio.charset.StandardCharsets.UTF_8
import java.util.concurrent.ConcurrentHashMap

class TcpTransportSuite extends OverTcp(null)

class TlsTransportSuite extends OverTcp(Certificates.member):
  // handshakes take long in a JVM that compiles little
  override protected def dials: Int = TestLength.rounds(10, 100)

/** What every transport does, by TCP.
  *
  * @param tls of all nodes
  */
abstract class OverTcp(tls: TcpTls | Null) extends TransportSuite:
  protected def network(): Network = new Network:
    private val ports = new ConcurrentHashMap[String, Int]()
    private val made = new ConcurrentHashMap[String, Tcp]()
    private def port(name: String): Int = ports.computeIfAbsent(name, _ => OverTcp.freePort())
    def transport(name: String, secret: Array[Byte] | Null): NodeTransport =
      val text: String | Null = if secret == null then null else new String(secret, UTF_8)
      val one = new Tcp(port(name), secret = text, tls = tls)
      made.put(name, one): Unit
      one
    def address(name: String): NodeAddress = NodeAddress(s"127.0.0.1:${port(name)}")
    val nowhere: NodeAddress = NodeAddress(s"127.0.0.1:${OverTcp.freePort()}")
    def reset(one: String, other: String): Unit = Option(made.get(one)).foreach(_.reset())
end OverTcp

object OverTcp:
  /** One that nobody listens at. */
  def freePort(): Int =
    val socket = ServerSocket(0, 1, InetAddress.getLoopbackAddress)
    try socket.getLocalPort
    finally socket.close()
