package eddy.bench.web.workload

import eddy.bench.contest.{Findings, Sheet}
import eddy.bench.web.load.{Ask, ClosedLoop, Crowd, IdleCrowd}
import eddy.bench.web.run.{Course, Heap, Launch, Stand, WebWorkload}

import scala.concurrent.duration.DurationInt

/** What a connection costs a server that has been answered and is kept open. */
private[bench] final class Idle extends WebWorkload:
  def name: String = "idle"
  def about: String = "memory of a keep-alive connection that has had one answer and is kept open"

  def run(course: Course): Findings =
    val sheet = new Sheet(name)
    Idle.each(course, sheet, Seq(Throughput.plaintext)): stand =>
      val loop = new ClosedLoop(course.client, stand.port, 64, 1, _ => Throughput.plaintext)
      val _ = loop.run(0.millis, course.effort.warm)(())
      new IdleCrowd(course.client, stand.port, Throughput.plaintext)
    sheet.findings
end Idle

private[bench] object Idle:
  /** What each of many connections takes, for each contender alone and just started.
    *
    * @param crowd makes the connections, to a server that it has warmed
    */
  def each(course: Course, sheet: Sheet, asks: Seq[Ask])(crowd: Stand => Crowd): Unit =
    val wanted = math.min(course.effort.idle, IdleCrowd.most)
    course.fleet.close()
    for
      contender <- course.fleet.contenders
      if !contender.worker
      stand <- course.stands(sheet, Launch(course.cores, Heap.Lean), asks, _ == contender)
    do
      course.say(s"$wanted idle connections: ${stand.name}")
      val _ = course.guarded(sheet, stand)(weigh(sheet, stand, wanted, crowd(stand)))
      course.fleet.drop(stand)

  private def weigh(sheet: Sheet, stand: Stand, wanted: Int, crowd: Crowd): Unit =
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
    def each(bytes: Long) = (bytes - before).toDouble / wanted
    sheet.add(stand.name, setting, "", "B/conn", more = false, each(after))
    sheet.add(stand.name, setting, "before GC", "B/conn", more = false, each(during))
    sheet.add(stand.name, setting, "server", "MB", more = false, after / 1e6)
    crowd.leave()
  end weigh
end Idle
