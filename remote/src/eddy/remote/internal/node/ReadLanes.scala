package eddy.remote.internal.node

import java.util.concurrent.atomic.AtomicBoolean
import java.util.{ArrayDeque, LinkedHashMap}
import scala.annotation.tailrec
import scala.concurrent.{Future, Promise}

/** The large messages of one session that other threads read, and what waits for them: later records to the
  * same receiver. So a receiver gets everything in order, and a large message delays only what follows it to
  * the same receiver.
  *
  * Of the thread of the connection. Only what it submits runs on others. This thread waits for none of them
  * but where one is reading already, which needs no other thread.
  *
  * @param maxBytes that wait. Beyond that, this thread reads them itself, which slows the other node down
  * @param submit has another thread run a task, soon
  * @param resume has this thread run a task, soon
  * @param await waits for the end of a read
  */
private[remote] final class ReadLanes(
    maxBytes: Long,
    submit: Runnable => Unit,
    resume: Runnable => Unit,
    await: Future[Unit] => Unit
):
  import ReadLanes.*

  // by receiver, in the order in which they began
  private val lanes = new LinkedHashMap[Long, Lane]()
  private var held = 0L

  def isEmpty: Boolean = lanes.isEmpty

  /** Bytes of what waits, with the objects around them. */
  def heldBytes: Long = held

  /** Another thread runs `act` when the turn of this record has come.
    *
    * @param receiver whose order it keeps
    * @param length bytes of the record
    */
  def read(receiver: Long, length: Int)(act: Runnable): Unit =
    val read = new Read(length, act)
    makeRoom(read)
    val known = lanes.get(receiver)
    if known != null then add(known, read)
    else
      val lane = new Lane(receiver)
      lanes.put(receiver, lane): Unit
      add(lane, read)
      begin(lane, read)

  /** Runs `act` in its turn: at once, unless a large message to that receiver is before it. */
  def follow(receiver: Long, length: Int)(act: Runnable): Unit =
    if !lanes.containsKey(receiver) then act.run()
    else
      val follower = new Follower(length, act)
      makeRoom(follower)
      val lane = lanes.get(receiver)
      if lane == null then act.run() else add(lane, follower)

  /** Runs all that waits.
    *
    * @throws Throwable the first failure of a step; all others have run
    */
  def finish(): Unit =
    var failure: Throwable | Null = null
    while !lanes.isEmpty do
      val lane = lanes.values.nn.iterator.nn.next().nn
      // first: what a step does may lead back here
      lanes.remove(lane.receiver): Unit
      while !lane.steps.isEmpty do
        try runHere(take(lane))
        catch case cause: Throwable => if failure == null then failure = cause
    val first = failure
    if first != null then throw first

  private def makeRoom(step: Step): Unit = if held + step.bytes > maxBytes then finish()

  private def add(lane: Lane, step: Step): Unit =
    held += step.bytes
    lane.steps.add(step): Unit

  private def take(lane: Lane): Step =
    val step = lane.steps.remove().nn
    held -= step.bytes
    step

  private def runHere(step: Step): Unit = step match
    case read: Read => if read.claim() then read.run() else await(read.end)
    case follower: Follower => follower.act.run()

  private def begin(lane: Lane, read: Read): Unit = submit: () =>
    if read.claim() then
      try read.run()
      finally resume(() => isRead(lane, read))

  private def isRead(lane: Lane, read: Read): Unit =
    // or the lane has finished meanwhile
    if lane.steps.peek() eq read then
      val _ = take(lane)
      advance(lane)

  @tailrec
  private def advance(lane: Lane): Unit =
    val next = lane.steps.peek()
    if next == null then lanes.remove(lane.receiver, lane): Unit
    else
      next match
        case read: Read => begin(lane, read)
        case _: Follower =>
          runHere(take(lane))
          advance(lane)
end ReadLanes

private object ReadLanes:
  // of a record and its step
  private val objectBytes = 200

  /** Records to one receiver, a large message first. */
  private final class Lane(val receiver: Long):
    val steps = new ArrayDeque[Step]()

  /** @param length bytes of the record */
  private sealed abstract class Step(length: Int):
    def bytes: Long = length.toLong + objectBytes

  private final class Follower(length: Int, val act: Runnable) extends Step(length)

  private final class Read(length: Int, act: Runnable) extends Step(length):
    private val isClaimed = new AtomicBoolean
    private val done = Promise[Unit]()
    // the task of a thread that comes too late must not keep the record
    private var present: Runnable | Null = act

    /** For the thread that then runs it. */
    def claim(): Boolean = isClaimed.compareAndSet(false, true)

    def run(): Unit =
      val act = present
      present = null
      try if act != null then act.run()
      finally done.success(()): Unit

    def end: Future[Unit] = done.future
  end Read
end ReadLanes
