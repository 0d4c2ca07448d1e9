package eddy.bench.web.workload

import eddy.bench.contest.{Curve, Findings, Sheet}
import eddy.bench.peers.work.Kernel
import eddy.bench.web.load.{Answers, Ask, ClosedLoop}
import eddy.bench.web.run.{Course, Fleet, Stand, WebContender, WebWorkload}

import scala.concurrent.duration.{DurationInt, FiniteDuration}
import scala.util.Using

/** Figure 5 of the Node.Scala paper: handlers that share a map. Of SciMarkSf1's requests those that do not write it read it, of
  * SciMarkSf2's they do not use it; so many in a hundred write the one entry, or entries of their own. For Eddy alone, with
  * each policy for locks that are not free.
  */
private[bench] final class Stateful(
    repetitions: Int = 20,
    policies: Seq[String] = Seq("park", "requeue"),
    times: Int = Stateful.Times
) extends WebWorkload:
  def name: String = "stateful"
  def about: String =
    "handlers that share state, 0-100 % exclusive, one key or many, both policies; figure 5 of Node.Scala"

  private val answer = Kernel.answer("lu", repetitions)

  private def ask(kind: String, write: Boolean, key: Int) =
    Ask(s"/stateful?kind=$kind&write=$write&key=$key&n=$repetitions", "text/plain", answer)

  def run(course: Course): Findings =
    val sheet = new Sheet(name)
    val many = math.max(2, course.cores)
    Using.resource(course.anotherFleet()): ones =>
      for policy <- policies do
        val single = stand(course, sheet, 1, policy, Some(ones))
        val multiple = stand(course, sheet, many, policy, None)
        for one <- single; more <- multiple do
          val _ = course.guarded(sheet, more)(measure(course, sheet, one, more, policy))
    sheet.findings

  private def stand(course: Course, sheet: Sheet, loops: Int, policy: String, fleet: Option[Fleet]) =
    val launch = Kernels.launch(loops)
    val asks = for kind <- Seq("sf1", "sf2"); write <- Seq(true, false) yield ask(kind, write, 0)
    val own = launch.copy(own = launch.own :+ s"locks=$policy")
    course.stands(sheet, own, asks, _.name == WebContender.eddy, fleet.getOrElse(course.fleet)).headOption

  private def measure(course: Course, sheet: Sheet, one: Stand, more: Stand, policy: String): Unit =
    val eddy = WebContender.eddy
    for kind <- Seq("sf1", "sf2"); stand <- Seq(one, more) do
      course.say(s"warming, $kind, $policy")
      val _ = load(course, stand, 8, Stateful.mixed(50)(ask(kind, _, 0)), course.effort.warm)
    val shares = if course.effort.quick then Seq(0, 25, 50, 75, 100) else 0 to 100 by 10
    for kind <- Seq("sf1", "sf2") do
      val points =
        for share <- shares yield
          course.say(s"$kind, $share % exclusive, $policy")
          val gains = Vector.fill(times):
            val rate =
              load(course, more, 8, Stateful.mixed(share)(ask(kind, _, 0)), course.effort.turn).perSecond
            sheet.add(eddy, s"$policy $kind exclusive=$share %", "", "req/s", more = true, rate)
            // in between, so that what else the machine does meets both alike
            val single = load(course, one, 8, _ => ask("sf2", false, 0), course.effort.turn).perSecond
            sheet.add(eddy, s"$policy one loop", "", "req/s", more = true, single)
            rate / single
          (share.toDouble, gains.sorted.apply(times / 2))
      sheet.draw(Curve("stateful", s"$kind, $policy", points))
    if policy == policies.head then
      sheet.draw(Curve("stateful", "one loop", Seq((0.0, 1.0), (100.0, 1.0)), dashed = true))
    for _ <- 1 to course.effort.rounds do
      keys(course, sheet, one, more, policy)
      beside(course, sheet, more, policy)
  end measure

  /** All exclusive, each connection with a key of its own: on one loop and on all. */
  private def keys(course: Course, sheet: Sheet, one: Stand, more: Stand, policy: String): Unit =
    course.say(s"different keys, $policy")
    val Seq(single, multiple) = Seq(one, more).map: stand =>
      load(course, stand, 8, wire => ask("sf1", true, wire), course.effort.turn).perSecond: @unchecked
    sheet.add(WebContender.eddy, s"$policy sf1 exclusive=100 % keys=8", "", "req/s", more = true, multiple)
    sheet.add(
      WebContender.eddy,
      s"$policy sf1 exclusive=100 % keys=8",
      "loops : 1 loop",
      "x",
      more = true,
      multiple / single
    )

  /** One connection's requests share nothing. What they lose when the other's, instead of sharing nothing too, all write one
    * entry.
    */
  private def beside(course: Course, sheet: Sheet, stand: Stand, policy: String): Unit =
    course.say(s"stateless beside stateful, $policy")
    val free = ask("sf2", false, 0)
    val busy = ask("sf2", true, 0).ofKind(1)
    val alike = load(course, stand, 2, wire => if wire == 0 then free else free.ofKind(1), course.effort.turn)
    val mixed = load(course, stand, 2, wire => if wire == 0 then free else busy, course.effort.turn)
    val loss = (1 - mixed.perSecond(0) / alike.perSecond(0)) * 100
    sheet.add(WebContender.eddy, s"$policy stateless beside exclusive", "loses", "%", more = false, loss)

  private def load(
      course: Course,
      stand: Stand,
      wires: Int,
      next: Int => Ask,
      time: FiniteDuration
  ): Answers =
    new ClosedLoop(course.client, stand.port, wires, 1, next).run(50.millis, time)(())
end Stateful

private[workload] object Stateful:
  /** Of each share in the chart, where a machine's other work would else be a dent in a curve. */
  val Times = 3

  /** So many in a hundred write, spread by chance, the same in every run. */
  def mixed(percent: Int)(ask: Boolean => Ask): Int => Ask =
    val random = new java.util.SplittableRandom(4711)
    val (write, read) = (ask(true), ask(false))
    _ => if random.nextInt(100) < percent then write else read
