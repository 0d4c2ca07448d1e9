package eddy.bench.trading.workload

import eddy.bench.Schedule
import eddy.bench.contest.{Findings, Sheet}
import eddy.bench.web.load.OpenLoop
import eddy.bench.web.run.{Course, WebWorkload}
import eddy.bench.web.workload.{OpenRun, Taken}

import scala.concurrent.duration.DurationInt

/** The most sales a minute with which a server keeps up, and how quickly it acknowledges at half of that. Orders come at a fixed rate,
  * whatever became of those before; the rate doubles until the server lags behind, and is then narrowed down.
  *
  * @param first orders a second
  */
private[bench] final class Peak(engines: Int = 8, first: Double = 250, top: Double = 256_000)
    extends WebWorkload:
  def name: String = "peak"
  def about: String = "the most sales a minute with which each keeps up, and its latency at half of that"

  def run(course: Course): Findings =
    val sheet = new Sheet(name)
    val rounds = if course.effort.quick then 1 else 3
    Floor.open(course, sheet, engines, 2 + rounds * Peak.steps): traders =>
      course.turns(sheet, traders.map(_.stand), rounds): (stand, round) =>
        val trader = traders.find(_.stand eq stand).get
        if round < 0 then Floor.warm(course, trader) else take(course, sheet, trader)
    sheet.findings

  private def take(course: Course, sheet: Sheet, trader: Trader): Unit =
    val name = trader.stand.name
    val seconds = course.effort.open.toMillis / 1000.0
    def tried(rate: Double) =
      course.say(f"$name at $rate%,.0f orders/s")
      step(course, trader, rate, seconds)
    val ladder = Iterator.iterate(first)(_ * 2).takeWhile(_ <= top).map(tried)
    val rising = ladder.takeWhile(_.keptUp).toVector
    for highest <- rising.lastOption do
      val best = (1 to 2).foldLeft((highest, highest.rate * 2)):
        case ((good, bad), _) =>
          val between = tried(math.sqrt(good.rate * bad))
          if between.keptUp then (between, bad) else (good, between.rate)
      ._1
      sheet.add(name, "", "", "sales/min", more = true, best.rate * 30)
      sheet.add(name, "", "server CPU", "µs/sale", more = false, best.cpuMicros / best.sales)
      val half = tried(best.rate / 2)
      OpenRun.percentiles(sheet, trader.stand, Peak.half, "ack ")(half.millis)
    if rising.isEmpty then
      sheet.remark(f"$name does not keep up with $first%,.0f orders a second")
  end take

  private def step(course: Course, trader: Trader, rate: Double, seconds: Double): Step =
    val schedule = Schedule(rate, math.max(2, (rate * seconds).toLong / 2 * 2))
    val (orders, before) = (trader.orders(), trader.sales.count())
    val due = before + schedule.count / 2
    val taken = new Taken(trader.stand)
    taken.look()
    val arrived = OpenRun.of(new OpenLoop(course.client, trader.stand.port, schedule, orders.of))
    val acknowledged = arrived.all.inTime == schedule.count && arrived.doneSeconds <= schedule.seconds + 1
    val keptUp = trader.sales.reach(due, 1.second) && acknowledged
    taken.look()
    // the next load is not to wait for this one's rest
    if !keptUp then
      val _ = trader.sales.reach(due, if arrived.all.refused > 0 then 5.seconds else 60.seconds)
    Step(rate, keptUp, schedule.count / 2, taken.cpuNanos / 1e3, arrived.all.millis)
end Peak

private[bench] object Peak:
  /** From the first rate to the top, two between, one at half. */
  val steps = 14

  val half = "at half of it"

/** @param keptUp all were acknowledged, and their sales in the database, within a second after the last was due */
private final case class Step(
    rate: Double,
    keptUp: Boolean,
    sales: Long,
    cpuMicros: Double,
    millis: Double => Double
)
