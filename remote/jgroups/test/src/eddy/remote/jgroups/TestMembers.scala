package eddy.remote.jgroups

import eddy.remote.jgroups.internal.MemberStack

import java.net.{InetAddress, ServerSocket}
import java.util.UUID
import scala.concurrent.duration.{DurationInt, FiniteDuration}
import scala.util.{Random, Try, Using}

import org.jgroups.JChannel
import org.jgroups.protocols.{SHARED_LOOPBACK, SHARED_LOOPBACK_PING}

/** Makes the members of a cluster of this process, without others. The first one finds no other, and need not
  * look for long.
  */
trait TestMembers:
  /** @param prepare is given the channel before it is connected */
  def transport(
      address: String,
      secret: String | Null = null,
      prepare: JChannel => Unit = _ => ()
  ): JGroupsTransport

object TestMembers:
  // a strong reference, as loggers without one lose their level; members that end abruptly are no news here
  private val log = java.util.logging.Logger.getLogger("org.jgroups").nn
  log.setLevel(java.util.logging.Level.OFF)

  private abstract class Joining extends TestMembers:
    protected val group = s"test-${UUID.randomUUID}"
    private var isFirst = true
    protected def joinTimeout(): FiniteDuration = synchronized:
      val timeout = if isFirst then 100.millis else 60.seconds
      isFirst = false
      timeout

  /** Messages of JGroups go through queues of the process. */
  def inMemory(): TestMembers = new Joining:
    def transport(address: String, secret: String | Null, prepare: JChannel => Unit): JGroupsTransport =
      val timeout = joinTimeout()
      new JGroupsTransport(group = group, address = Some(address), secret = secret):
        override private[jgroups] def makeChannel(silenceTimeout: FiniteDuration): JChannel =
          val made = MemberStack.of(SHARED_LOOPBACK(), SHARED_LOOPBACK_PING(), timeout, silenceTimeout)
          prepare(made)
          made

  def overTcp(): TestMembers = new Joining:
    private val port = freePorts()
    def transport(address: String, secret: String | Null, prepare: JChannel => Unit): JGroupsTransport =
      new JGroupsTransport(
        Seq(s"127.0.0.1:$port"),
        port,
        ports - 1,
        group = group,
        address = Some(address),
        secret = secret,
        joinTimeout = joinTimeout()
      ):
        override private[jgroups] def makeChannel(silenceTimeout: FiniteDuration): JChannel =
          val made = super.makeChannel(silenceTimeout)
          prepare(made)
          made

  private val ports = 20

  /** The first of as many ports without a listener, below those that the system assigns. */
  def freePorts(): Int =
    val first = 10_000 + Random.nextInt(1000) * ports
    val free = (first until first + ports).forall: port =>
      Try(Using.resource(ServerSocket(port, 1, InetAddress.getLoopbackAddress))(_ => ())).isSuccess
    if free then first else freePorts()
end TestMembers
