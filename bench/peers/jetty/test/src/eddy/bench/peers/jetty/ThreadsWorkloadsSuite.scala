package eddy.bench.peers.jetty

import eddy.bench.web.WebContract

class PlatformWorkloadsSuite extends WebContract:
  protected def contender =
    WebContract.jvm("jetty-platform", "eddy.bench.peers.jetty.Main", "threads=platform")
  override protected def without = Set("stateful")

class VirtualWorkloadsSuite extends WebContract:
  protected def contender = WebContract.jvm("jetty-virtual", "eddy.bench.peers.jetty.Main", "threads=virtual")
  override protected def without = Set("stateful")
