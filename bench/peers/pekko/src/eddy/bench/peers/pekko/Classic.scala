package eddy.bench.peers.pekko

import eddy.bench.peers.Contender
import eddy.bench.peers.pekko.classic.*

private[pekko] object Classic:
  val workloads: Contender.Workloads =
    case ("pingpong", p) => Pingpong(p.int("pairs"))
    case ("ring", p) => Ring(p.int("size"), p.int("tokens"))
    case ("ringstart", p) => RingStart(p.int("size"))
    case ("fanin", p) => FanIn(p.int("senders"))
    case ("broadcast", p) => Broadcast(p.int("receivers"))
    case ("skynet", p) => Skynet(p.int("leaves", 1_000_000))
    case ("spawn", p) => Spawn(p.int("count"))
    case ("ask", p) => Ask(p.int("outstanding"))
    case ("selective", p) => Selective(p.int("unmatched"))
    case ("blocking", p) => Blocking(p.int("blockers"), p.int("sleep"))
