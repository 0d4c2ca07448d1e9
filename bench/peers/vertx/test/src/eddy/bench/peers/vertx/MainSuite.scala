package eddy.bench.peers.vertx

import eddy.bench.web.contract.JvmPeerContract

class MainSuite extends JvmPeerContract("eddy.bench.peers.vertx.Main"):
  protected def isLoop(thread: Seq[String]): Boolean = thread.head.contains("\"vert.x-eventloop-thread-")
