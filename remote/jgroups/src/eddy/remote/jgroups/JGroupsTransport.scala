package eddy.remote.jgroups

import eddy.remote.jgroups.internal.{MemberConnector, MemberStack}
import eddy.remote.session.{ClusterSecret, JdkIoThread, SessionDriver}
import eddy.remote.spi.*

import java.io.IOException
import java.net.InetAddress
import java.nio.charset.StandardCharsets.UTF_8
import java.util.concurrent.CountDownLatch
import java.util.concurrent.atomic.AtomicBoolean
import scala.concurrent.duration.{DurationInt, FiniteDuration}
import scala.concurrent.{ExecutionContext, Future, Promise}
import scala.util.control.NonFatal

import org.jgroups.JChannel

/** Nodes that are members of a JGroups cluster, and find each other by it. Make one for each node:
  * `NodeConfig("a", JGroupsTransport())`. A node is dialed by its name: `node.connect("b")`.
  *
  * JGroups finds the members, and notices when one leaves or dies: its sessions then close at once. What a
  * session guarantees does not depend on JGroups: a message that JGroups loses or repeats, as when parts of a
  * cluster merge, breaks the connection, and the session continues on another one.
  *
  * A node without a setting is reached from this machine only. The bytes are not encrypted. The secret
  * protects sessions: any program that reaches the port can become a member of the JGroups cluster, but no
  * node.
  *
  * @param members where others are looked for, `host:port` or `[IPv6]:port`; one that answers is enough
  * @param port where this one listens; when it is taken, one of the `portRange` after it. The members are
  *   looked for in the same range
  * @param bind the address where it listens and where others reach it
  * @param group the name of the JGroups cluster: 1 to 64 letters, digits, `-`, `_` or `.`
  * @param address by which others dial this node, at most 255 bytes of UTF-8; none: the name of the node
  * @param secret that the nodes of the cluster share: each end proves to the other that it knows it. At least
  *   16 bytes of UTF-8; null: none
  * @param plaintext allows another `bind` than a loopback address, with a secret
  * @param joinTimeout how long a node that starts looks for others before it begins a cluster alone. Parts
  *   that began apart merge
  * @throws IllegalArgumentException if a setting is out of range
  */
class JGroupsTransport(
    members: Seq[String] = Seq("127.0.0.1:7900"),
    port: Int = 7900,
    portRange: Int = 9,
    bind: String = "127.0.0.1",
    group: String = "eddy-nodes",
    address: Option[String] = None,
    secret: String | Null = null,
    plaintext: Boolean = false,
    joinTimeout: FiniteDuration = 2.seconds
) extends NodeTransport:
  import MemberRules.*

  require(port >= 1 && port <= 65_535, s"port = $port: must be 1 to 65535")
  require(portRange >= 0 && portRange <= 1000, s"portRange = $portRange: must be 0 to 1000")
  require(
    group.matches("[A-Za-z0-9._-]{1,64}"),
    s"group = \"$group\": give 1 to 64 letters, digits, - _ or ."
  )
  require(
    secret == null || secret.getBytes(UTF_8).length >= 16,
    s"secret of ${if secret == null then 0 else secret.getBytes(UTF_8).length} bytes: must have at least 16"
  )
  require(
    InetAddress.getByName(bind).isLoopbackAddress || plaintext && secret != null,
    s"bind = \"$bind\": other machines reach it, and the bytes are not encrypted; give a secret and " +
      "plaintext = true, or 127.0.0.1"
  )
  require(joinTimeout >= 10.millis, s"joinTimeout = $joinTimeout: must be at least 10 milliseconds")
  require(members.nonEmpty, "members = …: none; give the address of another node, or of this one")
  private val hosts = members.map: member =>
    NodeAddress(member).hostAndPort.getOrElse:
      throw IllegalArgumentException(s"members: \"$member\" must be host:port, such as 10.0.0.7:7900")
  address.foreach(checkAddress)

  private val isStopping = new AtomicBoolean
  private val stopped = Promise[Unit]()
  private val isStarted = new AtomicBoolean
  @volatile private var present: Running | Null = null

  def name: String = "jgroups"

  /** Not connected yet. */
  private[jgroups] def makeChannel(silenceTimeout: FiniteDuration): JChannel =
    MemberStack.channel(hosts, bind, port, portRange, joinTimeout, silenceTimeout)

  /** Returns when this node is a member, or the first one: after `joinTimeout` at most, if no other answers.
    */
  def start(me: NodeIdentity, settings: TransportSettings, events: TransportEvents): NodeIdentity =
    if !isStarted.compareAndSet(false, true) then
      throw IllegalStateException("this transport belongs to a node already: make one for each node")
    val at = address.getOrElse(me.name)
    checkAddress(at)
    val known = me.copy(addresses = Vector(NodeAddress(at)))
    val io = new JdkIoThread(s"eddy-remote-jgroups-$at")
    val channel = makeChannel(settings.silenceTimeout)
    val connector = new MemberConnector(channel, io)
    val bytes: Array[Byte] | Null = if secret == null then null else secret.getBytes(UTF_8)
    val driver = SessionDriver(known, settings, ClusterSecret(bytes), events, connector, io, window)
    connector.begin(driver)
    val isReady = CountDownLatch(1)
    // what members send meanwhile waits, so that no event comes before this node knows where it is
    io.execute(() => isReady.await())
    try connector.join(group, at)
    catch
      case NonFatal(failure) =>
        channel.close()
        io.stop()
        throw IOException(
          s"node ${me.name} cannot join group $group at $bind:$port: ${failure.getMessage}; stop what " +
            "listens there, or give another port",
          failure
        )
    finally isReady.countDown()
    present = new Running(channel, connector, driver, io)
    driver.start()
    known
  end start

  private def running: Running = present match
    case null => throw IllegalStateException("the transport was not started")
    case known => known

  def dial(to: NodeAddress): Unit = running.driver.dial(to)

  def stop(timeout: FiniteDuration): Future[Unit] =
    val known = present
    if known == null then Future.unit
    else
      if isStopping.compareAndSet(false, true) then
        val until = System.nanoTime + timeout.toNanos
        known.driver.stop(timeout).foreach { _ =>
          // the others hear the goodbye before the news that this member has left
          known.connector.whenQuiet(until)(() => leave(known, until))
        }(using ExecutionContext.parasitic)
      stopped.future

  private def leave(known: Running, until: Long): Unit =
    // a coordinator that does not answer must not hold up anybody
    val _ = known.io.after(math.max(0, until - System.nanoTime))(() => stopped.trySuccess(()): Unit)
    val _ = Thread.ofVirtual.nn.name("eddy-remote-jgroups-leave").nn.start: () =>
      try known.channel.close()
      finally
        stopped.trySuccess(()): Unit
        known.io.stop()

  private[jgroups] def channel: JChannel = running.channel

  /** Breaks all connections, as the network may: nodes connect again. */
  private[jgroups] def reset(): Unit = running.connector.reset()
end JGroupsTransport

// a private companion would hide the constructor without `new` from users
private object MemberRules:
  final class Running(
      val channel: JChannel,
      val connector: MemberConnector,
      val driver: SessionDriver,
      val io: JdkIoThread
  )

  /** Bytes to one node that it has not acknowledged: JGroups keeps them, and never more. */
  val window: Long = 1L << 20

  def checkAddress(text: String): Unit =
    val length = text.getBytes(UTF_8).length
    require(
      length >= 1 && length <= 255,
      s"address of $length bytes: must have 1 to 255; give one in place of a longer node name"
    )
