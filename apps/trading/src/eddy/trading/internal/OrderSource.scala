package eddy.trading.internal

import java.util.concurrent.atomic.AtomicInteger

/** Where orders come from while no accounts tell traders apart: it bounds those of made-up names. Any thread.
  *
  * @param most open orders of all markets
  */
private[trading] final class OrderSource(val most: Int):
  private val count = new AtomicInteger

  def open: Int = count.get
  def entered(): Unit = count.incrementAndGet(): Unit
  def left(): Unit = count.decrementAndGet(): Unit
