package eddy.remote.tcp

import eddy.remote.session.{ClusterSecret, SessionDriver}
import eddy.remote.spi.*
import eddy.remote.tcp.internal.{TcpConnector, TcpLoop, TlsFiles}

import java.net.InetAddress
import java.nio.charset.StandardCharsets.UTF_8
import java.util.concurrent.atomic.AtomicBoolean
import scala.concurrent.duration.FiniteDuration
import scala.concurrent.{ExecutionContext, Future}

/** Nodes of several processes, over TCP. Make one for each node: `NodeConfig("a", Tcp(port = 7801))`.
  *
  * Without a setting it is reached from this machine only, and the bytes are not encrypted. For other
  * machines give `tls`, or a secret and `plaintext`, which says that the network is trusted, or that
  * something else encrypts.
  *
  * @param port 0: any free one
  * @param host where it listens
  * @param advertise where others dial it, if that is another address, such as `10.0.0.7:7801`
  * @param secret that the nodes of the cluster share: each end proves to the other that it knows it. At least
  *   16 bytes of UTF-8; null: none
  * @param plaintext allows another `host` than the loopback address without `tls`, with a secret
  * @param tls encrypts, and lets in only nodes with a certificate of the cluster; null: plain TCP
  * @throws IllegalArgumentException if a setting is out of range
  */
final class Tcp(
    port: Int,
    host: String = "127.0.0.1",
    advertise: Option[String] = None,
    secret: String | Null = null,
    plaintext: Boolean = false,
    tls: TcpTls | Null = null
) extends NodeTransport:
  require(port >= 0 && port <= 65535, s"port = $port: must be 0 to 65535; 0 is any free port")
  require(
    secret == null || secret.getBytes(UTF_8).length >= 16,
    s"secret of ${if secret == null then 0 else secret.getBytes(UTF_8).length} bytes: must have at least 16"
  )
  require(
    InetAddress.getByName(host).isLoopbackAddress || tls != null || plaintext && secret != null,
    s"host = \"$host\": other machines reach it, and the bytes are not encrypted; give tls, or a secret and " +
      "plaintext = true, or 127.0.0.1"
  )
  require(tls == null || !plaintext, "plaintext = true with tls: leave one of them out")

  private val isStarted = new AtomicBoolean
  private val isStopping = new AtomicBoolean
  private val loop = new TcpLoop
  @volatile private var connector: TcpConnector | Null = null

  def name: String = "tcp"

  def start(me: NodeIdentity, settings: TransportSettings, events: TransportEvents): NodeIdentity =
    if !isStarted.compareAndSet(false, true) then
      throw IllegalStateException("this transport belongs to a node already: make one for each node")
    val (made, bound) =
      try
        val files = if tls == null then None else Some(TlsFiles(tls, settings.connectTimeout.toMillis))
        val made = TcpConnector(loop, settings, files)
        (made, made.listen(host, port))
      catch
        case failure: java.io.IOException =>
          loop.stop(): Unit
          throw failure
    connector = made
    val known = me.copy(addresses = Vector(NodeAddress(advertise.getOrElse(bound))))
    val bytes: Array[Byte] | Null = if secret == null then null else secret.getBytes(UTF_8)
    val driver = SessionDriver(known, settings, ClusterSecret(bytes), events, made, loop)
    made.accept(driver)
    driver.start()
    known

  private def running: TcpConnector = connector match
    case null => throw IllegalStateException("the transport was not started")
    case known => known

  def dial(to: NodeAddress): Unit = running.driver.dial(to)

  def stop(timeout: FiniteDuration): Future[Unit] =
    if !isStarted.get then Future.unit
    else
      if isStopping.compareAndSet(false, true) then
        running.driver.stop(timeout).onComplete { _ =>
          running.close()
          loop.stop()
        }(using ExecutionContext.parasitic)
      loop.stopped

  /** Breaks all connections, as the network may: nodes connect again. */
  private[tcp] def reset(): Unit = running.reset()
end Tcp
