package eddy.bench.web.workload

import eddy.bench.Schedule
import eddy.bench.contest.{Curve, Findings, Sheet}
import eddy.bench.web.load.{Ask, ClosedLoop, OpenLoop}
import eddy.bench.web.run.{Course, Heap, Launch, Stand, WebWorkload}

import scala.concurrent.duration.DurationInt

/** Figure 1 of the Node.Scala paper: 100 requests a second, most for the 20th number of Fibonacci, some for the 35th, which
  * takes thousands of times as long; how long the light ones take.
  */
private[bench] final class LightAndHeavy(perSecond: Double = 100) extends WebWorkload:
  def name: String = "mix"
  def about: String =
    "light requests (fib 20), 100 a second, among heavy ones (fib 35); figure 1 of Node.Scala"

  private val light = Ask("/fib?n=20", "text/plain", "6765")
  private val heavy = Ask("/fib?n=35", "text/plain", "9227465").ofKind(1)

  def run(course: Course): Findings =
    val sheet = new Sheet(name)
    val shares = if course.effort.quick then Seq(0, 15) else Seq(0, 5, 10, 15)
    val count = math.max(1, (perSecond * course.effort.open.toMillis / 1000).toLong)
    var points = Vector.empty[(String, (Double, Double))]
    var warmed = Set.empty[Stand]
    for share <- shares do
      val stands = course.stands(sheet, Launch(course.cores, Heap.Roomy), Seq(light, heavy), _ => true)
      for stand <- stands.filterNot(warmed) do
        course.say(s"warming ${stand.name}")
        val _ = course.guarded(sheet, stand)(warm(course, stand))
      warmed = stands.toSet
      for stand <- stands if stand.isAlive do
        course.say(s"$share % heavy: ${stand.name}")
        val draws = Draws.of(count, share)
        val ask = (event: Long) => if draws(event.toInt) then heavy else light
        val _ = course.guarded(sheet, stand):
          val schedule = Schedule(perSecond, count)
          val load = new OpenLoop(course.client, stand.port, schedule, ask, 2, ask(_).kind)
          val arrived = OpenRun.of(load)
          val Vector(lights, heavies) = arrived.fates: @unchecked
          val setting = s"heavy=$share %"
          OpenRun.percentiles(sheet, stand, setting, "light ")(lights.millis)
          if share > 0 then
            sheet.add(stand.name, setting, "heavy p50", "ms", more = false, heavies.millis(50))
          sheet.add(stand.name, setting, "answered", "/s", more = true, arrived.all.inTime / arrived.seconds)
          OpenRun.shares(sheet, stand, setting, arrived)
          points = points :+ (stand.name -> (share.toDouble, lights.millis(99)))
          if !stand.settles(10.seconds) then course.fleet.drop(stand)
    end for
    for contender <- course.fleet.contenders do
      val own = points.collect { case (contender.name, point) if !point(1).isNaN => point }
      sheet.draw(Curve("mix", contender.name, own, dashed = contender.worker))
    sheet.findings
  end run

  private def warm(course: Course, stand: Stand): Unit =
    var n = 0
    val asks = (_: Int) =>
      n += 1
      if n % 50 == 0 then heavy else light
    val _ = new ClosedLoop(course.client, stand.port, 4, 1, asks).run(0.millis, course.effort.warm)(())
end LightAndHeavy

/** Which events of a load are of the rarer kind: the same for all contenders, spread by chance. */
private[workload] object Draws:
  def of(count: Long, percent: Double): Array[Boolean] =
    val random = new java.util.SplittableRandom(4711)
    Array.fill(count.toInt)(random.nextDouble() * 100 < percent)
