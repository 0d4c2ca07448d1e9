package eddy.state.internal

import java.util.concurrent.atomic.AtomicLong

/** A lock that a callback holds, not a thread. */
private[eddy] final class Lock private (val id: Long)

private[eddy] object Lock:
  private val ids = new AtomicLong()

  /** A new lock for a shared object of that class. */
  def ofObject(cls: Class[?]): Lock =
    val _ = cls
    new Lock(ids.getAndIncrement())
