package eddy.remote.jgroups.internal

import java.net.{InetAddress, InetSocketAddress}
import scala.concurrent.duration.FiniteDuration
import scala.jdk.CollectionConverters.*

import org.jgroups.JChannel
import org.jgroups.protocols.*
import org.jgroups.protocols.pbcast.{GMS, NAKACK2, STABLE}
import org.jgroups.stack.Protocol

/** JGroups' protocols for a node, lowest first: TCP, discovery, failure detection, reliable and ordered
  * messages, the view. Its flow control is left out: it makes senders wait, and sessions have a window each.
  */
private[jgroups] object MemberStack:
  def channel(
      members: Seq[(String, Int)],
      bind: String,
      port: Int,
      portRange: Int,
      joinTimeout: FiniteDuration,
      silenceTimeout: FiniteDuration
  ): JChannel =
    of(transport(bind, port, portRange), discovery(members, portRange), joinTimeout, silenceTimeout)

  /** @param transport of JGroups */
  def of(
      transport: TP,
      discovery: Protocol,
      joinTimeout: FiniteDuration,
      silenceTimeout: FiniteDuration
  ): JChannel =
    val silence = math.max(100, silenceTimeout.toMillis)
    val protocols: Seq[Protocol] = Seq(
      transport,
      discovery,
      MERGE3().setMinInterval(mergeMillis / 2).setMaxInterval(mergeMillis),
      FD_ALL3().setTimeout(silence).setInterval(silence / 5),
      VERIFY_SUSPECT2().setTimeout(math.min(1000, silence / 4)),
      NAKACK2().useMcastXmit(false),
      UNICAST3(),
      STABLE(),
      GMS().setJoinTimeout(joinTimeout.toMillis).printLocalAddress(false),
      FRAG4()
    )
    val channel = new JChannel(protocols.asJava)
    channel.getProtocolStack.getTransport.getDiagnosticsHandler.setEnabled(false): Unit
    channel
  end of

  private def transport(bind: String, port: Int, portRange: Int): TCP =
    val tcp = TCP()
    tcp.setBindAddress[TCP](InetAddress.getByName(bind)).setBindPort[TCP](port).setPortRange[TCP](portRange)
    // a process that ends closes its connections: that is noticed at once
    tcp.enableSuspectEvents(true)
    tcp.tcpNodelay(true).setSockConnTimeout(2000)
    // a silent connection holds up others that begin for so long
    tcp.setPeerAddrReadTimeout(500)
    tcp.setMaxLength(maxLength)
    // a thread for each connection: one that takes nothing holds up no other
    tcp.nonBlockingSends(true)
    tcp

  private def discovery(members: Seq[(String, Int)], portRange: Int): Protocol =
    val hosts =
      for
        (host, first) <- members
        port <- first to math.min(first + portRange, 65_535)
      yield InetSocketAddress(host, port)
    TCPPING().setInitialHosts[TCPPING](hosts.distinct.asJava)

  /** How often, at most, parts of a cluster that was split are looked for. */
  private val mergeMillis = 10_000

  /** JGroups sends fragments in bundles that are much smaller: a longer one comes from somebody else. */
  private val maxLength = 16 * 1024 * 1024
end MemberStack
