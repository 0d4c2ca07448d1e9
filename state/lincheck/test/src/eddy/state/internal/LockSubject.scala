package eddy.state.internal

import java.util.concurrent.atomic.AtomicInteger

import org.jetbrains.lincheck.datastructures.Operation

/** A number under a [[Lock]], read, set and added to by threads that wait for it, for Lincheck. */
class LockSubject:
  private val lock = Lock.make("subject", several = true)
  private var value = 0
  private val added = new AtomicInteger()

  /** As if it were exclusive. */
  protected def writes: Grip = Grip.Writes

  @Operation def increment(): Int = holding(writes):
    value += 1
    value + added.get

  @Operation def get(): Int = holding(Grip.Reads)(value + added.get)

  @Operation def add(): Unit = holding(Grip.Commutes)(added.incrementAndGet(): Unit)

  private def holding[A](grip: Grip)(body: => A): A =
    val seat = Seat.current
    Blocking.acquire(lock, grip)
    try body
    finally lock.release(grip, seat)
end LockSubject

class BrokenLockSubject extends LockSubject:
  override protected def writes: Grip = Grip.ReadsPart

/** What it is when nothing runs at the same time. */
class LockModel:
  private var value = 0

  def increment(): Int =
    value += 1
    value

  def get(): Int = value
  def add(): Unit = value += 1
