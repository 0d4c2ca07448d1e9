package eddy.bench.trading.workload

import eddy.bench.contest.Curve

/** What Kutschera, "A reactive and performant Spray + Akka solution to 'Playing with concurrency and performance in Java and Node.js'"
  * (2014), says it measured: the servers on one machine, the database on a slower one. Orders of magnitude compare.
  */
private[bench] object Article:
  /** What stands under the figures of a workload. */
  def notes(workload: String): Seq[String] =
    if workload != "article" then Nil
    else
      Seq(
        "article, sales/min and CPU of the trading machine:",
        "  case 1, Spray, Akka, async MySQL, 8 engines: 100 ms, 60 clients 42,810, 25-35 %; 80 ms, 70: 62,392, 25-35 %;",
        "    60 ms, 80: 75,600, 30-40 %; 40 ms, 90: 59,217, 30-50 %; best, 6 engines, 60 ms, 80: 79,536, 25-35 %",
        "  case 2, Node.js, parallel inserts, 8 engines: 100 ms, 40: 17,058, 25-35 %; with 50 and 60 it lagged behind;",
        "    best, 25 engines, 60 ms, 80: 51,234, 75-85 %",
        "  case 3, Tomcat 8, one insert after another: best, 4 engines, 150 ms, 30: 10,221, 5 %",
        "there an order made about one sale, here two orders make one"
      )

  /** By orders a second. */
  def curves(chart: String): Seq[Curve] =
    def rows(of: String, all: (Int, Int, Double)*) =
      Curve(chart, of, all.map((wait, clients, sales) => (clients * 1000.0 / wait, sales)), dashed = true)
    if chart != "article" then Nil
    else
      Seq(
        rows("article: Akka", (100, 60, 42_810), (80, 70, 62_392), (60, 80, 75_600), (40, 90, 59_217)),
        rows("article: Node.js", (200, 30, 6_684), (100, 40, 17_058)),
        rows("article: Tomcat", (200, 30, 9_510), (150, 30, 10_221))
      )
end Article
