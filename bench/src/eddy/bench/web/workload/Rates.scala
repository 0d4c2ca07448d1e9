package eddy.bench.web.workload

import eddy.bench.contest.Sheet
import eddy.bench.web.load.Answers
import eddy.bench.web.run.{Course, Effort, Stand}

import scala.concurrent.duration.FiniteDuration

/** How many operations a second each server does when it is asked as fast as it answers, and what each costs it: turn by turn.
  */
private[bench] object Rates:
  /** @param unit what is counted
    * @param load measures for so long, and calls when it begins to and at the end
    */
  def take(course: Course, sheet: Sheet, stands: Seq[Stand], unit: String, setting: String = "")(
      load: (Stand, FiniteDuration, () => Unit) => Answers
  ): Unit =
    course.turns(sheet, stands, course.effort.rounds): (stand, round) =>
      val taken = new Taken(stand)
      val answers = load(stand, Rates.time(course.effort, round), () => taken.look())
      if round >= 0 then
        val each = taken.cpuNanos / 1e3 / answers.answers.sum
        sheet.add(stand.name, setting, "", s"k $unit/s", more = true, answers.perSecond / 1000)
        sheet.add(stand.name, setting, "server CPU", s"µs/$unit", more = false, each)

  /** Of a turn; those before round 0 warm. */
  def time(effort: Effort, round: Int): FiniteDuration = if round < 0 then effort.warm else effort.turn
end Rates

/** The processor time that is used between two looks.
  *
  * @param now all that was used so far
  */
private[bench] final class Taken(now: () => Long):
  /** By a server. */
  def this(stand: Stand) = this(() => stand.use.cpuNanos)

  private var looks = Vector.empty[Long]
  def look(): Unit = looks = looks :+ now()
  def cpuNanos: Long = looks.last - looks.head
