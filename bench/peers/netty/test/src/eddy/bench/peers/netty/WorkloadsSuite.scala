package eddy.bench.peers.netty

import eddy.bench.web.WebContract

class WorkloadsSuite extends WebContract:
  protected def contender = WebContract.jvm("netty", "eddy.bench.peers.netty.Main")
  override protected def without = WebContract.onlyEddy
