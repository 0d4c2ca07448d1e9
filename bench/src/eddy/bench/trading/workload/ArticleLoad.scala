package eddy.bench.trading.workload

import eddy.bench.contest.{Curve, Findings, Sheet}
import eddy.bench.trading.TradingContenders
import eddy.bench.web.load.PatientLoop
import eddy.bench.web.run.{Course, Stand, WebWorkload}
import eddy.bench.web.workload.Taken

import scala.concurrent.duration.DurationInt
import scala.util.Using

/** The article's load: so many clients, each of whom waits so long after each order.
  *
  * @param others numbers of engines with which only the busiest rows are measured
  */
private[bench] final class ArticleLoad(
    engines: Int = 8,
    others: Seq[Int] = Seq(4, 16),
    rows: Seq[ArticleRow] = Article.rows
) extends WebWorkload:
  def name: String = "article"
  def about: String =
    "the article's table: engines, wait of the client, clients; sales a minute, CPU and latencies"

  def run(course: Course): Findings =
    val sheet = new Sheet(name)
    take(course, sheet, engines, rows)
    if !course.effort.quick then others.foreach(take(course, sheet, _, rows.takeRight(2)))
    draw(sheet)
    sheet.findings

  private def take(course: Course, sheet: Sheet, engines: Int, rows: Seq[ArticleRow]): Unit =
    Floor.open(course, sheet, engines, 2 + rows.size): traders =>
      def trader(stand: Stand) = traders.find(_.stand eq stand).get
      course.turns(sheet, traders.map(_.stand), rounds = 0): (stand, _) =>
        Floor.warm(course, trader(stand))
      for row <- rows do
        course.turns(sheet, traders.map(_.stand).filter(_.isAlive), rounds = 1, warmups = 0): (stand, _) =>
          take(course, sheet, trader(stand), engines, row)
        for (contender, sales) <- Article.sales(engines, row) if traders.exists(_.stand.name == contender) do
          sheet.add(contender, row.setting(engines), Article.theirs, "sales/min", more = true, sales)

  private def take(course: Course, sheet: Sheet, trader: Trader, engines: Int, row: ArticleRow): Unit =
    val (name, at) = (trader.stand.name, row.setting(engines))
    val (orders, mark) = (trader.orders(), trader.sales.mark())
    Using.resource(new Watched(trader, orders)): watched =>
      val taken = new Taken(trader.stand)
      var counts = Vector.empty[Long]
      val load =
        new PatientLoop(course.client, trader.stand.port, row.clients, row.pause, () => orders.next())
      val (answers, refused) = load.run(1.second, course.effort.open):
        taken.look()
        counts = counts :+ (trader.sales.since(mark) - watched.sales)
      watched.stop()
      sheet.add(name, at, "", "sales/min", more = true, (counts.last - counts.head) * 60 / answers.seconds)
      val share = taken.cpuNanos / 1e9 / answers.seconds / course.cores * 100
      sheet.add(name, at, Peak.serverCpu, "% of all", more = false, share)
      watched.add(sheet, at)(load.latency.getValueAtPercentile(_) / 1e6)
      if refused > 0 then sheet.remark(s"$name refused $refused orders at $at")
  end take

  /** What was found with the first number of engines. */
  private def draw(sheet: Sheet): Unit =
    def curve(chart: String, title: String, contender: String, figure: String) =
      val points =
        for
          row <- rows
          line <- sheet.findings.lines
          if line.measure.setting == row.setting(engines) && line.measure.figure == figure
          value <- line.median(contender)
        yield (row.perSecond, value)
      sheet.draw(Curve(chart, title, points))
    for contender <- TradingContenders.names do
      curve(name, contender, contender, "")
      curve(ArticleLoad.latency, s"$contender, ack", contender, "ack p99")
    for figure <- Seq("ack to durable", "durable to tape") do
      curve(ArticleLoad.latency, s"eddy, $figure", "eddy", s"$figure p99")
end ArticleLoad

private[bench] object ArticleLoad:
  /** The chart of latencies. */
  val latency = "article-latency"
