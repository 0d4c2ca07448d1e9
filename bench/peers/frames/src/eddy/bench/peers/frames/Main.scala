package eddy.bench.peers.frames

import eddy.bench.peers.{Companion, Contender, Unsupported}

/** Raw Netty in `./eddy bench remote`: bytes to and fro on one connection, the limit of actors on Netty. */
object Main:
  def main(args: Array[String]): Unit =
    Companion.main(args, "eddy.bench.peers.frames.Main")(Server.start())(workloads)

  /** @param companion starts the other side; its address */
  private[frames] def workloads(companion: () => String): Contender.Workloads =
    case ("latency", p) => Latency(companion(), p.int("bytes"))
    case ("pingpong", p) => Pingpong(companion(), p.int("pairs"))
    case ("oneway", p) => Oneway(companion(), p.int("senders"), p.int("bytes"), p.int("batch"))
    case ("large", p) => Large(companion(), p.int("bytes"))
    case _ => throw Unsupported("it has no actors")
