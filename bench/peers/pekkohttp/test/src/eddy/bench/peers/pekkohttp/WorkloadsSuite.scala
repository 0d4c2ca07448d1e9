package eddy.bench.peers.pekkohttp

import eddy.bench.web.WebContract

class WorkloadsSuite extends WebContract:
  protected def contender = WebContract.jvm("pekko-http", "eddy.bench.peers.pekkohttp.Main")
  override protected def isLong = true
  override protected def without = WebContract.onlyEddy
