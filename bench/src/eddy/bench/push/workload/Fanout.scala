package eddy.bench.push.workload

import eddy.bench.contest.{Curve, Findings, Sheet}
import eddy.bench.push.PushContenders
import eddy.bench.push.load.{FanLoad, Party}
import eddy.bench.web.run.{Course, Heap, Launch, Stand, WebWorkload}
import eddy.bench.web.workload.Rates

import scala.collection.mutable
import scala.concurrent.duration.DurationInt

/** One channel with many subscribers: how many deliveries a second, and what each costs the server.
  *
  * @param counts of subscribers
  * @param window messages under way
  */
private[bench] final class Fanout(counts: Seq[Int] = Fanout.counts, window: Int = 8) extends WebWorkload:
  def name: String = "fanout"
  def about: String =
    "deliveries of one channel to all of its subscribers; the next message when one has come to all"

  def run(course: Course): Findings =
    val sheet = new Sheet(name)
    val taken =
      if course.effort.quick then counts.filter(n => n == Fanout.decisive || counts.size == 1) else counts
    for count <- taken do
      val stands = Mediated.stands(course, sheet, Launch(course.cores, Heap.Roomy))
      val parties = mutable.LinkedHashMap.empty[Stand, Party]
      def party(stand: Stand) = parties.getOrElseUpdate(
        stand,
        new Party(course.client, stand.port, PushContenders.talk(stand.name), count, 1).open()
      )
      try
        Rates.take(course, sheet, stands, "msg", Fanout.setting(count)): (stand, time, around) =>
          new FanLoad(party(stand), window).run(200.millis, time)(around())
      finally parties.values.foreach(_.close())
    draw(sheet, taken)
    sheet.findings

  private def draw(sheet: Sheet, counts: Seq[Int]): Unit =
    val lines = sheet.findings.lines.filter(_.measure.figure.isEmpty)
    for contender <- PushContenders.names do
      val points =
        for
          n <- counts; line <- lines.find(_.measure.setting == Fanout.setting(n)); m <- line.median(contender)
        yield (n.toDouble, m)
      sheet.draw(Curve(name, contender, points))
end Fanout

private[bench] object Fanout:
  val counts: Seq[Int] = Seq(100, 1000, 5000)

  /** The goals are about it. */
  val decisive = 1000

  def setting(subscribers: Int): String = f"$subscribers%,d subscribers"
