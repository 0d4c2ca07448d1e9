package eddy.bench.trading.workload

import eddy.bench.contest.{Curve, Findings, Sheet}
import eddy.bench.trading.TradingContenders
import eddy.bench.web.load.PatientLoop
import eddy.bench.web.run.{Course, Stand, WebWorkload}
import eddy.bench.web.workload.Taken

import scala.concurrent.duration.DurationInt

/** The article's load: so many clients, each of whom waits so long after each order. */
private[bench] final class ArticleLoad(
    engineCounts: Seq[Int] = Seq(8, 4, 16),
    rows: Seq[(waitMillis: Int, clients: Int)] = Seq((100, 60), (80, 70), (60, 80), (40, 90))
) extends WebWorkload:
  def name: String = "article"
  def about: String = "the article's table: engines, wait of the client, clients; sales a minute and CPU"

  def run(course: Course): Findings =
    val sheet = new Sheet(name)
    for engines <- if course.effort.quick then engineCounts.take(1) else engineCounts do
      Floor.open(course, sheet, engines, 2 + rows.size): traders =>
        def trader(stand: Stand) = traders.find(_.stand eq stand).get
        course.turns(sheet, traders.map(_.stand), rounds = 0): (stand, _) =>
          Floor.warm(course, trader(stand))
        for row <- rows do
          course.turns(sheet, traders.map(_.stand).filter(_.isAlive), rounds = 1, warmups = 0): (stand, _) =>
            take(course, sheet, trader(stand), engines, row)
    for program <- TradingContenders.programs do
      val points =
        for
          row <- rows
          line <- sheet.findings.lines.find(_.measure.setting == setting(engineCounts.head, row))
          sales <- line.median(program.name)
        yield (row.clients * 1000.0 / row.waitMillis, sales)
      sheet.draw(Curve(name, program.name, points))
    sheet.findings
  end run

  private def take(
      course: Course,
      sheet: Sheet,
      trader: Trader,
      engines: Int,
      row: (waitMillis: Int, clients: Int)
  ): Unit =
    val orders = trader.orders()
    val taken = new Taken(trader.stand)
    var counts = Vector.empty[Long]
    val load =
      new PatientLoop(
        course.client,
        trader.stand.port,
        row.clients,
        row.waitMillis.millis,
        () => orders.next()
      )
    val (answers, refused) = load.run(1.second, course.effort.open):
      taken.look()
      counts = counts :+ trader.sales.count()
    val (name, at) = (trader.stand.name, setting(engines, row))
    sheet.add(name, at, "", "sales/min", more = true, (counts.last - counts.head) * 60 / answers.seconds)
    val share = taken.cpuNanos / 1e9 / answers.seconds / course.cores * 100
    sheet.add(name, at, "server CPU", "% of all", more = false, share)
    if refused > 0 then sheet.remark(s"$name refused $refused orders at $at")
  end take

  private def setting(engines: Int, row: (waitMillis: Int, clients: Int)) =
    s"$engines engines, ${row.waitMillis} ms, ${row.clients} clients"
end ArticleLoad
