package eddy.web.internal

import java.util.concurrent.atomic.{AtomicLong, AtomicReference}
import java.util.concurrent.locks.LockSupport
import java.util.concurrent.{ConcurrentLinkedQueue, Executor}

import io.netty.channel.{IoEventLoopGroup, IoHandlerFactory, SingleThreadIoEventLoop}

/** An I/O loop whose thread also runs handlers that have proved short, right after the input that brought
  * them.
  *
  * {{{
  *   driver = a thread   that one moves bytes, and is the loop in the eyes of Netty
  *          | Lent       nobody does: the loop's own thread runs handlers
  * }}}
  *
  * It never does both at once: handlers run when all handlers of Netty have returned, and a standby thread
  * may drive the event loop meanwhile. When a handler does not come to its end, the [[Standby]] takes the
  * loop, moves the bytes in its place, and hands the handlers that have not begun to the engine. When many
  * came together, idle workers help. The scheme is that of Go's processors and system calls.
  */
private[eddy] final class IoLoop(
    group: IoEventLoopGroup,
    executor: Executor,
    handlers: IoHandlerFactory,
    died: Throwable => Unit
) extends SingleThreadIoEventLoop(group, executor, handlers):
  import IoLoop.*

  private val driver = AtomicReference[AnyRef | Null]()
  @volatile private var owner: Thread | Null = null
  private val waiting = ConcurrentLinkedQueue[ShortRun]()
  // on the loop, by its owner: how many wait
  private var offered = 0
  // written by the owner: the run under way, and how many there were, for who watches
  @volatile private[internal] var current: ShortRun | Null = null
  private val turns = AtomicLong()
  @volatile private var ownerIsBack = false

  /** What ended the transport while the standby drove it. */
  @volatile private var broken: Throwable | Null = null
  // unchecked: it only keeps the reference
  private val standby = new Standby(this: @unchecked)
  private val takenOver = AtomicLong()

  /** The operations posted to the connections of this loop. */
  // unchecked: it only keeps the reference
  private[internal] val outboxes: LoopOutbox = new LoopOutbox(this: @unchecked)

  /** Handlers run here, and how often one was not short. */
  def runs: Long = turns.getOpaque
  def takeovers: Long = takenOver.get

  override def inEventLoop(thread: Thread): Boolean = driver.get eq thread

  /** Queues a handler to be run when the handlers have returned. On the loop.
    * @return false when it is for the engine: too many wait already, or the loop's own thread is stuck in one
    */
  def offer(run: ShortRun): Boolean =
    val taken = offered < MaxOffered && (Thread.currentThread eq owner)
    if taken then
      offered += 1
      val _ = waiting.offer(run)
    taken

  /** What throws out of the transport itself ends the loop: its connections get no answer any more. */
  override protected def run(): Unit =
    try serve()
    catch
      case failure: Throwable =>
        // the standby has reported its own
        if !(failure eq broken) then breaks(failure)
        throw failure

  /** By the thread that drives. */
  private def breaks(failure: Throwable): Unit =
    try died(failure)
    finally
      standby.end()
      // its connections end, so that no client waits for an answer
      ioHandler.prepareToDestroy()

  private def serve(): Unit =
    val me = Thread.currentThread
    owner = me
    driver.set(me)
    ioHandler.initialize()
    var go = true
    while go do
      turn()
      if offered > 0 then
        offered = 0
        runWaiting(me)
        // their answers, before it looks for further input
        runTasks()
      go = !isOver()
    standby.end()

  /** As Netty's own. */
  private[internal] def turn(): Unit =
    val _ = runIo()
    if isShuttingDown then ioHandler.prepareToDestroy()
    runTasks()

  private def runTasks(): Unit =
    val _ = runAllTasks(TaskNanos)
    outboxes.work()

  private def isOver(): Boolean =
    // its last tasks may have posted something
    val isLast = confirmShutdown()
    if isLast then outboxes.workAll()
    isLast

  private def runWaiting(me: Thread): Unit =
    driver.set(Lent)
    standby.wake()
    val since = System.nanoTime
    var run = waiting.poll()
    while run != null do
      current = run
      turns.setOpaque(turns.getPlain + 1)
      run.runHere()
      current = null
      run = waiting.poll()
      if run != null && System.nanoTime - since > AloneNanos && run.hasHelp then
        handOver(run)
        run = null
    if !driver.compareAndSet(Lent, me) then
      ownerIsBack = true
      // wakes the standby, too, when it waits for input
      execute(() => ())
      while !(driver.get eq me) do LockSupport.park(this)
      val failure = broken
      if failure != null then throw failure
  end runWaiting

  /** Leaves `first` and the tasks behind it to the engine. */
  private def handOver(first: ShortRun | Null): Unit =
    var run = first
    while run != null do
      run.runElsewhere()
      run = waiting.poll()

  // Tasks offered while answers were written must not wait for further input, nor must posted operations.
  override protected def hasTasks(): Boolean = super.hasTasks() || offered > 0 || outboxes.isDue

  // --- the standby's side
  // ---------------------------------------------------------------------------------------

  /** The owner runs handlers now. */
  private[internal] def isLent: Boolean = driver.get eq Lent

  /** Takes the loop, unless the owner has come back just now. */
  private[internal] def takeOver(thread: Thread): Boolean =
    val taken = driver.compareAndSet(Lent, thread)
    if taken then
      val stuck = current
      if stuck != null then stuck.tooLong()
      // who sees it counted sees what has become of it
      takenOver.incrementAndGet(): Unit
      // tasks that have not begun do not wait for it
      handOver(waiting.poll())
    taken

  /** Moves bytes in the owner's place until that one is back, or the transport fails: then the owner ends the
    * loop when it is back.
    */
  private[internal] def drive(): Unit =
    try driveUntilBack()
    catch
      case failure: Throwable =>
        broken = failure
        try
          breaks(failure)
          // handlers learn that their connections are closed, and do not wait for the owner
          runTasks()
        catch case further: Throwable => failure.addSuppressed(further)
    ownerIsBack = false
    val back = owner
    driver.set(back)
    LockSupport.unpark(back)

  private def driveUntilBack(): Unit =
    while !ownerIsBack do
      turn()
      // the owner has to end it
      if isOver() then while !ownerIsBack do LockSupport.parkNanos(this, 10_000_000L)
end IoLoop

private[eddy] object IoLoop:
  private object Lent

  /** So many wait at most: together they are short, too. */
  private final val MaxOffered = 64

  /** When those of one turn have taken so long, the others are left to workers that have nothing to do. */
  private final val AloneNanos = 100_000L
  private final val TaskNanos = 1_000_000_000L

  /** A handler that has proved short. */
  trait ShortRun:
    /** On the loop's own thread. */
    def runHere(): Unit

    /** The engine has a worker that would begin with it at once. Any thread. */
    def hasHelp: Boolean

    /** It is left to the engine. Any thread. */
    def runElsewhere(): Unit

    /** It runs, and is not short after all. Any thread. */
    def tooLong(): Unit
end IoLoop
