package eddy.bench.trading.workload

import eddy.bench.contest.{Findings, Sheet}
import eddy.bench.web.load.{Arrived, OpenLoop}
import eddy.bench.web.run.{Course, WebWorkload}
import eddy.bench.web.workload.{OpenRun, Taken}
import eddy.bench.{ProcessUse, Schedule}

import scala.concurrent.duration.{Duration, DurationInt, FiniteDuration}
import scala.util.Using

/** The most sales a minute with which a server keeps up, and how quickly it acknowledges at half of that. Orders come at a fixed rate,
  * whatever became of those before; the rate doubles until the server lags behind, and is then narrowed down.
  *
  * @param first orders a second
  * @param away how much later the database's answers come
  */
private[bench] final class Peak(
    engines: Int = 8,
    first: Double = 250,
    top: Double = 256_000,
    away: FiniteDuration = Duration.Zero
) extends WebWorkload:
  private val isAway = away.length > 0
  private def rates = Iterator.iterate(first)(_ * 2).takeWhile(_ <= top)

  /** From the first rate to the top, two between, one at half. */
  private def steps = rates.size + 3
  def name: String = if isAway then Peak.away else Peak.near
  def about: String =
    if isAway then s"the same with a database whose answers come $away later"
    else "the most sales a minute with which each keeps up, and its latency at half of that"

  def run(course: Course): Findings =
    val sheet = new Sheet(name)
    val rounds = if course.effort.quick || isAway then 1 else 3
    Floor.open(course, sheet, engines, 2 + rounds * steps, away): traders =>
      course.turns(sheet, traders.map(_.stand), rounds): (stand, round) =>
        val trader = traders.find(_.stand eq stand).get
        if round < 0 then Floor.warm(course, trader) else take(course, sheet, trader)
      Article.best.foreach((contender, sales) =>
        if traders.exists(_.stand.name == contender) then
          sheet.add(contender, "", Article.theirs, "sales/min", more = true, sales)
      )
    sheet.findings

  private def take(course: Course, sheet: Sheet, trader: Trader): Unit =
    val name = trader.stand.name
    val seconds = course.effort.open.toMillis / 1000.0
    def tried(rate: Double) =
      course.say(f"$name at $rate%,.0f orders/s")
      step(course, trader, rate, seconds)
    def late(step: Step) =
      OpenRun.lateness(sheet, trader.stand, f"${step.rate}%,.0f orders/s", step.arrived)
    val ladder = rates.map(tried)
    val (rising, beyond) = ladder.span(_.keptUp)
    val kept = rising.toVector
    for highest <- kept.lastOption do
      val (best, lagging) = (1 to 2).foldLeft((highest, beyond.nextOption())):
        case ((good, bad), _) =>
          val between = tried(math.sqrt(good.rate * bad.fold(highest.rate * 2)(_.rate)))
          if between.keptUp then (between, bad) else (good, Some(between))
      // whether the server was the limit
      (Some(best) ++ lagging).foreach(late)
      sheet.add(name, "", "", "sales/min", more = true, best.rate * 30)
      for (figure, nanos) <- best.cpuNanos do
        sheet.add(name, "", figure, "µs/sale", more = false, nanos / 1e3 / best.sales)
      half(course, sheet, trader, best.rate / 2, seconds)
    if kept.isEmpty then
      sheet.remark(f"$name does not keep up with $first%,.0f orders a second")
  end take

  private def step(course: Course, trader: Trader, rate: Double, seconds: Double): Step =
    Peak.rest(trader)
    val schedule = Peak.schedule(rate, seconds)
    val (orders, mark, due) = (trader.orders(), trader.sales.mark(), schedule.count / 2)
    val taken = Seq(
      Peak.serverCpu -> new Taken(trader.stand),
      "database CPU" -> new Taken(() => trader.database.cpuNanos),
      "client CPU" -> new Taken(() => ProcessUse.of(ProcessHandle.current.pid).fold(0L)(_.cpuNanos))
    )
    taken.foreach(_(1).look())
    val arrived = OpenRun.of(Peak.load(course, trader, schedule, orders, first = 0))
    val acknowledged = arrived.all.inTime == schedule.count && arrived.doneSeconds <= schedule.seconds + 1
    val keptUp = trader.sales.reach(mark, due, 1.second) && acknowledged
    taken.foreach(_(1).look())
    // the next load is not to wait for this one's rest
    if !keptUp then
      val _ = trader.sales.reach(mark, due, if arrived.all.refused > 0 then 5.seconds else 60.seconds)
    Step(rate, keptUp, due, taken.map((figure, of) => figure -> of.cpuNanos), arrived)

  private def half(course: Course, sheet: Sheet, trader: Trader, rate: Double, seconds: Double): Unit =
    course.say(f"${trader.stand.name} at $rate%,.0f orders/s, watched")
    Peak.rest(trader)
    val orders = trader.orders()
    val schedule = Peak.schedule(rate, seconds + 1)
    Using.resource(new Watched(trader, orders)): watched =>
      val arrived = OpenRun.of(Peak.load(course, trader, schedule, orders, first = rate.toLong))
      watched.stop()
      watched.add(sheet, Peak.half)(arrived.fates.last.millis)
      OpenRun.lateness(sheet, trader.stand, Peak.half, arrived)
end Peak

private[bench] object Peak:
  val near = "peak"
  val away = "away"
  val half = "at half of it"
  val serverCpu = "server CPU"

  /** Of an even number: as many buyers as sellers. */
  private def schedule(rate: Double, seconds: Double) =
    Schedule(rate, math.max(2, (rate * seconds).toLong / 2 * 2))

  // a client that opens one for each order that waits is soon at nothing else
  private val connections = 128

  /** @param first so many orders are counted apart */
  private def load(course: Course, trader: Trader, schedule: Schedule, orders: Orders, first: Long) =
    new OpenLoop(
      course.client,
      trader.stand.port,
      schedule,
      orders.of,
      places = 2,
      place = n => if n < first then 0 else 1,
      maxConnections = connections
    )

  /** Until it has done with the last rate: what is left of that is not the next one's. */
  private def rest(trader: Trader): Unit =
    val _ = trader.stand.settles(10.seconds)
end Peak

/** @param keptUp all were acknowledged, and their sales in the database, within a second after the last was due
  * @param cpuNanos of all who took part, by what it is called
  */
private final case class Step(
    rate: Double,
    keptUp: Boolean,
    sales: Long,
    cpuNanos: Seq[(String, Long)],
    arrived: Arrived
)
