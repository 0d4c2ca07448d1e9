package eddy.bench.service

import eddy.bench.web.contract.JvmPeerContract

class MainSuite extends JvmPeerContract("eddy.bench.service.Main"):
  protected def isLoop(thread: Seq[String]): Boolean = thread.head.contains("\"eddy-worker-")
  override protected def isThorough = true
