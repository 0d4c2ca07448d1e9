package eddy.bench.peers.artery

import eddy.bench.peers.{Companion, Contender, Unsupported}

/** Pekko's remoting in `./eddy bench remote`: `pekko` or `pekko-jackson`, by the first argument. */
object Main:
  def main(args: Array[String]): Unit =
    val serializer = Serializers.of(args.headOption.getOrElse("missing"))
    Companion.main(args, "eddy.bench.peers.artery.Main", serializer.name)(Systems.companion(serializer))(
      workloads(serializer, _)
    )

  /** @param companion starts the other side; its address */
  private[artery] def workloads(serializer: Serializers, companion: () => String): Contender.Workloads =
    case ("latency", p) => Latency(Systems(serializer, companion()), p.int("bytes"))
    case ("pingpong", p) => Pingpong(Systems(serializer, companion()), p.int("pairs"))
    case ("oneway", p) =>
      Oneway(Systems(serializer, companion()), p.int("senders"), p.int("bytes"), p.int("batch"))
    case ("large", p) => Oneway(Systems(serializer, companion()), 1, p.int("bytes"), 1)
    case ("beside", p) => Beside(Systems(serializer, companion()), p.int("bytes"))
    case ("ask", p) => Asking(Systems(serializer, companion()), p.int("outstanding"))
    case ("broadcast", p) => Broadcast(Systems(serializer, companion()), p.int("receivers"))
    case ("monitors", p) => Monitors(Systems(serializer, companion()), p.int("count"))
    case ("kill", p) => Kill(() => Systems(serializer, companion()), p.int("monitors"))
    case ("spawn", _) => throw Unsupported("it starts actors on another node by configuration only")
end Main
