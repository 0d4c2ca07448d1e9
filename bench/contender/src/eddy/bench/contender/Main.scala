package eddy.bench.contender

import eddy.bench.peers.Contender

/** Eddy in `./eddy bench actors`: a program that does one workload, told to by lines on stdin. */
object Main:
  def main(args: Array[String]): Unit = Contender.main(args)(workloads)

  private[contender] def workloads: Contender.Workloads =
    case ("pingpong", p) => Pingpong(p.int("pairs"))
    case ("ring", p) => Ring(p.int("size"), p.int("tokens"))
    case ("ringstart", p) => RingStart(p.int("size"))
    case ("fanin", p) => Fanin(p.int("senders"))
    case ("broadcast", p) => Broadcast(p.int("receivers"))
    case ("skynet", p) => Skynet(p.int("leaves", 1_000_000))
    case ("spawn", p) => Spawn(p.int("count"))
    case ("ask", p) => Asking(p.int("outstanding"))
    case ("selective", p) => Selective(p.int("unmatched"))
    case ("live", p) => Live(p.int("count"), p.int("touches"))
    case ("blocking", p) => Blocking(p.int("blockers"), p.int("sleep"))
    case ("crowded", p) => Crowded(p.int("actors"))
    case ("waits", p) => Waits(p.int("asks"))
end Main
