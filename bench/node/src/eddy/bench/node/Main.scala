package eddy.bench.node

import eddy.bench.peers.{Companion, Contender, Unsupported}

/** Eddy in `./eddy bench remote`: does one workload with a second process, by commands on stdin. The first
  * argument is `plain`, `tls` or `jgroups`.
  */
object Main:
  def main(args: Array[String]): Unit =
    val connections = Connections.of(args.headOption.getOrElse("missing"))
    Companion.main(args, "eddy.bench.node.Main", connections.name)(Nodes.companion(connections))(
      workloads(connections, _)
    )

  /** @param companion starts the other node; its address */
  private[node] def workloads(connections: Connections, companion: () => String): Contender.Workloads =
    def nodes() = Nodes(connections, companion())
    {
      case ("latency", p) => Latency(nodes(), p.int("bytes"))
      case ("pingpong", p) => Pingpong(nodes(), p.int("pairs"))
      case ("oneway", p) => Oneway(nodes(), p.int("senders"), p.int("bytes"), p.int("batch"))
      case ("large", p) => Oneway(nodes(), 1, p.int("bytes"), 1)
      case ("beside", p) => Beside(nodes(), p.int("bytes"))
      case ("ask", p) => Asking(nodes(), p.int("outstanding"))
      case ("spawn", p) => Spawning(nodes(), p.int("outstanding"))
      case ("broadcast", p) => Broadcast(nodes(), p.int("receivers"))
      case ("monitors", p) => Monitors(nodes(), p.int("count"))
      case ("kill", p) => Kill(nodes, p.int("monitors"))
      case ("footprint", _) if connections == Connections.JGroups =>
        throw Unsupported("its members are all connected with each other")
      case ("footprint", p) => Footprint(nodes(), p.int("count"), p.int("sessions"))
    }
end Main
