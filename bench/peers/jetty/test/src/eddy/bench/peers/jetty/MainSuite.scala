package eddy.bench.peers.jetty

import eddy.bench.web.contract.JvmPeerContract

abstract class MainContract(threads: String)
    extends JvmPeerContract("eddy.bench.peers.jetty.Main", s"threads=$threads"):
  // its selectors, which are tasks of its pool as the requests are
  protected def isLoop(thread: Seq[String]): Boolean =
    thread.exists(_.contains("org.eclipse.jetty.io.ManagedSelector$SelectorProducer.select"))

class PlatformThreadsSuite extends MainContract("platform")

class VirtualThreadsSuite extends MainContract("virtual")
