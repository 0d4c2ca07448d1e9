package eddy.bench.peers.tomcat

import eddy.bench.trading.JvmTradingContract

class TradingSuite extends JvmTradingContract("tomcat", "eddy.bench.peers.tomcat.Main")
