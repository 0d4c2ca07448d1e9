package eddy.bench.web.workload

import eddy.bench.Schedule
import eddy.bench.contest.{Findings, Sheet}
import eddy.bench.web.load.{ClosedLoop, OpenLoop}
import eddy.bench.web.run.{Course, Heap, Launch, WebContender, WebWorkload}

import scala.concurrent.duration.DurationInt

/** How long requests take while actors of the same server pass messages all the time, and without them. For
  * Eddy alone.
  */
private[bench] final class BesideActors(actors: Int = 10_000, perSecond: Double = 1000) extends WebWorkload:
  // no goal is about it
  override def isInQuick: Boolean = false
  def name: String = "beside"
  def about: String = f"GET /plaintext, $perSecond%,.0f a second, beside $actors%,d busy actors; only Eddy"

  def run(course: Course): Findings =
    val sheet = new Sheet(name)
    for
      count <- Seq(0, actors)
      launch = Launch(course.cores, Heap.Roomy, own = Seq(s"actors=$count"))
      stand <- course.stands(sheet, launch, Seq(Throughput.plaintext), _.name == WebContender.eddy)
    do
      val setting = f"actors=$count%,d"
      course.say(setting)
      val _ = course.guarded(sheet, stand):
        val loop = new ClosedLoop(course.client, stand.port, 16, 1, _ => Throughput.plaintext)
        val _ = loop.run(0.millis, course.effort.warm)(())
        for _ <- 1 to course.effort.rounds do
          val schedule = Schedule.during(perSecond, course.effort.open.toMillis / 1000.0)
          val load = new OpenLoop(course.client, stand.port, schedule, _ => Throughput.plaintext)
          val arrived = OpenRun.of(load)
          OpenRun.percentiles(sheet, stand, setting)(arrived.all.millis)
          OpenRun.shares(sheet, stand, setting, arrived)
      course.fleet.drop(stand)
    end for
    sheet.findings
  end run
end BesideActors
