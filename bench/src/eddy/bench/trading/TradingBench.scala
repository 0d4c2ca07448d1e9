package eddy.bench.trading

import eddy.bench.trading.workload.{ArticleLoad, OnDisk, Peak}
import eddy.bench.web.run.ServerBench

import scala.concurrent.duration.DurationInt

/** The trading engine beside the article's other cases; how stands in docs/bench-trading.md. */
private[eddy] object TradingBench:
  val bench: ServerBench = new ServerBench(
    "trading",
    Seq(new ArticleLoad(), new Peak(), new Peak(away = 10.millis), new OnDisk()),
    TradingContenders.names,
    TradingContenders.make,
    TradingDiscipline
  )
