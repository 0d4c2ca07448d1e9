package eddy.bench.web.workload

import eddy.bench.Rising
import eddy.bench.contest.{Curve, Findings, Sheet}
import eddy.bench.web.load.{Ask, ClosedLoop}
import eddy.bench.web.run.{Course, Heap, Launch, WebContender, WebWorkload}

import scala.concurrent.duration.DurationInt

/** Figures 5.5 to 5.7 of Hessenberger's thesis: a page of 44 KB that another system takes 170 ms to give, at a rising rate; how
  * long it takes, and how much memory the server.
  *
  * @param tops rates to which it rises, each with servers just started
  */
private[bench] final class OffSystem(tops: Seq[Int], delayMillis: Int = 170) extends WebWorkload:
  def name: String = "offsystem"
  def about: String =
    s"a 44 KB page behind $delayMillis ms, arrival rate rising to ${tops.mkString(", ")}; figures 5.5-5.7 of the thesis"

  private val page = OffSystem.ask(s"/page?delay=$delayMillis")
  private val immediate = OffSystem.ask("/page?delay=0")
  private val blocking = OffSystem.ask(s"/page?delay=$delayMillis&blocking=true")

  def run(course: Course): Findings =
    val sheet = new Sheet(name)
    val decisive = tops.filter(_ == OffSystem.decisive)
    val chosen = if course.effort.quick && decisive.nonEmpty then decisive else tops
    for top <- chosen do
      rise(course, sheet, top, OffSystem.setting(top), page, s"offsystem-$top", !_.worker)
      // Eddy's handlers may block; that is a way to write it, but not the one for thousands at a time
      rise(course, sheet, top, s"blocking to $top/s", blocking, "", _.name == WebContender.eddy)
    sheet.findings

  private def rise(
      course: Course,
      sheet: Sheet,
      top: Int,
      setting: String,
      ask: Ask,
      chart: String,
      of: WebContender => Boolean
  ): Unit =
    course.fleet.close()
    val stands = course.stands(sheet, Launch(course.cores, Heap.Lean), Seq(immediate, ask), of)
    for stand <- stands do
      course.say(s"warming ${stand.name}")
      val _ = course.guarded(sheet, stand):
        val loop = new ClosedLoop(course.client, stand.port, 8, 1, _ => immediate)
        val _ = loop.run(0.millis, course.effort.warm / 2)(())
    for stand <- stands if stand.isAlive do
      course.say(s"page, rising to $top: ${stand.name}")
      val _ = course.guarded(sheet, stand):
        val rising = Rising(top, course.effort.ramp.toMillis / 1000.0)
        val taken = new Taken(stand)
        taken.look()
        val arrived = Ramp.run(course, stand, rising, _ => ask)
        taken.look()
        Ramp.add(sheet, stand, setting, arrived)
        sheet.add(
          stand.name,
          setting,
          "server CPU",
          "µs/req",
          more = false,
          taken.cpuNanos / 1e3 / arrived.sent
        )
        sheet.add(stand.name, setting, "peak memory", "MB", more = false, stand.use.peakBytes / 1e6)
        if chart.nonEmpty then sheet.draw(Curve(chart, stand.name, Ramp.means(rising, arrived)))
        if !stand.settles(10.seconds) then course.fleet.drop(stand)
    end for
  end rise
end OffSystem

private[bench] object OffSystem:
  /** The top that a short run has. */
  val decisive = 1000

  def setting(top: Int): String = s"to $top/s"

  private val bytes = 44 * 1024
  private val before = "<html><body>"
  private val after = "</body></html>"

  /** @param path of a page that all contenders answer in the same way */
  def ask(path: String): Ask =
    Ask(path, "text/html", before + "x" * (bytes - before.length - after.length) + after)
