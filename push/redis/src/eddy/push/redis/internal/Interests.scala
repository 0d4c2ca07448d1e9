package eddy.push.redis.internal

import eddy.push.{Intake, Interest, MediatorException, MediatorNode}

import java.util.concurrent.ConcurrentHashMap
import scala.concurrent.ExecutionContext.parasitic
import scala.concurrent.Future
import scala.jdk.CollectionConverters.*

/** What this node is interested in, and where what comes for it goes. */
private[redis] final class Interests(around: Surroundings, servers: Servers):
  private val names = around.names
  private val node: MediatorNode = around.node
  private val flows = new ConcurrentHashMap[String, ChannelFlow]()
  private val patterns = PatternFlows(around)

  def subscribe(interest: Interest, intake: Intake): Future[Unit] = interest match
    case Interest.Pattern(pattern) if around.config.site.isCluster && !around.config.clusterPatterns =>
      Future.failed(MediatorException(
        s"cannot subscribe to $pattern: this Cluster publishes to shards alone; set clusterPatterns = true on all nodes"
      ))
    case Interest.Pattern(pattern) => patterns.add(pattern, intake)
    case Interest.Channel(channel) =>
      val flow = ChannelFlow(channel, intake, node.retention(channel), around)
      val name = names.pubSub(channel)
      if flows.putIfAbsent(name, flow) != null then
        throw IllegalStateException(s"channel $channel has an intake already")
      // after it is known, so that a change of the routes finds it
      flow.route(servers.routes.of(names.slot(channel)))
      flow.ready.failed.foreach(_ => if flows.remove(name, flow) then flow.stop(): Unit)(using parasitic)
      flow.ready

  def unsubscribe(interest: Interest): Future[Unit] = interest match
    case Interest.Pattern(pattern) => patterns.remove(pattern)
    case Interest.Channel(channel) =>
      val flow = flows.remove(names.pubSub(channel))
      if flow == null then Future.unit else flow.stop()

  /** The servers' routes have changed. */
  def rerouted(): Unit =
    val routes = servers.routes
    patterns.route(routes.links.headOption.orNull)
    flows.forEach((name, flow) => flow.route(routes.of(names.slot(names.channelOf(name)))))

  /** Renews some of the flows, those of the part that is called for: all together would be too many at once.
    */
  def renew(part: Int, parts: Int): Unit =
    flows.forEach((name, flow) => if Math.floorMod(name.hashCode, parts) == part then flow.renew())

  def stop(): Unit =
    flows.values.asScala.foreach(_.stop())
    flows.clear()

  /** Passes messages of the servers on to the flows. */
  val incoming: Incoming = new Incoming:
    def subscribed(link: Link, name: String): Unit =
      val flow = flows.get(name)
      if flow != null then flow.subscribed(link)
      patterns.subscribed(link, name)

    def refused(link: Link, name: String, cause: Throwable): Unit =
      val flow = flows.get(name)
      if flow != null then flow.refused(link, cause)
      patterns.refused(link, name, cause)

    def ended(link: Link, name: String): Unit =
      val flow = flows.get(name)
      if flow != null then flow.ended(link)

    def arrived(link: Link, name: String, bytes: Array[Byte]): Unit =
      val flow = flows.get(name)
      if flow != null then payload(name, bytes).foreach(flow.arrived(link, _))

    def arrivedFor(link: Link, glob: String, name: String, bytes: Array[Byte]): Unit =
      payload(name, bytes).foreach(patterns.arrived(link, glob, names.channelOf(name), _))

    def changed(link: Link, key: String | Null): Unit =
      if key == null then flows.values.forEach(_.hint(link))
      else
        val channel = names.channelOfKey(key)
        val flow = if channel == null then null else flows.get(names.pubSub(channel))
        if flow != null then flow.hint(link)

  private def payload(name: String, bytes: Array[Byte]): Option[Payload] =
    val payload = Payload.read(bytes)
    if payload == null then
      val foreign = MediatorException(
        s"${bytes.length} bytes that are not from Eddy: use another prefix than other programs"
      )
      node.failed(s"taking apart what came to $name", foreign)
    Option(payload)
end Interests
