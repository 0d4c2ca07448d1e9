package eddy.actor.testkit.internal

import java.util.SplittableRandom
import java.util.concurrent.locks.LockSupport
import scala.collection.mutable
import scala.concurrent.{BlockContext, CanAwait}
import scala.util.control.ControlThrowable

/** Runs what is ready one at a time, in the order that the seed decides.
  *
  * Many threads, but only the one that holds the baton runs: the test's own, a ''driver'', which takes one turn after
  * another, or the thread of an actor that has one. A turn that must wait in place keeps its driver's stack; another
  * driver goes on meanwhile. So the test's thread can watch: a turn that never ends is reported with its stack.
  *
  * All fields but those marked belong to the holder of the baton.
  */
private[testkit] final class Stage(seed: Long, slowness: Double, maxSteps: Long, patienceNanos: Long):
  import Stage.*

  private val source = new SplittableRandom(seed)
  val random: SplittableRandom = source.split().nn
  private val lateness = source.split().nn
  private val order = Order.of(source.split().nn)

  /** How often a turn is interrupted before it sends, so that what others send comes between. */
  private val interruptions = Array(0, 0, 0.05, 0.3)(source.nextInt(4))
  private var interrupted = 0
  val time = new VirtualTime
  val trace = new Trace(time)

  private val tester = Thread.currentThread
  @volatile private var holder: Thread = tester
  @volatile private var steps = 0L
  @volatile private var over = false
  @volatile private var failure: Throwable | Null = null

  private val ready = mutable.ArrayBuffer.empty[Turn]
  private var running: Turn | Null = null
  private val invariants = mutable.ArrayBuffer.empty[() => Option[Throwable]]
  private val strands = mutable.HashMap.empty[Thread, Strand]
  private val idleDrivers = mutable.Stack.empty[Thread]
  private var drivers = 0
  private var testerPermit = false
  private var goal: Goal = Goal(() => true, 0)

  def stepCount: Long = steps
  def isOver: Boolean = over
  def readyCount: Int = ready.size

  /** The caller is an actor or another event of this simulation. */
  def isActing: Boolean = (holder eq Thread.currentThread) && (holder ne tester)

  /** After each step; a failure ends the simulation. */
  def always(check: () => Option[Throwable]): Unit = invariants += check

  /** The first one counts; any thread. */
  def fail(cause: Throwable): Unit = if failure == null && !over then failure = cause

  // --- turns --------------------------------------------------------------------------------------------------

  def add(turn: Turn): Unit =
    checkHolder()
    if !over then ready += turn

  private def checkHolder(): Unit =
    val thread = Thread.currentThread
    if (thread ne holder) && !over then
      val problem = IllegalStateException(
        s"the thread ${thread.getName} reached into a simulation, which knows nothing of it, so that a seed could not " +
          "bring it back: run Futures on system.engine.executionContext, and let real input be messages of the test"
      )
      fail(problem)
      throw problem

  /** Runs turns until `enough`, or until nothing is ready and no timer is due at `limitNanos` or before. The test's thread.
    */
  def drive(limitNanos: Long)(enough: () => Boolean): Unit =
    if Thread.currentThread ne tester then
      throw IllegalStateException("only the test's own thread may drive its simulation, not an actor in it")
    if over then throw IllegalStateException("the simulation is over")
    if !enough() then
      goal = Goal(enough, limitNanos)
      val driver = idleDriver()
      pass(driver)
      awaitBaton()
    val cause = failure
    if cause != null then throw cause

  /** The test's thread waits and watches. */
  private def awaitBaton(): Unit =
    var seen = steps
    var since = System.nanoTime()
    while holder ne tester do
      LockSupport.parkNanos(this, 200_000_000L)
      if Thread.interrupted() then
        over = true
        throw InterruptedException("the test was interrupted while its simulation ran")
      if steps != seen then
        seen = steps
        since = System.nanoTime()
      else if System.nanoTime() - since > patienceNanos && (holder ne tester) then hung(holder)

  private def hung(thread: Thread): Unit =
    val stack = thread.getStackTrace.nn.map(frame => s"    at $frame").mkString("\n")
    val last = trace.last(1).trim
    val locked =
      if thread.getState != Thread.State.BLOCKED then ""
      else
        "\nIt waits for a lock, which an actor that was interrupted before it sends may hold: send outside the lock."
    over = true
    thread.interrupt()
    throw AssertionError(
      s"step $steps has taken more than ${patienceNanos / 1_000_000_000.0} seconds of real time. Its thread:\n$stack\n" +
        s"The step: $last\nIn a simulation nothing else runs meanwhile: wait for answers with react, receive or " +
        "askAndWait, for time with reactWithin, and leave real input and output out." + locked
    )

  private def runDriver(): Unit =
    while true do
      // a turn may have caught what was to end it
      if over then throw new SimulationOver
      endStep()
      if failure != null || goal.enough() then rest()
      else if ready.nonEmpty then
        if slowness > 0 && lateness.nextDouble() < slowness then
          val _ = time.goToNext(time.nanos + MostLateNanos)
        beginStep()
      else if !time.goToNext(goal.limitNanos) then rest()

  /** The goal is reached: the test's thread goes on. */
  private def rest(): Unit =
    idleDrivers.push(Thread.currentThread): Unit
    pass(tester)
    awaitTurn()

  private def beginStep(): Unit =
    if steps >= maxSteps then
      fail(AssertionError(
        s"after $maxSteps steps there is still something to do: some actors keep each other busy for ever; " +
          "give the simulation more steps if it needs them (maxSteps)"
      ))
    else
      val turn = ready.remove(order.next(ready.size)(ready(_).owner))
      steps += 1
      running = turn
      turn.begin(this)
      turn match
        case task: Turn.Task =>
          try task.task.run()
          catch
            case ended: SimulationOver => throw ended
            case cause: Throwable => task.failed(cause)
          task.end(this)
        case resume: Turn.Resume =>
          idleDrivers.push(Thread.currentThread): Unit
          pass(resume.strand.thread)
          awaitTurn()
          resume.end(this)

  private def endStep(): Unit =
    if running != null then
      running = null
      var i = 0
      // what holds between two turns need not hold inside one
      if interrupted > 0 then i = invariants.size
      while failure == null && i < invariants.size do
        invariants(i)().foreach(fail)
        i += 1

  // --- the baton ----------------------------------------------------------------------------------------------

  private def pass(to: Thread): Unit =
    holder = to
    LockSupport.unpark(to)

  private def awaitTurn(): Unit =
    while holder ne Thread.currentThread do LockSupport.park(this)
    if over then throw new SimulationOver

  /** The calling thread goes to sleep; a driver goes on. */
  private def handOver(): Unit =
    if over then throw new SimulationOver
    pass(idleDriver())

  private def idleDriver(): Thread =
    if idleDrivers.nonEmpty then idleDrivers.pop()
    else
      drivers += 1
      val driver = newThread(s"simulation-$drivers", null, () => runDriver())
      driver.start()
      driver

  /** Its body begins when it has the baton, and gives it away at its end. */
  def newThread(name: String, owner: AnyRef | Null, body: () => Unit): Thread =
    val life: Runnable = () =>
      try
        awaitTurn()
        BlockContext.withBlockContext(Blocking)(body())
        strands.remove(Thread.currentThread): Unit
        handOver()
      catch case _: SimulationOver => ()
    val thread = Thread.ofVirtual.nn.name(name).nn.unstarted(life).nn
    strands(thread) = new Strand(thread, owner)
    thread

  // --- waiting in place ---------------------------------------------------------------------------------------

  private def strand: Strand = strands(Thread.currentThread)

  def start(thread: Thread): Unit =
    thread.start()
    resume(strands(thread))

  private def resume(strand: Strand): Unit =
    strand.waits = false
    // a driver that waits inside a turn goes on with that
    add(new Turn.Resume(strand))

  /** As `LockSupport.park`, of the calling thread, in virtual time. */
  def park(nanos: Long): Unit =
    if over then throw new SimulationOver
    checkHolder()
    if Thread.currentThread eq tester then parkTester(nanos)
    else
      val me = strand
      if !me.permit && nanos > 0 then
        if nanos != Long.MaxValue then time.insert(me.alarm(this), nanos)
        wait(me)
        me.cancelAlarm(this)
      me.permit = false

  private def parkTester(nanos: Long): Unit =
    val until = if nanos >= Long.MaxValue / 2 then Long.MaxValue else time.nanos + nanos
    drive(until)(() => testerPermit)
    if !testerPermit then
      if until == Long.MaxValue then
        throw AssertionError("the test waits for what nothing in its simulation will bring about")
      time.goTo(until)
    testerPermit = false

  private def wait(me: Strand): Unit =
    me.waits = true
    val turn = running
    if me.owner == null && turn != null then me.inTurnOf = turn.owner
    handOver()
    awaitTurn()

  def unpark(thread: Thread): Unit =
    checkHolder()
    if thread eq tester then testerPermit = true
    else
      strands.get(thread).foreach: other =>
        other.permit = true
        if other.waits then resume(other)

  /** Others may go first. */
  def giveWay(): Unit =
    if Thread.currentThread ne tester then
      val me = strand
      resume(me)
      handOver()
      awaitTurn()

  /** As [[giveWay]], in some runs, and in these sometimes. The test's thread lets some others go first. */
  def interrupt(): Unit =
    val mine = (holder eq Thread.currentThread) && !over
    if interruptions == 0 || !mine || ready.isEmpty || lateness.nextDouble() >= interruptions then ()
    else if holder eq tester then
      val until = steps + 1 + lateness.nextInt(8)
      drive(time.nanos)(() => steps >= until)
    else
      val me = strand
      val turn = running
      if me.owner == null && turn != null then me.inTurnOf = turn.owner
      interrupted += 1
      giveWay()
      interrupted -= 1

  /** Ends all threads, one after another: what they have in hand is unwound. */
  def close(): Unit =
    over = true
    time.stop()
    if holder eq tester then
      val all = strands.keys.toVector.sortBy(_.threadId)
      all.foreach: thread =>
        if thread.isAlive then
          pass(thread)
          val _ = thread.join(java.time.Duration.ofSeconds(2))
      holder = tester
end Stage

private[testkit] object Stage:
  /** So much time, and no more, passes while there is something to do. */
  private final val MostLateNanos = 60_000_000_000L

  /** What a drive of the test waits for. */
  private final case class Goal(enough: () => Boolean, limitNanos: Long)

  /** Unwinds a thread of a simulation that is over. Not for users to catch. */
  final class SimulationOver extends ControlThrowable

  /** `Await.result` would wait with the baton in its hand. */
  object Blocking extends BlockContext:
    def blockOn[T](thunk: => T)(implicit permission: CanAwait): T =
      val awaits =
        StackWalker.getInstance.nn.walk(_.nn.anyMatch(_.nn.getClassName == "scala.concurrent.Await$"))
      if awaits then
        throw IllegalStateException(
          "Await in a simulation waits for what cannot happen meanwhile: in an actor use askAndWait, or ask with sendTo; " +
            "in the test use sim.await(future)"
        )
      thunk
end Stage
