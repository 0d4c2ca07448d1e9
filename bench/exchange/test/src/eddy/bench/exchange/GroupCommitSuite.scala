package eddy.bench.exchange

import eddy.bench.trading.JvmTradingContract

/** The other ways of persisting differ by a word of the configuration, and have their tests in apps/trading. */
class GroupCommitSuite extends JvmTradingContract("eddy", "eddy.bench.exchange.Main"):
  override protected def isThorough = true
