package eddy.web.internal

import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.atomic.{AtomicBoolean, AtomicLong, LongAdder}
import scala.collection.mutable.PriorityQueue
import scala.jdk.CollectionConverters.given

import io.micrometer.core.instrument.{Counter, Gauge, MeterRegistry}

/** Bounds what the server keeps in memory for all its clients together that they have not taken yet: answers,
  * events, messages of WebSockets. While it is exceeded no request is admitted, and connections are reset
  * until it is not:
  *   those first that keep
  * most and have taken nothing for longest. Any thread.
  *
  * @param mostBytes the bound
  * @param told gets a line for each connection that is reset
  */
private[eddy] final class UnsentBudget(mostBytes: Long, registry: MeterRegistry, told: String => Unit):
  private val all = AtomicLong()
  private val doomed = AtomicLong()
  private val posted = LongAdder()
  private val shares = ConcurrentHashMap[AnyRef, Integer]()
  // counted for several connections, and in memory once
  private val shared = AtomicLong()
  private val present = ConcurrentHashMap.newKeySet[UnsentBytes]()
  private val relieving = AtomicBoolean()

  private val cut = Counter.builder("eddy.http.connections.reset").tags("reason", "unsent")
    .description("connections reset to free memory that answers took which their clients did not take")
    .register(registry)
  Gauge.builder("eddy.http.unsent.bytes", () => bytes.toDouble)
    .description("bytes in memory that clients have still to take").register(registry): Unit
  Gauge.builder("eddy.http.unsent.bytes.max", () => mostBytes.toDouble)
    .description("how much may wait in memory for clients to take it").register(registry): Unit

  private def bytes = all.get + posted.sum - shared.get

  /** The connections that keep something. */
  private[web] def holders: Iterator[UnsentBytes] = present.asScala.iterator

  def isExceeded: Boolean = bytes > mostBytes

  /** Three quarters are used: the rest is the application's. */
  def isNearlyExceeded: Boolean = bytes > mostBytes / 4 * 3

  /** So many bytes are on their way to an I/O thread, or have come there. */
  def post(more: Long): Unit = posted.add(more)

  /** A connection begins to wait with bytes that others may wait with too: they count once for all, though
    * for each in its weight. Balanced by [[unshare]].
    * @param of known by its identity
    * @param size the same for each that waits with it
    */
  def share(of: AnyRef, size: Int): Unit =
    val holders = shares.merge(of, 1, Integer.sum(_, _))
    if holders > 1 then shared.addAndGet(size): Unit

  /** The same of an answer, until it is written or lost. */
  def sharing(content: Array[Byte]): () => Written = () =>
    share(content, content.length)
    _ => unshare(content, content.length)

  def unshare(of: AnyRef, size: Int): Unit =
    val holders = shares.computeIfPresent(of, (_, n) => if n == 1 then null else n - 1)
    if holders != null then shared.addAndGet(-size): Unit

  /** A connection keeps more than before, or less. On its I/O thread.
    * @param before the bytes it kept
    */
  private[internal] def changed(holder: UnsentBytes, before: Long, now: Long): Unit =
    if before == 0 then present.add(holder): Unit
    else if now == 0 then present.remove(holder): Unit
    if all.addAndGet(now - before) - shared.get > mostBytes && now > before then relieve()

  /** The same of a connection that is being reset: its bytes are as good as free. */
  private[internal] def doomedChanged(by: Long): Unit = doomed.addAndGet(by): Unit

  // without what is posted: no connection has that yet, and others would be reset in its place
  private def excess: Long = all.get - shared.get - doomed.get - mostBytes

  /** Resets connections until the bytes of the others are within the bound, and a little less, since every
    * connection is looked at for it. One thread does it at a time; others leave it to that one, and to the
    * next that comes to keep more.
    */
  def relieve(): Unit =
    if excess > 0 && relieving.compareAndSet(false, true) then
      try
        val now = System.nanoTime
        // each is weighed once, as weights change meanwhile
        val heaviestFirst = PriorityQueue.from(
          holders.filter(!_.isDoomed).map(holder => (holder.weight(now), holder))
        )(using Ordering.by(_(0)))
        while heaviestFirst.nonEmpty && excess > -mostBytes / UnsentBudget.Slack do
          val holder = heaviestFirst.dequeue()(1)
          cut.increment()
          told(s"the connection of ${holder.peer} is reset: ${holder.bytes} bytes wait for it, " +
            s"and $mostBytes for all clients are too many (overload.maxUnsentBytes)")
          holder.doom()
      finally relieving.set(false)
end UnsentBudget

private[eddy] object UnsentBudget:
  /** So many times the slack is the bound. */
  private final val Slack = 32
