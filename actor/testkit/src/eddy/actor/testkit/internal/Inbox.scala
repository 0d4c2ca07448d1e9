package eddy.actor.testkit.internal

import eddy.runtime.Engine

import scala.collection.mutable

/** The messages received by a probe. Any thread puts; one takes. */
private[testkit] final class Inbox[M](engine: Engine):
  import Inbox.*

  private val from = engine.nanoTime
  // guarded by this
  private val queue = mutable.Queue.empty[Came[M]]
  private val all = mutable.Queue.empty[Came[M]]
  private var waiter: Thread | Null = null

  def put(message: M, sender: Option[eddy.actor.ActorRef[Nothing]]): Unit =
    val came = Came(message, sender, Trace.seconds(engine.nanoTime - from))
    val reader = synchronized:
      queue.enqueue(came)
      all.enqueue(came)
      if all.size > Remembered then all.dequeue(): Unit
      waiter
    if reader != null then engine.platform.unpark(reader)

  /** Takes the oldest; waits for one until `deadline`, by the engine's clock, then returns None. */
  def poll(deadline: Long): Option[Came[M]] =
    var result = Option.empty[Came[M]]
    var waits = true
    while waits do
      val left = deadline - engine.nanoTime
      val taken = synchronized:
        val first = queue.removeHeadOption()
        waiter = if first.isEmpty && left > 0 then Thread.currentThread else null
        first
      if taken.isDefined then
        result = taken
        waits = false
      else if left <= 0 then waits = false
      else
        engine.platform.park(this, left)
        if Thread.interrupted() then throw InterruptedException("the test was interrupted while it waited")
    result

  def waiting: List[Came[M]] = synchronized(queue.toList)
  def history: List[Came[M]] = synchronized(all.toList)
end Inbox

private[testkit] object Inbox:
  private final val Remembered = 1000

  final case class Came[M](message: M, sender: Option[eddy.actor.ActorRef[Nothing]], at: String)
