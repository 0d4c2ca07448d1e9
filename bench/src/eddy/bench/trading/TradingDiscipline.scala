package eddy.bench.trading

import eddy.bench.contest.{Contest, Figure, Findings, Line, LineChart, Titles, Verdict}
import eddy.bench.trading.workload.{Article, ArticleLoad, Peak}
import eddy.bench.web.run.{Discipline, Effort}

import org.knowm.xchart.internal.chartpart.Chart

/** `./eddy bench trading`. */
private[trading] object TradingDiscipline extends Discipline:
  private val eddy = Contest.eddy

  /** What Eddy set out to reach. */
  def verdicts(findings: Seq[Findings]): Seq[Verdict] =
    for
      (workload, where) <- Seq(Peak.near -> "", Peak.away -> ", database away")
      lines = findings.filter(_.workload == workload).flatMap(_.lines)
      if lines.nonEmpty
      verdict <- verdicts(lines, where)
    yield verdict

  private def verdicts(lines: Seq[Line], where: String): Seq[Verdict] =
    def against(peer: String, figure: String, times: Double, text: String) =
      val ratio = lines.find(_.measure.figure == figure).flatMap(_.ratio(peer))
      Verdict.ratio(s"peak$where: $text", ratio, _ >= times)
    val ack =
      lines.find(l => l.measure.setting == Peak.half && l.measure.figure == "ack p99").flatMap(_.median(eddy))
    Seq(
      against("node", "", 10, "sales a minute at least 10 times Node.js"),
      against("tomcat", "", 20, "sales a minute at least 20 times blocking Tomcat"),
      against("node", Peak.serverCpu, 2, "at most half of Node's CPU for a sale"),
      against("tomcat", Peak.serverCpu, 2, "at most half of Tomcat's CPU for a sale"),
      Verdict(
        s"peak$where: p99 from order to acknowledgement below 5 ms at half of it",
        ack.fold("")(ms => s"${Figure(ms)} ms"),
        ack.map(_ < 5)
      )
    )
  end verdicts

  def charts(findings: Seq[Findings]): Seq[(String, Chart[?, ?])] =
    Seq(
      "article" -> Titles(
        "Sales a minute (the article's table, 8 engines)",
        "orders/s of all clients",
        "sales/min",
        logarithmic = true
      ),
      ArticleLoad.latency -> Titles(
        "Latency, 99th percentile (the article's table, 8 engines)",
        "orders/s of all clients",
        "milliseconds",
        logarithmic = true
      )
    ).flatMap: (name, titles) =>
      val curves = findings.flatMap(_.curves).filter(c => c.chart == name && c.points.nonEmpty)
      Option.when(curves.nonEmpty):
        val all = curves ++ Article.curves(name)
        s"$name.svg" -> LineChart.of(titles, all)((_, i) => LineChart.colour(i))

  def notes(workload: String): Seq[String] = Article.notes(workload)

  def how(effort: Effort): Seq[String] = Seq(
    s"warmed up: twice ${effort.warm} with all that 32 clients get answered, watched as they are measured, then until all servers rest",
    s"article: ${effort.open} of each row, once, after 1 second of the same load",
    s"peak: ${effort.open} at each rate; a server keeps up when all orders are acknowledged and their sales " +
      "are in the database within a second after the last was due; it rests before each rate (10 s at most), and at half of the peak has " +
      "1 second of the same load before",
    "latencies: ack from when an order was due or sent; to durable as Eddy tells, of the last second; to the tape of some trades a second",
    s"database: ${Database.version}"
  )
end TradingDiscipline
