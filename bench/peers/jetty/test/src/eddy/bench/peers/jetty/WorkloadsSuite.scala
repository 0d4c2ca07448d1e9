package eddy.bench.peers.jetty

import eddy.bench.web.WebContract

/** With virtual threads it is the same program, whose answers VirtualThreadsSuite asks for. */
class WorkloadsSuite extends WebContract:
  protected def contender =
    WebContract.jvm("jetty-platform", "eddy.bench.peers.jetty.Main", "threads=platform")
  override protected def isLong = true
  override protected def without = WebContract.onlyEddy
