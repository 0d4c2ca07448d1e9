package eddy.bench.peers.netty

import eddy.bench.web.contract.JvmPeerContract

class MainSuite extends JvmPeerContract("eddy.bench.peers.netty.Main"):
  protected def isLoop(thread: Seq[String]): Boolean = thread.head.contains("\"multiThreadIoEventLoopGroup-")
  override protected def isThorough = true
