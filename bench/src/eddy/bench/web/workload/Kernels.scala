package eddy.bench.web.workload

import eddy.bench.Schedule
import eddy.bench.contest.{Curve, Findings, Sheet}
import eddy.bench.peers.work.Kernel
import eddy.bench.web.load.{Ask, ClosedLoop, OpenLoop}
import eddy.bench.web.run.{Course, Heap, Launch, Scaling, Stand, WebContender, WebWorkload}

import java.util.concurrent.{CompletableFuture, CompletionException}
import scala.concurrent.duration.DurationInt
import scala.util.Using

/** Figure 4 of the Node.Scala paper: SciMark's kernels, which share nothing and keep a core busy, on one loop and on more:
  * most answers a second, and throughput and latency against the rate of arrival.
  *
  * @param repetitions of each kernel in one request, so that a request takes some milliseconds
  */
private[bench] final class Kernels(repetitions: Map[String, Int] = Kernels.milliseconds) extends WebWorkload:
  def name: String = "kernels"
  def about: String = "SciMark 2.0 on 1 loop and on all cores, arrival rate rising; figure 4 of Node.Scala"

  // runs each kernel once
  private lazy val asks = Kernels.asks(repetitions)

  def run(course: Course): Findings =
    val sheet = new Sheet(name)
    val many = math.max(2, course.cores)
    // beside each other, so that what else the machine does meets both alike
    Using.resources(course.anotherFleet(), course.anotherFleet()): (ones, twins) =>
      // what the others call loops does not always bound what they compute with
      val single = course.stands(sheet, Kernels.launch(1), asks, _.name == WebContender.eddy, ones)
      val twin = course.stands(sheet, Kernels.launch(1), asks, _.name == WebContender.eddy, twins)
      val multiple = course.stands(sheet, Kernels.launch(many), asks, _.jvm)
      course.turns(sheet, multiple, course.effort.rounds): (stand, round) =>
        for (loops, s) <- Seq((many, stand)) ++ single.find(_.name == stand.name).map((1, _)) do
          val rate = saturate(course, s, loops, round)
          if round >= 0 then sheet.add(s.name, s"loops=$loops", "", "req/s", more = true, rate)
        if stand.name == WebContender.eddy then
          val both = together(single ++ twin)(saturate(course, _, 1, round)).sum
          if round >= 0 then sheet.add(stand.name, Kernels.apart, "", "req/s", more = true, both)
      scale(sheet, many)
      for
        (loops, stands) <- Seq((1, single), (many, multiple));
        stand <- stands.find(_.name == WebContender.eddy)
      do
        if stand.isAlive then arrivals(course, sheet, stand, loops)
    sheet.findings
  end run

  private def saturate(course: Course, stand: Stand, loops: Int, round: Int): Double =
    val nexts = new Array[Int](4 * loops)
    val next = (wire: Int) =>
      nexts(wire) += 1
      asks((wire + nexts(wire)) % asks.size)
    val loop = new ClosedLoop(course.client, stand.port, 4 * loops, 1, next)
    loop.run(100.millis, Rates.time(course.effort, round) * 3 / 2)(()).perSecond

  /** All at the same moment. */
  private def together(stands: Seq[Stand])(load: Stand => Double): Seq[Double] =
    val asked = stands.map(stand => CompletableFuture.supplyAsync(() => load(stand)))
    try asked.map(_.join())
    catch case e: CompletionException => throw e.getCause

  /** Sets what more loops give against one, round by round, and what a model makes of it. */
  private def scale(sheet: Sheet, many: Int): Unit =
    val eddy = WebContender.eddy
    val lines = sheet.findings.lines
    def rates(setting: String) =
      lines.find(_.measure.setting == setting).flatMap(_.samples.get(eddy)).getOrElse(Vector.empty)
    val gains = rates(s"loops=$many").zip(rates("loops=1")).map(_ / _)
    for gain <- gains do sheet.add(eddy, s"$many loops : 1", "", "x", more = true, gain)
    for (both, one) <- rates(Kernels.apart).zip(rates("loops=1")) do
      sheet.add(eddy, s"${Kernels.apart} : 1", "", "x", more = true, both / one)
    if gains.nonEmpty then
      val gain = gains.sorted.apply(gains.size / 2)
      val model = Scaling(many, gain)
      sheet.remark(
        f"By Amdahl's law, a model and no measurement: ${model.serial * 100}%.1f %% of a request is serial here, so 32 loops on 32 " +
          f"cores would give ${model.times(32)}%.1f times one; the paper measured ${Papers.peak / Papers.oneLoop}%.1f times (13,600 against 600 a second)"
      )
      sheet.draw(Curve("kernels-scaling", "measured", Seq((1.0, 1.0), (many.toDouble, gain))))
      val loops = Seq(1, 2, 4, 8, 16, 24, 32)
      sheet.draw(Curve(
        "kernels-scaling",
        "model",
        loops.map(n => (n.toDouble, model.times(n))),
        dashed = true
      ))
      sheet.draw(Curve(
        "kernels-scaling",
        "Node.Scala paper",
        Seq((1.0, 1.0), (32.0, Papers.peak / Papers.oneLoop))
      ))
      sheet.draw(Curve("kernels-scaling", "linear", loops.map(n => (n.toDouble, n.toDouble)), dashed = true))
    end if
  end scale

  /** Throughput and latency at rates from far below what it can do to above. */
  private def arrivals(course: Course, sheet: Sheet, stand: Stand, loops: Int): Unit =
    val lines = sheet.findings.lines
    val most = lines.find(_.measure.setting == s"loops=$loops").flatMap(_.median(stand.name)).getOrElse(0.0)
    val shares = if course.effort.quick then Seq(0.5, 0.9, 1.2) else Seq(0.2, 0.4, 0.6, 0.8, 0.9, 1.0, 1.2)
    val curves =
      for share <- shares if most > 0 && stand.isAlive yield
        course.say(f"$loops loops at $share%.1f of the most: ${stand.name}")
        val rate = most * share
        val schedule = Schedule.during(rate, course.effort.open.toMillis / 2000.0)
        var point = Option.empty[(Double, Double, Double)]
        val _ = course.guarded(sheet, stand):
          val ask = (event: Long) => asks((event % asks.size).toInt)
          val arrived = OpenRun.of(new OpenLoop(course.client, stand.port, schedule, ask))
          val all = arrived.all
          val setting = f"loops=$loops at ${share * 100}%.0f %%"
          val answered = all.inTime / math.max(arrived.seconds, arrived.doneSeconds)
          sheet.add(stand.name, setting, "answered", "/s", more = true, answered)
          OpenRun.percentiles(sheet, stand, setting)(all.millis)
          OpenRun.shares(sheet, stand, setting, arrived)
          if !all.millis(50).isNaN then point = Some((rate, answered, all.millis(50)))
          val _ = stand.settles(10.seconds)
        point
    val points = curves.flatten
    val label = s"eddy, $loops ${if loops == 1 then "loop" else "loops"}"
    sheet.draw(Curve("kernels-throughput", label, points.map(p => (p._1, p._2))))
    sheet.draw(Curve("kernels-latency", label, points.map(p => (p._1, p._3))))
  end arrivals
end Kernels

private[bench] object Kernels:
  /** What the machine itself gives with two cores: two processes that share nothing, with a loop each. */
  val apart = "2 processes"

  /** Some three milliseconds each on a machine of today. */
  val milliseconds: Map[String, Int] = Map("fft" -> 60, "sor" -> 90, "mc" -> 450, "sparse" -> 400, "lu" -> 24)

  def asks(repetitions: Map[String, Int]): Vector[Ask] =
    for kernel <- Kernel.values.toVector; n <- repetitions.get(kernel.name)
    yield Ask(s"/kernel?name=${kernel.name}&n=$n", "text/plain", Kernel.answer(kernel.name, n))

  /** No spare loops: as many handlers at a time as are said, as in the paper. */
  private[workload] def launch(loops: Int) = Launch(loops, Heap.Roomy, Seq("spares=0"))
