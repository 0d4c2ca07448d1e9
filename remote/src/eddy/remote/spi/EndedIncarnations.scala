package eddy.remote.spi

import java.util.LinkedHashSet

/** Incarnations of other nodes that are over: they said goodbye, or a later one has their name. Incarnations
  * have no order, so this memory is what keeps a late connection of an earlier one from ending the session of
  * the later one. It holds the last 10,000. Any thread.
  */
private[eddy] final class EndedIncarnations:
  // guarded by this
  private val all = new LinkedHashSet[Long]()

  def add(incarnation: Long): Unit = synchronized:
    all.add(incarnation): Unit
    if all.size > EndedIncarnations.most then all.removeFirst(): Unit

  def contains(incarnation: Long): Boolean = synchronized(all.contains(incarnation))

private object EndedIncarnations:
  val most = 10_000
