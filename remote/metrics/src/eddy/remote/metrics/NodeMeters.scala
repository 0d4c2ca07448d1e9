package eddy.remote.metrics

import eddy.actor.DeadLetter
import eddy.remote.{Node, NodeEvent, PeerStats}

import java.util.concurrent.ConcurrentHashMap

import io.micrometer.core.instrument.binder.MeterBinder
import io.micrometer.core.instrument.{FunctionCounter, Gauge, MeterRegistry, Tags}

/** The counters of a node as meters of Micrometer: `NodeMeters(node).bindTo(metrics.registry)`. They have a
  * tag `peer`, the name of another node, from the first session with it on. They are read when the registry
  * is. While there is no session with a node, its counters keep their values, and its gauges are zero.
  */
final class NodeMeters(node: Node) extends MeterBinder:
  override def bindTo(registry: MeterRegistry): Unit =
    Gauge
      .builder("eddy.remote.exported", () => node.exported.toDouble)
      .description("actors and addresses for answers that other nodes may know")
      .register(registry): Unit
    Gauge
      .builder("eddy.remote.peers", () => node.peers.size.toDouble)
      .description("nodes with which a session is open")
      .register(registry): Unit
    val bound = ConcurrentHashMap.newKeySet[String]().nn
    def bind(peer: String): Unit = if bound.add(peer) then new OfPeer(peer, registry).bind()
    // first, so that no node is missed; it stays as long as the node does
    node.onEvent {
      case NodeEvent.Up(peer) => bind(peer.name)
      case _ => ()
    }: Unit
    node.peers.foreach(peer => bind(peer.name))

  private final class OfPeer(peer: String, registry: MeterRegistry):
    private val tags = Tags.of("peer", peer).nn
    @volatile private var last: PeerStats | Null = null

    private def now: Option[PeerStats] = node.stats.peers.find(_.peer.name == peer)

    private def counted(read: PeerStats => Long): Double = now match
      case Some(stats) =>
        last = stats
        read(stats).toDouble
      case None =>
        val before = last
        if before == null then 0 else read(before).toDouble

    private def counter(name: String, description: String, more: Tags = tags)(read: PeerStats => Long): Unit =
      FunctionCounter
        .builder(s"eddy.remote.$name", this, (one: OfPeer) => one.counted(read))
        .description(description)
        .tags(more)
        .register(registry): Unit

    private def gauge(name: String, description: String)(read: PeerStats => Long): Unit =
      Gauge
        .builder(s"eddy.remote.$name", () => now.fold(0.0)(read(_).toDouble))
        .description(description)
        .tags(tags)
        .register(registry): Unit

    def bind(): Unit =
      counter("messages.sent", "messages taken for sending")(_.sent)
      counter("messages.received", "messages received")(_.received)
      for reason <- DeadLetter.Reason.values do
        counter(
          "messages.lost",
          "messages that were rejected or lost here",
          tags.and("reason", reason.toString.toLowerCase).nn
        )(_.lostBy.getOrElse(reason, 0L))
      counter("frames.sent", "frames of the present session sent")(_.transport.framesSent)
      counter("frames.received", "frames of the present session received")(_.transport.framesReceived)
      counter("bytes.sent", "bytes of the present session sent")(_.transport.bytesSent)
      counter("bytes.received", "bytes of the present session received")(_.transport.bytesReceived)
      counter("resumptions", "connections that the present session has continued on")(_.transport.resumptions)
      gauge("unsent.bytes", "bytes of messages that wait to be sent")(_.unsentBytes)
      gauge("questions", "questions sent and not answered")(_.pendingQuestions)
      gauge("links", "links between actors of both nodes")(_.links)
      gauge("monitors", "monitors of actors there")(_.monitors)
  end OfPeer
end NodeMeters
