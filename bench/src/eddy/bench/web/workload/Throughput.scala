package eddy.bench.web.workload

import eddy.bench.web.load.{Ask, ClosedLoop}
import eddy.bench.web.run.{Course, Effort, Findings, Heap, Launch, Sheet, Stand, WebWorkload}

import scala.concurrent.duration.DurationInt

/** How many requests a second a server answers, and what each costs it.
  *
  * @param pipelined requests that each connection has under way
  */
private[bench] final class Throughput(
    val name: String,
    ask: Ask,
    connections: Int = 64,
    pipelined: Int = 1
) extends WebWorkload:
  def about: String =
    s"GET ${ask.path} on $connections connections${
        if pipelined > 1 then s", $pipelined under way on each" else ""
      }"

  def run(course: Course): Findings =
    val sheet = new Sheet(name)
    val stands = course.stands(sheet, Launch(course.cores, Heap.Roomy), Seq(ask))
    course.turns(sheet, stands, course.effort.rounds): (stand, round) =>
      val taken = new Taken(stand)
      val loop = new ClosedLoop(course.client, stand.port, connections, pipelined, _ => ask)
      val answers = loop.run(100.millis, Throughput.time(course.effort, round))(taken.look())
      if round >= 0 then
        sheet.add(stand.name, "", "", "k req/s", more = true, answers.perSecond / 1000)
        sheet.add(
          stand.name,
          "",
          "server CPU",
          "µs/req",
          more = false,
          taken.cpuNanos / 1e3 / answers.answers.sum
        )
    sheet.findings
end Throughput

private[bench] object Throughput:
  val plaintext: Ask = Ask("/plaintext", "text/plain", "Hello, World!")
  val json: Ask = Ask("/json", "application/json", """{"message":"Hello, World!"}""")

  private[workload] def time(effort: Effort, round: Int) = if round < 0 then effort.warm else effort.turn

/** What a server uses between two looks. */
private[workload] final class Taken(stand: Stand):
  private var looks = Vector.empty[Long]
  def look(): Unit = looks = looks :+ stand.use.cpuNanos
  def cpuNanos: Long = looks.last - looks.head
