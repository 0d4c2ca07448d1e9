package eddy.web.internal

import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.atomic.{AtomicBoolean, AtomicLong, LongAdder}
import scala.jdk.CollectionConverters.given

import io.micrometer.core.instrument.{Counter, Gauge, MeterRegistry}

/** Bounds what the server keeps in memory for all its clients together that they have not taken yet:
  * answers, events, messages of
  * WebSockets. While it is exceeded no request is admitted, and connections are reset until it is not:
  *   those first that keep
  * most and have taken nothing for longest. Any thread.
  *
  * @param mostBytes the bound
  * @param told gets a line for each connection that is reset
  */
private[eddy] final class UnsentBudget(mostBytes: Long, registry: MeterRegistry, told: String => Unit):
  private val all = AtomicLong()
  private val posted = LongAdder()
  private val holders = ConcurrentHashMap.newKeySet[UnsentBytes]()
  private val relieving = AtomicBoolean()

  private val cut = Counter.builder("eddy.http.connections.reset").tags("reason", "unsent")
    .description("connections reset to free memory that answers took which their clients did not take")
    .register(registry)
  Gauge.builder("eddy.http.unsent.bytes", () => bytes.toDouble)
    .description("bytes in memory that clients have still to take").register(registry): Unit
  Gauge.builder("eddy.http.unsent.bytes.max", () => mostBytes.toDouble)
    .description("how much may wait in memory for clients to take it").register(registry): Unit

  private def bytes = all.get + posted.sum

  def isExceeded: Boolean = bytes > mostBytes

  /** So many bytes are on their way to an I/O thread, or have come there. */
  def post(more: Int): Unit = posted.add(more)

  /** A connection keeps more than before, or less. On its I/O thread.
    * @param before what it kept
    */
  private[internal] def changed(holder: UnsentBytes, before: Long, now: Long): Unit =
    if before == 0 then holders.add(holder): Unit
    else if now == 0 then holders.remove(holder): Unit
    if all.addAndGet(now - before) > mostBytes && now > before then relieve()

  /** Resets connections until what the others keep is within the bound. One thread does it at a time;
    * others leave it to that one, and to the next that comes to keep more.
    */
  def relieve(): Unit =
    if all.get > mostBytes && relieving.compareAndSet(false, true) then
      try
        val now = System.nanoTime
        // without what is posted: no connection has that yet, and others would be reset in its place
        var left = all.get - mostBytes
        val present = holders.asScala.toArray
        present.foreach(holder => if holder.isDoomed then left -= holder.bytes)
        if left > 0 then
          val heaviestFirst = present.filter(!_.isDoomed).sortBy(holder => -holder.weight(now))
          var i = 0
          while left > 0 && i < heaviestFirst.length do
            val holder = heaviestFirst(i)
            left -= holder.bytes
            cut.increment()
            told(s"the connection of ${holder.peer} is reset: ${holder.bytes} bytes wait for it, " +
              s"and $mostBytes for all clients are too many (overload.maxUnsentBytes)")
            holder.doom()
            i += 1
      finally relieving.set(false)
end UnsentBudget
