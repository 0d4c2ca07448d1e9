package eddy.remote.internal.node

import eddy.actor.Monitor

import java.util.{HashMap, IdentityHashMap}

/** The monitors that one end of a session has set, by number. Guarded by its own lock. */
private[remote] final class MonitorTable:
  private val byNumber = new HashMap[Long, Monitor]()
  private val numbers = new IdentityHashMap[Monitor, java.lang.Long]()
  private var made = 0L
  private var isClosed = false

  /** A number for it, or 0 if the session is closed. */
  def add(monitor: Monitor): Long = synchronized:
    if isClosed then 0
    else
      made += 1
      put(made, monitor)
      made

  /** With the number of the other end. False if the session is closed. */
  def enter(number: Long, monitor: Monitor): Boolean = synchronized:
    if !isClosed then put(number, monitor)
    !isClosed

  private def put(number: Long, monitor: Monitor): Unit =
    byNumber.put(number, monitor): Unit
    numbers.put(monitor, number): Unit

  /** Its number; 0 if it has none any more. */
  def remove(monitor: Monitor): Long = synchronized:
    Option(numbers.remove(monitor)).fold(0L): number =>
      byNumber.remove(number.longValue): Unit
      number.longValue

  def remove(number: Long): Monitor | Null = synchronized:
    val monitor = byNumber.remove(number)
    if monitor != null then numbers.remove(monitor): Unit
    monitor

  def close(): List[Monitor] = synchronized:
    isClosed = true
    var all = List.empty[Monitor]
    byNumber.values.nn.forEach(monitor => all = monitor :: all)
    byNumber.clear()
    numbers.clear()
    all

  def size: Int = synchronized(byNumber.size)
end MonitorTable
