package eddy.bench.trading

import eddy.bench.contest.{Contest, Figure, Findings, Line, LineChart, Titles, Verdict}
import eddy.bench.trading.workload.{Article, Peak}
import eddy.bench.web.run.{Discipline, Effort}

import org.knowm.xchart.internal.chartpart.Chart

/** `./eddy bench trading`. */
private[trading] object TradingDiscipline extends Discipline:
  private val eddy = Contest.eddy

  /** What Eddy set out to reach. */
  def verdicts(findings: Seq[Findings]): Seq[Verdict] =
    val lines = findings.filter(_.workload == "peak").flatMap(_.lines)
    def line(figure: String): Option[Line] = lines.find(_.measure.figure == figure)
    def against(peer: String, figure: String, times: Double, text: String) =
      Verdict.ratio(s"peak $text", line(figure).flatMap(_.ratio(peer)), _ >= times)
    val ack =
      lines.find(l => l.measure.setting == Peak.half && l.measure.figure == "ack p99").flatMap(_.median(eddy))
    if lines.isEmpty then Nil
    else
      Seq(
        against("node", "", 10, "sales a minute at least 10 times Node.js"),
        against("tomcat", "", 20, "sales a minute at least 20 times blocking Tomcat"),
        against("node", "server CPU", 2, "at most half of Node's CPU for a sale"),
        against("tomcat", "server CPU", 2, "at most half of Tomcat's CPU for a sale"),
        Verdict(
          "peak p99 from order to acknowledgement below 5 ms at half of it",
          ack.fold("")(ms => s"${Figure(ms)} ms"),
          ack.map(_ < 5)
        )
      )
  end verdicts

  def charts(findings: Seq[Findings]): Seq[(String, Chart[?, ?])] =
    System.setProperty("java.awt.headless", "true")
    val curves = findings.flatMap(_.curves).filter(c => c.chart == "article" && c.points.nonEmpty)
    if curves.isEmpty then Nil
    else
      val titles = Titles(
        "Sales a minute (the article's table, 8 engines)",
        "orders/s of all clients",
        "sales/min",
        logarithmic = true
      )
      Seq("article.svg" -> LineChart.of(titles, curves ++ Article.curves("article"))((_, i) =>
        LineChart.colour(i)
      ))

  def notes(workload: String): Seq[String] = Article.notes(workload)

  def how(effort: Effort): Seq[String] = Seq(
    s"warmed up: twice ${effort.warm} with all that 32 clients get answered, then until all servers rest",
    s"article: ${effort.open} of each row, once, after 1 second of the same load",
    s"peak: ${effort.open} at each rate; a server keeps up when all orders are acknowledged and their sales " +
      "are in the database within a second after the last was due",
    s"database: ${Database.version}"
  )
end TradingDiscipline
