package eddy.bench.web.workload

import eddy.bench.Schedule
import eddy.bench.web.load.EchoLoad
import eddy.bench.web.run.{Course, Findings, Heap, Launch, Sheet, WebWorkload}

import scala.concurrent.duration.DurationInt
import scala.util.Using

/** WebSockets whose every message comes back: how many a second, and how long each takes at a rate that all can do. */
private[bench] final class Echo(connections: Int = 64, perSecond: Double = 2000) extends WebWorkload:
  def name: String = "websocket"
  def about: String = s"WebSocket echo on $connections connections"

  def run(course: Course): Findings =
    val sheet = new Sheet(name)
    val stands = course.stands(sheet, Launch(course.cores, Heap.Roomy), Seq(Throughput.plaintext))
    course.turns(sheet, stands, course.effort.rounds): (stand, round) =>
      Using.resource(new EchoLoad(stand.port, connections)): load =>
        load.open()
        val taken = new Taken(stand)
        val answers = load.closedLoop(50.millis, Throughput.time(course.effort, round))(taken.look())
        if round >= 0 then
          sheet.add(stand.name, "", "", "k msg/s", more = true, answers.perSecond / 1000)
          sheet.add(
            stand.name,
            "",
            "server CPU",
            "µs/msg",
            more = false,
            taken.cpuNanos / 1e3 / answers.answers.sum
          )
    val seconds = course.effort.open.toMillis / 2000.0
    for stand <- stands if stand.isAlive do
      course.say(f"$perSecond%.0f messages a second: ${stand.name}")
      val _ = course.guarded(sheet, stand):
        Using.resource(new EchoLoad(stand.port, connections)): load =>
          load.open()
          val latencies = load.openLoop(Schedule.during(perSecond, seconds))
          val setting = f"at $perSecond%,.0f/s"
          sheet.add(stand.name, setting, "p50", "ms", more = false, latencies.getValueAtPercentile(50) / 1e6)
          sheet.add(stand.name, setting, "p99", "ms", more = false, latencies.getValueAtPercentile(99) / 1e6)
    sheet.findings
  end run
end Echo
