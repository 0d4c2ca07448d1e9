package eddy.bench.web.workload

import eddy.bench.Schedule
import eddy.bench.contest.{Findings, Sheet}
import eddy.bench.web.load.EchoLoad
import eddy.bench.web.run.{Course, Heap, Launch, Stand, WebWorkload}

import scala.concurrent.duration.DurationInt
import scala.util.Using

/** WebSockets whose every message comes back: how many a second, and how long each takes at a rate that all can do. */
private[bench] final class Echo(connections: Int = 64, perSecond: Double = 2000) extends WebWorkload:
  def name: String = "websocket"
  def about: String = s"WebSocket echo on $connections connections"

  def run(course: Course): Findings =
    val sheet = new Sheet(name)
    val stands = course.stands(sheet, Launch(course.cores, Heap.Roomy), Seq(Throughput.plaintext))
    Rates.take(course, sheet, stands, "msg"): (stand, time, around) =>
      echoing(stand)(_.closedLoop(50.millis, time)(around()))
    val seconds = course.effort.open.toMillis / 2000.0
    for stand <- stands if stand.isAlive do
      course.say(f"$perSecond%.0f messages a second: ${stand.name}")
      val _ = course.guarded(sheet, stand):
        val latencies = echoing(stand)(_.openLoop(Schedule.during(perSecond, seconds)))
        val setting = f"at $perSecond%,.0f/s"
        OpenRun.percentiles(sheet, stand, setting)(latencies.getValueAtPercentile(_) / 1e6)
    sheet.findings
  end run

  private def echoing[A](stand: Stand)(load: EchoLoad => A): A =
    Using.resource(new EchoLoad(stand.port, connections)): echoes =>
      echoes.open()
      load(echoes)
end Echo
