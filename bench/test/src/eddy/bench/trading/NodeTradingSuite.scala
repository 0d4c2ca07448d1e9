package eddy.bench.trading

import eddy.bench.web.contract.NodePeer
import eddy.bench.web.run.WebContender
import eddy.testing.NeedingSuite

/** Node, as `bench/peers/build` makes a program of it. */
class NodeTradingSuite extends NeedingSuite("trading-node-peer"), NodePeer("trading-node"), TradingContract:
  protected def contender: WebContender =
    val words = TradingContenders.words(TradingContenders.of("node"))
    WebContender(
      "node",
      "of the test",
      jvm = false,
      (launch, port) => program.toString +: (launch.words("node", port) ++ words),
      ready = TradingContenders.ready
    )
