package eddy.bench.web.workload

import eddy.bench.web.load.{ClosedLoop, IdleCrowd}
import eddy.bench.web.run.{Course, Findings, Heap, Launch, Sheet, WebWorkload}

import scala.concurrent.duration.DurationInt

/** What a connection costs a server that has been answered and is kept open. */
private[bench] final class Idle extends WebWorkload:
  def name: String = "idle"
  def about: String = "memory of a keep-alive connection that has had one answer and is kept open"

  def run(course: Course): Findings =
    val sheet = new Sheet(name)
    val wanted = math.min(course.effort.idle, IdleCrowd.most)
    course.fleet.close()
    for contender <- course.fleet.contenders if !contender.worker do
      // alone, and just started
      val stands =
        course.stands(sheet, Launch(course.cores, Heap.Lean), Seq(Throughput.plaintext), _ == contender)
      for stand <- stands do
        course.say(s"$wanted idle connections: ${stand.name}")
        val _ = course.guarded(sheet, stand):
          val loop = new ClosedLoop(course.client, stand.port, 64, 1, _ => Throughput.plaintext)
          val _ = loop.run(0.millis, course.effort.warm)(())
          val crowd = new IdleCrowd(course.client, stand.port, Throughput.plaintext)
          // what grows once, with the first crowd, is not each connection's
          crowd.gather(math.max(1, wanted / 2))
          crowd.leave()
          stand.collect()
          val before = stand.use.bytes
          crowd.gather(wanted)
          val during = stand.use.bytes
          stand.collect()
          val after = stand.use.bytes
          val open = crowd.standing
          if open < wanted then
            sheet.remark(s"${stand.name}: of $wanted idle connections it closed ${wanted - open} meanwhile")
          val setting = s"connections=$wanted"
          sheet.add(stand.name, setting, "", "B/conn", more = false, (after - before).toDouble / wanted)
          sheet.add(
            stand.name,
            setting,
            "before GC",
            "B/conn",
            more = false,
            (during - before).toDouble / wanted
          )
          sheet.add(stand.name, setting, "server", "MB", more = false, after / 1e6)
          crowd.leave()
        course.fleet.drop(stand)
      end for
    end for
    sheet.findings
  end run
end Idle
