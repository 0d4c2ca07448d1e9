package eddy.runtime.internal

import java.lang.management.{ManagementFactory, ThreadMXBean}

/** The JVM's measurements of a thread. */
private[internal] object JvmThread:
  // loaded when the first thread is suspected, not at the start of every program
  private lazy val threads: ThreadMXBean = ManagementFactory.getThreadMXBean.nn
  private lazy val countsCpu = threads.isThreadCpuTimeSupported && threads.isThreadCpuTimeEnabled

  /** Processor time that it has consumed, in nanoseconds; less than zero when it is not known. */
  def cpuNanos(thread: Thread): Long = if countsCpu then threads.getThreadCpuTime(thread.threadId) else -1

  /** It is in native code, such as a system call, and not in the JVM itself, waiting for a collection. */
  def isInNative(thread: Thread): Boolean =
    val info = threads.getThreadInfo(thread.threadId)
    info != null && info.isInNative
