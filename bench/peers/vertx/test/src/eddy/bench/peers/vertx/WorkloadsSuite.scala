package eddy.bench.peers.vertx

import eddy.bench.web.WebContract

class WorkloadsSuite extends WebContract:
  protected def contender = WebContract.jvm("vertx", "eddy.bench.peers.vertx.Main")
  override protected def without = Set("stateful")
