package eddy.actor.testkit.internal

import java.util.SplittableRandom
import scala.collection.mutable
import scala.concurrent.BlockContext

/** Runs what is ready one at a time, in the order that the seed decides.
  *
  * Many threads, but only the one that holds the [[Baton]] runs: the test's own, a ''driver'', which takes
  * one turn after another, or the thread of an actor that has one. A turn that must wait in place keeps its
  * driver's stack; another driver continues in the meantime. So the test's thread can watch: a turn that
  * never ends is reported with its stack.
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
  private val interrupted = mutable.HashSet.empty[Strand]
  val time = new VirtualTime
  val trace = new Trace(time)

  private val tester = Thread.currentThread
  private val baton = new Baton(tester)
  @volatile private var steps = 0L
  @volatile private var failure: Throwable | Null = null

  /** Of the machine of the test itself. */
  val gate = new Gate("")
  private val ready = mutable.ArrayBuffer.empty[Turn]
  private var running: Turn | Null = null
  private val invariants = mutable.ArrayBuffer.empty[() => Option[Throwable]]
  private val strands = mutable.HashMap.empty[Thread, Strand]
  private val idleDrivers = mutable.Stack.empty[Thread]
  private var drivers = 0
  private var testerPermit = false
  private var goal: Goal = Goal(() => true, 0)

  def stepCount: Long = steps
  def isOver: Boolean = baton.isOver
  def readyCount: Int = ready.size

  /** The caller is an actor or another event of this simulation. */
  def isActing: Boolean = baton.isMine && !baton.isTesters

  /** Whose turn it is. */
  def acting: AnyRef | Null =
    val turn = running
    if turn == null || baton.isTesters then null else turn.owner

  /** After each step; a failure ends the simulation. */
  def always(check: () => Option[Throwable]): Unit = invariants += check

  /** The first one counts; any thread. */
  def fail(cause: Throwable): Unit = if failure == null && !isOver then failure = cause

  // --- turns -----------------------------------------------------------------------------------------------

  def add(turn: Turn): Unit =
    checkHolder()
    if !isOver && turn.gate.passes(turn) then ready += turn

  /** Keeps the turns of a machine back, until [[open]]. */
  def shut(gate: Gate): Unit =
    gate.shut()
    ready.filterInPlace(turn => (turn.gate ne gate) || gate.passes(turn)): Unit

  def open(gate: Gate): Unit = ready ++= gate.open()

  /** Nothing runs on that machine any more: neither turns nor timers. */
  def remove(gate: Gate): Unit =
    gate.remove()
    time.stop(gate)
    interrupted.filterInPlace(_.gate ne gate): Unit
    ready.filterInPlace(_.gate ne gate): Unit

  private def checkHolder(): Unit =
    if !baton.isMine && !isOver then
      val problem = IllegalStateException(
        s"the thread ${Thread.currentThread.getName} reached into a simulation, which knows nothing of it, so that a seed could not " +
          "bring it back: run Futures on system.engine.executionContext, and let real input be messages of the test"
      )
      fail(problem)
      throw problem

  /** Runs turns until `enough`, or until nothing is ready and no timer expires at `limitNanos` or before. The
    * test's thread.
    */
  def drive(limitNanos: Long)(enough: () => Boolean): Unit =
    if Thread.currentThread ne tester then
      throw IllegalStateException("only the test's own thread may drive its simulation, not an actor in it")
    if isOver then throw IllegalStateException("the simulation is over")
    if !enough() then
      goal = Goal(enough, limitNanos)
      baton.pass(idleDriver())
      baton.watch(patienceNanos, () => steps)(stuck)
    val cause = failure
    if cause != null then throw cause

  private def stuck(thread: Thread): AssertionError =
    val stack = thread.getStackTrace.nn.map(frame => s"    at $frame").mkString("\n")
    val locked =
      if thread.getState != Thread.State.BLOCKED then ""
      else
        "\nIt waits for a lock, which an actor that was interrupted before it sends may hold: send outside the lock."
    AssertionError(
      s"step $steps has taken more than ${patienceNanos / 1_000_000_000.0} seconds of real time. Its thread:\n$stack\n" +
        s"The step: ${trace.last(1).trim}\nIn a simulation nothing else runs meanwhile: wait for answers with react, " +
        "receive or askAndWait, for time with reactWithin, and leave real input and output out." + locked
    )

  private def runDriver(): Unit =
    while true do
      // a turn may have caught what was to end it
      baton.check()
      endStep()
      if failure != null || goal.enough() then rest()
      else if ready.nonEmpty then
        if slowness > 0 && lateness.nextDouble() < slowness then
          val _ = time.goToNext(time.nanos + MostLateNanos)
        beginStep()
      else if !time.goToNext(goal.limitNanos) then rest()

  /** The goal is reached: resumes the test's thread. */
  private def rest(): Unit =
    idleDrivers.push(Thread.currentThread): Unit
    baton.pass(tester)
    baton.await()

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
          strand.runs = task.label
          try task.task.run()
          catch
            case ended: Baton.SimulationOver => throw ended
            case cause: Throwable => task.failed(cause)
          task.end(this)
        case resume: Turn.Resume =>
          idleDrivers.push(Thread.currentThread): Unit
          baton.pass(resume.strand.thread)
          baton.await()
          resume.end(this)

  private def endStep(): Unit =
    if running != null then
      running = null
      var i = 0
      // what holds between two turns need not hold inside one
      if interrupted.exists(_.gate.isOpen) then i = invariants.size
      while failure == null && i < invariants.size do
        invariants(i)().foreach(fail)
        i += 1

  // --- threads ---------------------------------------------------------------------------------------------

  /** The calling thread goes to sleep; a driver continues. */
  private def handOver(): Unit =
    baton.check()
    baton.pass(idleDriver())

  private def idleDriver(): Thread =
    if idleDrivers.nonEmpty then idleDrivers.pop()
    else
      drivers += 1
      val driver = newThread(s"simulation-$drivers", null, gate, () => runDriver())
      driver.start()
      driver

  /** Its body begins when it has the baton, and passes the baton on at its end. */
  def newThread(name: String, owner: AnyRef | Null, of: Gate, body: () => Unit): Thread =
    val life: Runnable = () =>
      try
        baton.await()
        BlockContext.withBlockContext(Baton.Blocking)(body())
        strands.remove(Thread.currentThread): Unit
        handOver()
      catch
        case _: Baton.SimulationOver => ()
        // not the user's: actors and events have their failures reported
        case bug: Throwable =>
          fail(bug)
          baton.pass(tester)
    val thread = Thread.ofVirtual.nn.name(name).nn.unstarted(life).nn
    strands(thread) = new Strand(thread, owner, of)
    thread

  // --- waiting in place ------------------------------------------------------------------------------------

  private def strand: Strand = strands(Thread.currentThread)

  def start(thread: Thread): Unit =
    thread.start()
    resume(strands(thread))

  private def resume(strand: Strand): Unit =
    strand.waits = false
    // a driver that waits inside a turn continues that turn
    add(new Turn.Resume(strand))

  /** As `LockSupport.park`, of the calling thread, in virtual time. */
  def park(nanos: Long): Unit =
    baton.check()
    checkHolder()
    if Thread.currentThread eq tester then parkTester(nanos)
    else
      val me = strand
      if !me.permit && !me.interrupted && nanos > 0 then
        belongs(me)
        if nanos != Long.MaxValue then time.insert(me.alarm(this), nanos, me.gate)
        wait(me)
        me.cancelAlarm(this)
      me.permit = false
      if me.interrupted then
        me.interrupted = false
        Thread.currentThread.interrupt()

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
    handOver()
    baton.await()

  /** What a driver comes back to is part of the turn that it leaves. */
  private def belongs(me: Strand): Unit =
    val turn = running
    if me.owner == null && turn != null then
      me.inTurnOf = turn.owner
      me.gate = turn.gate

  def unpark(thread: Thread): Unit =
    checkHolder()
    if thread eq tester then testerPermit = true
    else
      strands.get(thread).foreach: other =>
        other.permit = true
        if other.waits then resume(other)

  /** As `Thread.interrupt`, of a thread that waits here or is about to. */
  def interrupt(thread: Thread): Unit =
    checkHolder()
    strands.get(thread).foreach: other =>
      other.interrupted = true
      if other.waits then resume(other)

  /** Others may go first. */
  def giveWay(): Unit =
    if Thread.currentThread ne tester then
      val me = strand
      resume(me)
      handOver()
      baton.await()

  /** As [[giveWay]], in some runs, and in these sometimes. The test's thread lets some others go first.
    *
    * @param who the name of the actor that the calling thread runs, if known
    */
  def interrupt(who: String | Null = null): Unit =
    if interruptions == 0 || !baton.isMine || isOver || ready.isEmpty || lateness.nextDouble() >= interruptions
    then ()
    else if baton.isTesters then
      val until = steps + 1 + lateness.nextInt(8)
      drive(time.nanos)(() => steps >= until)
    else
      val me = strand
      belongs(me)
      if who != null then me.runs = who
      interrupted += me
      giveWay()
      interrupted -= me

  def close(): Unit =
    time.stop()
    baton.end(strands.keys.toVector.sortBy(_.threadId))
end Stage

private[testkit] object Stage:
  /** The most time that passes while events are ready. */
  private final val MostLateNanos = 60_000_000_000L

  /** The goal of a drive by the test. */
  private final case class Goal(enough: () => Boolean, limitNanos: Long)
