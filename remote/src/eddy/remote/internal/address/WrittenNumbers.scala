package eddy.remote.internal.address

import java.util.HashMap
import scala.jdk.CollectionConverters.*

/** How often a session has written the numbers of addresses that `contramap` has made. [[Exports]] guards
  * it.
  */
private[remote] final class WrittenNumbers:
  private val counts = new HashMap[Long, Int]()
  private var closed = false

  private[address] def isClosed: Boolean = closed

  /** True: for the first time. */
  private[address] def add(number: Long): Boolean = counts.merge(number, 1, _ + _) == 1

  /** True: nothing is left. */
  private[address] def subtract(number: Long, times: Int): Boolean =
    val left = counts.getOrDefault(number, 0) - times
    if left > 0 then counts.put(number, left): Unit
    else if left == 0 then counts.remove(number): Unit
    left == 0

  private[address] def remove(number: Long): Unit = counts.remove(number): Unit

  /** The numbers that it still knew. */
  private[address] def close(): List[Long] =
    closed = true
    val known = counts.keySet.nn.asScala.toList
    counts.clear()
    known
end WrittenNumbers
