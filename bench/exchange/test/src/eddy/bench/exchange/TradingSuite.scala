package eddy.bench.exchange

import eddy.bench.trading.JvmTradingContract

/** Each way of persisting. */
class GroupCommitSuite extends JvmTradingContract("eddy", "eddy.bench.exchange.Main")
class ParallelInsertsSuite extends JvmTradingContract("eddy-parallel", "eddy.bench.exchange.Main")
class OneByOneSuite extends JvmTradingContract("eddy-one", "eddy.bench.exchange.Main")
