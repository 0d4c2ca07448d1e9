package eddy.bench.peers.vertx

import eddy.bench.web.WebContract

class WorkloadsSuite extends WebContract:
  protected def contender = WebContract.jvm("vertx", "eddy.bench.peers.vertx.Main")
  override protected def isLong = true
  override protected def without = WebContract.onlyEddy

class WorkerWorkloadsSuite extends WebContract:
  protected def contender =
    WebContract.jvm("vertx-worker", "eddy.bench.peers.vertx.Main", "worker=true").copy(worker = true)
  override protected def isLong = true
  override protected def without =
    Set("plaintext", "pipelined", "json", "websocket", "offsystem", "idle") ++ WebContract.onlyEddy
