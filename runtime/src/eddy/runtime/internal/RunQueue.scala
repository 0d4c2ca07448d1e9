package eddy.runtime.internal

import java.lang.invoke.{MethodHandles, VarHandle}
import scala.annotation.static

/** A worker's own queue: a ring with one producer (the owner) and many consumers (owner and thieves), first
  * in first out.
  *
  * The positions only grow; the index in the ring is `position & Mask`. Only the owner moves `tail`; a
  * consumer moves `head` by compare-and-set, after it has read the tasks. The owner overwrites a cell only
  * after `head` has passed it. A thief that read a cell too late fails its compare-and-set and discards the
  * value. The algorithm is that of Go's run queues (runtime/proc.go, runqput and runqgrab).
  */
private[runtime] final class RunQueue extends PaddedPositions:
  import RunQueue.*

  private val cells = new Array[Runnable | Null](Capacity)

  /** Any thread; exact only for the owner when no thread steals. */
  def size: Int = math.max(0, tail - head)
  def isEmpty: Boolean = tail == head

  /** Owner only. False when full. */
  def offer(task: Runnable): Boolean =
    val t: Int = TAIL.get(this)
    val h: Int = HEAD.getAcquire(this)
    if t - h >= Capacity then false
    else
      cells(t & Mask) = task
      TAIL.setRelease(this, t + 1)
      true

  /** Owner only. */
  def poll(): Runnable | Null =
    var taken: Runnable | Null = null
    var go = true
    while go do
      val h: Int = HEAD.getAcquire(this)
      val t: Int = TAIL.get(this)
      if h == t then go = false
      else
        val task = cells(h & Mask)
        if HEAD.compareAndSet(this, h, h + 1) then
          // only the owner writes cells, so this cannot hit a newer task; thieves leave theirs to be
          // overwritten
          cells(h & Mask) = null
          taken = task
          go = false
    taken

  /** Owner only: takes out the older half; nothing when thieves have left less than two. */
  def takeHalf(): Array[Runnable | Null] =
    var taken = new Array[Runnable | Null](0)
    var go = true
    while go do
      val h: Int = HEAD.getAcquire(this)
      val t: Int = TAIL.get(this)
      val count = (t - h) / 2
      val copy = new Array[Runnable | Null](count)
      var i = 0
      while i < count do
        copy(i) = cells((h + i) & Mask)
        i += 1
      if HEAD.compareAndSet(this, h, h + count) then
        taken = copy
        go = false
    taken

  /** Called by the owner of `into`: moves about half of this queue there, and returns one of the moved tasks.
    */
  def stealHalf(into: RunQueue): Runnable | Null =
    var taken: Runnable | Null = null
    var go = true
    while go do
      val h: Int = HEAD.getAcquire(this)
      val t: Int = TAIL.getAcquire(this)
      val available = t - h
      if available <= 0 then go = false
      else if available <= Capacity then
        val intoTail: Int = TAIL.get(into)
        val intoHead: Int = HEAD.getAcquire(into)
        val room = Capacity - (intoTail - intoHead)
        val count = math.min(available - available / 2, room + 1)
        val first = cells(h & Mask)
        var i = 1
        while i < count do
          into.cells((intoTail + i - 1) & Mask) = cells((h + i) & Mask)
          i += 1
        if HEAD.compareAndSet(this, h, h + count) then
          TAIL.setRelease(into, intoTail + count - 1)
          taken = first
          go = false
      // else: head was read before a lap of the owner; read again
    end while
    taken
  end stealHalf
end RunQueue

private[runtime] object RunQueue:
  @static private val HEAD: VarHandle = handle("head")
  @static private val TAIL: VarHandle = handle("tail")

  final val Capacity = 1024
  private final val Mask = Capacity - 1

  private def handle(field: String): VarHandle =
    val lookup = MethodHandles.privateLookupIn(classOf[Positions], MethodHandles.lookup()).nn
    lookup.findVarHandle(classOf[Positions], field, classOf[Int]).nn
