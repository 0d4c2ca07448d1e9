package eddy.bench.peers.frames

import eddy.bench.actors.RemoteContract

class MainSuite extends RemoteContract(Main.workloads(Server.start)):
  override protected def without: Set[String] =
    Set("beside", "ask", "spawn", "broadcast", "monitors", "kill", "footprint")
