package eddy.bench.web.run

import eddy.bench.contest.{Fault, Findings, Sheet}
import eddy.bench.web.load.{Ask, LoadFailure, WebClient}

import scala.collection.mutable
import scala.concurrent.duration.DurationInt

/** Something that web servers can be measured by. */
private[bench] trait WebWorkload:
  /** As `--only` takes it. */
  def name: String

  /** For `--list`. */
  def about: String

  /** Whether a short run has it. */
  def isInQuick: Boolean = true

  def run(course: Course): Findings

/** What a workload measures with. */
private[bench] final class Course(
    val fleet: Fleet,
    val client: WebClient,
    val effort: Effort,
    val cores: Int,
    status: String => Unit
):
  private val warm = mutable.Set.empty[Stand]

  def say(text: String): Unit = status(text)

  /** For servers that stand beside those of [[fleet]]; to be closed by who asks for it. */
  def anotherFleet(): Fleet = fleet.another()

  /** The contenders that can be launched so and answer all of `asks` right; faults of the others go to the sheet. Those with
    * worker threads only when `of` says so.
    */
  def stands(
      sheet: Sheet,
      launch: Launch,
      asks: Seq[Ask],
      of: WebContender => Boolean = !_.worker,
      in: Fleet = fleet
  ): Seq[Stand] =
    val (stands, faults) = in.at(launch, in.contenders.filter(of))
    faults.foreach((contender, fault) => sheet.fault(contender, fault))
    stands.filter: stand =>
      say(s"checking ${stand.name}")
      val fault = asks.view.flatMap(stand.check(_)).headOption
      fault.foreach(sheet.fault(stand.name, _))
      fault.isEmpty

  /** Has each measured in turn, round by round, another first in each round. One that fails is left out from then on. Before
    * each turn that counts all of them must have come to rest: a JVM that still compiles after its warm-up would take a core
    * from the others. A server that has done nothing yet is warmed up twice.
    *
    * @param measure gets the number of the round, from 0 on; below 0 it is a warm-up
    */
  def turns(
      sheet: Sheet,
      stands: Seq[Stand],
      rounds: Int,
      warmups: Int = 1
  )(measure: (Stand, Int) => Unit): Unit =
    var left = stands
    for round <- -warmups until rounds do
      val first = if left.isEmpty then 0 else math.floorMod(round, left.size)
      for stand <- left.drop(first) ++ left.take(first) do
        say(if round < 0 then s"warming ${stand.name}" else s"round ${round + 1} of $rounds: ${stand.name}")
        if round >= 0 then
          val _ = Stand.settle(left, 10.seconds)
        val fresh = warm.add(stand) && round < 0
        if !guarded(sheet, stand)(for _ <- 0 to (if fresh then 1 else 0) do measure(stand, round)) then
          left = left.filterNot(_ eq stand)

  /** False when the server failed; that is on the sheet then. */
  def guarded(sheet: Sheet, stand: Stand)(measure: => Unit): Boolean =
    try
      measure
      true
    catch
      case e: LoadFailure =>
        val text = String.valueOf(e.getMessage)
        sheet.fault(
          stand.name,
          if e.wrong then Fault.Wrong(text) else if stand.isAlive then Fault.Broken(text) else stand.ended
        )
        fleet.drop(stand)
        false
end Course
