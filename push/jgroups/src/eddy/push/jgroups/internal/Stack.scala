package eddy.push.jgroups.internal

import eddy.push.internal.KeyStores
import eddy.push.jgroups.{Discovery, JGroupsConfig, NodeTls}

import java.net.{InetAddress, InetSocketAddress}
import scala.jdk.CollectionConverters.*

import org.jgroups.JChannel
import org.jgroups.protocols.*
import org.jgroups.protocols.dns.DNS_PING
import org.jgroups.protocols.pbcast.{GMS, NAKACK2, STABLE}
import org.jgroups.stack.Protocol

/** JGroups' protocols for a node, lowest first: TCP, discovery, failure detection, reliable and ordered
  * messages, flow control. Its diagnostics, which listen on a port of their own, are off.
  */
private[jgroups] object Stack:
  def channel(config: JGroupsConfig): JChannel =
    val protocols: Seq[Protocol] = Seq(
      transport(config),
      discovery(config),
      MERGE3().setMinInterval(config.mergeEvery.toMillis / 2).setMaxInterval(config.mergeEvery.toMillis),
      FD_ALL3().setTimeout(config.silentAfter.toMillis).setInterval(math.max(
        1,
        config.silentAfter.toMillis / 5
      )),
      VERIFY_SUSPECT2().setTimeout(math.min(1000, config.silentAfter.toMillis / 4)),
      NAKACK2().useMcastXmit(false),
      UNICAST3(),
      STABLE().setDesiredAverageGossip(10_000).setMaxBytes(4 * Credits),
      GMS().setJoinTimeout(
        config.joinWithin.toMillis
      ).printLocalAddress(false).setMembershipChangePolicy(LargestFirst),
      UFC().setMaxCredits[UFC](Credits),
      MFC().setMaxCredits[MFC](Credits),
      FRAG4()
    )
    val channel = new JChannel(protocols.asJava)
    channel.getProtocolStack.getTransport.getDiagnosticsHandler.setEnabled(false): Unit
    channel
  end channel

  private def transport(config: JGroupsConfig): TCP =
    val tcp = TCP()
    tcp.setBindAddress[TCP](InetAddress.getByName(config.bind)).setBindPort[TCP](config.port)
      .setPortRange[TCP](config.portRange)
    // a process that ends closes its connections: that is noticed without any other port
    tcp.enableSuspectEvents(true)
    tcp.tcpNodelay(true).setSockConnTimeout(2000)
    // a peer that is silent after its handshake of TLS holds up the others for so long
    tcp.setPeerAddrReadTimeout(PeerAddressMillis)
    tcp.setMaxLength(MaxLength)
    // they speak TLS themselves: JGroups' own would do the handshake of one connection after another
    tcp.setSocketFactory(GreetedSockets(config.tls.fold(null)(contextOf)))
    tcp

  private def discovery(config: JGroupsConfig): Protocol = config.discovery match
    case Discovery.Hosts(addresses, range) =>
      // its own port range holds only for addresses that it is given as text, which IPv6 ones cannot be
      val hosts =
        for
          (host, first) <- addresses.map(JGroupsConfig.hostAndPort)
          port <- first to math.min(first + range, 65_535)
        yield InetSocketAddress(host, port)
      TCPPING().setInitialHosts[TCPPING](hosts.distinct.asJava)
    case Discovery.Multicast(group, port) =>
      MPING().setBindAddr(InetAddress.getByName(config.bind)).setMulticastAddress(group).setMcastPort(port)
    case Discovery.Dns(name) => DNS_PING().setDNSQuery(name)
    // what a coordinator that was killed has left is removed by the next one
    case Discovery.Folder(path) => FILE_PING().setLocation(path.toString).removeOldCoordsOnViewChange(true)

  private def contextOf(tls: NodeTls) = KeyStores.context(tls.trustStore, Some(tls.keyStore))

  private final val PeerAddressMillis = 500

  /** Bytes that a node may have sent to another that has not taken them yet. */
  private final val Credits = 4L * 1024 * 1024

  /** JGroups sends fragments in bundles that are much smaller: a longer one comes from somebody else. */
  private final val MaxLength = 16 * 1024 * 1024
end Stack
