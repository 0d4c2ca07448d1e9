package eddy.remote

import java.lang.management.ManagementFactory

/** Measures memory. */
object Allocation:
  private val threads = ManagementFactory.getThreadMXBean.asInstanceOf[com.sun.management.ThreadMXBean]

  /** The bytes that `body` allocates in this thread: the least of several runs, because the first ones load
    * classes and make functions.
    */
  def of(body: => Any): Long = Iterator.continually(once(body)).take(5).min

  /** The bytes that one run of `body` allocates. */
  def once(body: => Any): Long =
    val before = threads.getCurrentThreadAllocatedBytes
    val _ = body
    threads.getCurrentThreadAllocatedBytes - before
end Allocation
