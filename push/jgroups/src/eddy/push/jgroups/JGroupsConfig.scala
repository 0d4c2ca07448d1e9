package eddy.push.jgroups

import eddy.push.Delivery

import java.net.InetAddress
import java.nio.file.Files
import scala.concurrent.duration.{DurationInt, FiniteDuration}

/** How a node finds the others and talks with them. Checked at construction.
  *
  * @param cluster the same for all that belong together
  * @param bind the address that it listens on and that the others reach it at
  * @param port that it listens on; when it is taken, one of the `portRange` after it
  * @param tls needed on a network; without it anyone who reaches the port counts as a node
  * @param plaintext states that only nodes reach the network between them, so that `tls` is not needed
  * @param delivery how publications come to this node's channels
  * @param maxUnanswered publications and reads of this node that wait for the coordinator; further ones are
  *   refused
  * @param maxUnsent frames that wait for other nodes to take more, or that no other node has said to have;
  *   further publications are refused
  * @param maxUnsentBytes the same in bytes
  * @param answerWithin after which a publication that waits fails
  * @param joinWithin how long a node that starts looks for others before it takes itself for the first
  * @param expects so many nodes must see each other, this one included, before this one is up for the first
  *   time: a node that finds no other may be cut off from them, and cannot know
  * @param silentAfter a node that is silent for so long counts as dead; one whose process ends is noticed at
  *   once
  * @param mergeEvery how often, at most, parts of a cluster that was split are looked for
  */
final case class JGroupsConfig(
    cluster: String = "eddy",
    bind: String = "127.0.0.1",
    port: Int = 7800,
    portRange: Int = 9,
    discovery: Discovery = Discovery.Hosts(Seq("127.0.0.1:7800"), 9),
    tls: Option[NodeTls] = None,
    plaintext: Boolean = false,
    delivery: Delivery = Delivery.Adaptive,
    maxUnanswered: Int = 20_000,
    maxUnsent: Int = 50_000,
    maxUnsentBytes: Int = 64 * 1024 * 1024,
    answerWithin: FiniteDuration = 10.seconds,
    joinWithin: FiniteDuration = 2.seconds,
    expects: Int = 1,
    silentAfter: FiniteDuration = 10.seconds,
    mergeEvery: FiniteDuration = 10.seconds
):
  import JGroupsConfig.*
  require(
    cluster.matches("[A-Za-z0-9._-]{1,64}"),
    s"cluster = \"$cluster\": give 1 to 64 letters, digits, - _ or ."
  )
  require(
    tls.nonEmpty || plaintext || isLoopback(bind),
    s"bind = \"$bind\": anyone who reaches this address could join as a node: set tls; or plaintext = true where the network keeps others out"
  )
  inRange("port", port, 1, 65_535)
  inRange("portRange", portRange, 0, 1000)
  inRange("expects", expects, 1, 1000)
  inRange("maxUnanswered", maxUnanswered, 1, 1_000_000)
  inRange("maxUnsent", maxUnsent, 1, 10_000_000)
  inRange("maxUnsentBytes", maxUnsentBytes, 1024, Int.MaxValue)
  atLeast("answerWithin", answerWithin, 1.milli)
  atLeast("joinWithin", joinWithin, 10.millis)
  atLeast("silentAfter", silentAfter, 100.millis)
  atLeast("mergeEvery", mergeEvery, 100.millis)
  discovery match
    case Discovery.Hosts(addresses, range) =>
      require(
        addresses.nonEmpty,
        "discovery: no addresses: give one of another node at least, or this node's own"
      )
      addresses.foreach(hostAndPort)
      inRange("discovery: portRange", range, 0, 1000)
    case Discovery.Multicast(group, multicastPort) =>
      inRange("discovery: port", multicastPort, 1, 65_535)
      require(group.nonEmpty, "discovery: group is empty: give a multicast address, such as 232.5.6.7")
    case Discovery.Dns(name) => require(name.nonEmpty, "discovery: name is empty: give a DNS name")
    case Discovery.Folder(path) =>
      require(
        Files.isDirectory(path) && Files.isWritable(path),
        s"discovery: $path: must be a folder that exists and can be written, the same for all nodes"
      )
end JGroupsConfig

object JGroupsConfig:
  /** @throws IllegalArgumentException when it is no `host:port` */
  private[jgroups] def hostAndPort(address: String): (String, Int) =
    val colon = address.lastIndexOf(':')
    val port = if colon > 0 then address.substring(colon + 1).nn.toIntOption else None
    require(
      port.exists(p => p >= 1 && p <= 65_535),
      s"discovery: \"$address\": must be host:port or [IPv6]:port, such as 10.0.0.7:7800"
    )
    (address.substring(0, colon).nn.stripPrefix("[").stripSuffix("]"), port.get)

  private def isLoopback(address: String) =
    try InetAddress.getByName(address).nn.isLoopbackAddress
    catch
      case unknown: java.net.UnknownHostException =>
        throw IllegalArgumentException(
          s"bind = \"$address\": no such address: give one of this machine",
          unknown
        )

  private def inRange(name: String, value: Int, from: Int, to: Int): Unit =
    require(value >= from && value <= to, s"$name = $value: must be from $from to $to")

  private def atLeast(name: String, value: FiniteDuration, least: FiniteDuration): Unit =
    require(value >= least, s"$name = $value: must be at least $least")
end JGroupsConfig
