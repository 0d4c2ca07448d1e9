package eddy.bench.peers.pekkohttp

import eddy.bench.web.contract.JvmPeerContract

class MainSuite extends JvmPeerContract("eddy.bench.peers.pekkohttp.Main"):
  protected def isLoop(thread: Seq[String]): Boolean =
    thread.head.contains("\"bench-pekko.actor.default-dispatcher-")
