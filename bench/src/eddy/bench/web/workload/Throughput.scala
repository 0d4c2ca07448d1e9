package eddy.bench.web.workload

import eddy.bench.contest.{Findings, Sheet}
import eddy.bench.web.load.{Ask, ClosedLoop}
import eddy.bench.web.run.{Course, Heap, Launch, WebWorkload}

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
  // no goal is about it
  override def isInQuick: Boolean = pipelined == 1

  def about: String =
    s"GET ${ask.path} on $connections connections${
        if pipelined > 1 then s", $pipelined under way on each" else ""
      }"

  def run(course: Course): Findings =
    val sheet = new Sheet(name)
    val stands = course.stands(sheet, Launch(course.cores, Heap.Roomy), Seq(ask))
    Rates.take(course, sheet, stands, "req"): (stand, time, around) =>
      val loop = new ClosedLoop(course.client, stand.port, connections, pipelined, _ => ask)
      loop.run(100.millis, time)(around())
    sheet.findings
end Throughput

private[bench] object Throughput:
  val plaintext: Ask = Ask("/plaintext", "text/plain", "Hello, World!")
  val json: Ask = Ask("/json", "application/json", """{"message":"Hello, World!"}""")
