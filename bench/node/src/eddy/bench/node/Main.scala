package eddy.bench.node

import eddy.bench.peers.{Companion, Contender}

/** Eddy in `./eddy bench remote`: does one workload with a second process, by commands on stdin. The first
  * argument is `plain` or `tls`.
  */
object Main:
  def main(args: Array[String]): Unit =
    val connections = Connections.of(args.headOption.getOrElse("missing"))
    Companion.main(args, "eddy.bench.node.Main", connections.name)(Nodes.companion(connections))(workloads)

  /** @param companion starts the other node; its address */
  private[node] def workloads(companion: () => String): Contender.Workloads =
    case ("latency", p) => Latency(Nodes(companion()), p.int("bytes"))
    case ("pingpong", p) => Pingpong(Nodes(companion()), p.int("pairs"))
    case ("oneway", p) => Oneway(Nodes(companion()), p.int("senders"), p.int("bytes"), p.int("batch"))
    case ("large", p) => Oneway(Nodes(companion()), 1, p.int("bytes"), 1)
    case ("beside", p) => Beside(Nodes(companion()), p.int("bytes"))
    case ("ask", p) => Asking(Nodes(companion()), p.int("outstanding"))
    case ("spawn", p) => Spawning(Nodes(companion()), p.int("outstanding"))
    case ("broadcast", p) => Broadcast(Nodes(companion()), p.int("receivers"))
    case ("monitors", p) => Monitors(Nodes(companion()), p.int("count"))
end Main
