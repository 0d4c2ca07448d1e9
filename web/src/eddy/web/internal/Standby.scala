package eddy.web.internal

import java.util.concurrent.locks.LockSupport

/** The thread that takes an [[IoLoop]] whose own thread is stuck in a handler: after two looks,
  * [[Standby.EveryNanos]] apart, that found it in the same one. It looks only while handlers run there, and
  * sleeps without a time limit when none has for a while.
  */
private[internal] final class Standby(loop: IoLoop) extends Runnable:
  import Standby.*

  @volatile private var thread: Thread | Null = null
  @volatile private var asleep = false
  @volatile private var ended = false

  /** The owner begins to run handlers. */
  def wake(): Unit =
    if thread == null then start()
    else if asleep then
      asleep = false
      LockSupport.unpark(thread)

  def end(): Unit =
    ended = true
    LockSupport.unpark(thread)

  private def start(): Unit =
    val made = Thread(this, s"${Thread.currentThread.getName}-standby")
    made.setDaemon(true)
    thread = made
    made.start()

  def run(): Unit =
    var seen = -1L
    var calm = 0
    while !ended do
      LockSupport.parkNanos(this, EveryNanos)
      val runs = loop.runs
      if runs != seen then
        seen = runs
        calm = 0
      else if loop.isLent && loop.current != null then
        if loop.takeOver(Thread.currentThread) then loop.drive()
      else
        calm += 1
        if calm > CalmLooks then sleepUntilWoken(runs)

  private def sleepUntilWoken(runs: Long): Unit =
    asleep = true
    // a task that began before the line above was seen wakes no thread
    while asleep && loop.runs == runs && !loop.isLent && !ended do LockSupport.park(this)
    asleep = false
end Standby

private[internal] object Standby:
  final val EveryNanos = 2_000_000L
  private final val CalmLooks = 50
