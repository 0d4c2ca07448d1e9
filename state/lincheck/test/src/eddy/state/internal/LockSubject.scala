package eddy.state.internal

import eddy.state.internal.lock.{HandlerThread, Lock, LockMode, ThreadWaiter}

import java.util.concurrent.atomic.AtomicInteger

import org.jetbrains.lincheck.datastructures.Operation

/** A number under a [[Lock]], read, set and added to by threads that wait for it, for Lincheck. */
class LockSubject:
  private val lock = Lock.make("subject", several = true)
  private var value = 0
  private val added = new AtomicInteger()

  /** As if it were exclusive. */
  protected def writes: LockMode = LockMode.Writes

  @Operation def increment(): Int = holding(writes):
    value += 1
    value + added.get

  @Operation def get(): Int = holding(LockMode.Reads)(value + added.get)

  @Operation def add(): Unit = holding(LockMode.Commutes)(added.incrementAndGet(): Unit)

  private def holding[A](mode: LockMode)(body: => A): A =
    val thread = HandlerThread.current
    ThreadWaiter.acquire(lock, mode)
    try body
    finally lock.release(mode, thread)
end LockSubject

class BrokenLockSubject extends LockSubject:
  override protected def writes: LockMode = LockMode.ReadsPart

/** The same number when nothing runs at the same time. */
class LockModel:
  private var value = 0

  def increment(): Int =
    value += 1
    value

  def get(): Int = value
  def add(): Unit = value += 1
