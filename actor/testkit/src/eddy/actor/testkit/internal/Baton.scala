package eddy.actor.testkit.internal

import java.util.concurrent.locks.LockSupport
import scala.concurrent.{BlockContext, CanAwait}
import scala.util.control.ControlThrowable

/** Says which of a simulation's threads runs: only the one that holds it.
  *
  * @param tester the test's own thread, which holds it at first
  */
private[testkit] final class Baton(val tester: Thread):
  import Baton.*

  @volatile private var holding: Thread = tester
  @volatile private var ended = false

  def isOver: Boolean = ended
  def isMine: Boolean = holding eq Thread.currentThread
  def isTesters: Boolean = holding eq tester

  def pass(to: Thread): Unit =
    holding = to
    LockSupport.unpark(to)

  /** Sleeps until the calling thread holds it. */
  def await(): Unit =
    while !isMine do LockSupport.park(this)
    check()

  /** @throws SimulationOver when nothing may run any more */
  def check(): Unit = if ended then throw new SimulationOver

  /** The tester sleeps until it holds it again, and watches that the others come on.
    *
    * @param progress grows with each step
    * @param stuck makes of a thread that does not come on what is thrown
    */
  def watch(patienceNanos: Long, progress: () => Long)(stuck: Thread => Throwable): Unit =
    var seen = progress()
    var since = System.nanoTime()
    while !isTesters do
      LockSupport.parkNanos(this, 200_000_000L)
      if Thread.interrupted() then
        ended = true
        throw InterruptedException("the test was interrupted while its simulation ran")
      val now = progress()
      if now != seen then
        seen = now
        since = System.nanoTime()
      else if System.nanoTime() - since > patienceNanos && !isTesters then
        val problem = stuck(holding)
        ended = true
        holding.interrupt()
        throw problem

  /** Ends all these threads, one after another, by unwinding their stacks. A thread that is stuck is left
    * alone.
    */
  def end(threads: Iterable[Thread]): Unit =
    ended = true
    if isTesters then
      threads.foreach: thread =>
        if thread.isAlive then
          pass(thread)
          val _ = thread.join(java.time.Duration.ofSeconds(2))
      holding = tester
end Baton

private[testkit] object Baton:
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
end Baton
