package eddy.bench.web.workload

import eddy.bench.Rising
import eddy.bench.contest.{Curve, Findings, Sheet}
import eddy.bench.web.load.{Ask, ClosedLoop}
import eddy.bench.web.run.{Course, Heap, Launch, WebWorkload}

import java.math.BigInteger
import scala.concurrent.duration.DurationInt

/** Figures 5.1 to 5.4 of Hessenberger's thesis: numbers of Fibonacci, iteratively, at a rising rate. There it rises to 5,000 a
  * second; here to a little more than the best contender can answer, where that is less.
  */
private[bench] final class OnSystem(numbers: Seq[Int], topPerSecond: Double = 5000) extends WebWorkload:
  def name: String = "onsystem"
  def about: String =
    s"iterative Fibonacci of ${numbers.mkString(", ")}, arrival rate rising; figures 5.1-5.4 of the thesis"

  def run(course: Course): Findings =
    val sheet = new Sheet(name)
    val chosen = if course.effort.quick then Seq(numbers(numbers.size / 2)) else numbers
    chosen.foreach(measure(course, sheet, _))
    sheet.findings

  private def measure(course: Course, sheet: Sheet, n: Int): Unit =
    val ask = OnSystem.ask(n)
    val stands = course.stands(sheet, Launch(course.cores, Heap.Roomy), Seq(ask), _ => true)
    var most = 0.0
    for stand <- stands do
      course.say(s"warming ${stand.name}")
      val _ = course.guarded(sheet, stand):
        val loop = new ClosedLoop(course.client, stand.port, 8, 1, _ => ask)
        val answers = loop.run(course.effort.warm / 2, course.effort.turn)(())
        sheet.add(stand.name, s"n=$n", "at most", "req/s", more = true, answers.perSecond)
        most = math.max(most, answers.perSecond)
    val top = math.min(topPerSecond, most * 1.2)
    if top > 0 then sheet.remark(f"n=$n: the rate rises to $top%,.0f/s")
    for stand <- stands if stand.isAlive && top > 0 do
      course.say(s"fib $n, rising: ${stand.name}")
      val _ = course.guarded(sheet, stand):
        val rising = Rising(top, course.effort.ramp.toMillis / 1000.0)
        val arrived = Ramp.run(course, stand, rising, _ => ask)
        Ramp.add(sheet, stand, s"n=$n", arrived)
        sheet.draw(Curve(s"onsystem-$n", stand.name, Ramp.means(rising, arrived), stand.contender.worker))
        if !stand.settles(10.seconds) then course.fleet.drop(stand)
  end measure
end OnSystem

private[bench] object OnSystem:
  /** The last 20 digits of the n-th number of Fibonacci. */
  def ask(n: Int): Ask =
    val (last, _) = (1 to n).foldLeft((BigInteger.ZERO, BigInteger.ONE)):
      case ((a, b), _) => (b, a.add(b).mod(digits))
    Ask(s"/iterfib?n=$n", "text/plain", last.mod(digits).toString)

  private val digits = BigInteger.TEN.pow(20)
