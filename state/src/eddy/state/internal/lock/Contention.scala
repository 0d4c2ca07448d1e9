package eddy.state.internal.lock

import java.util.{Collections, IdentityHashMap, WeakHashMap}
import scala.jdk.CollectionConverters.*

/** How often a lock was waited for. Made for the first waiter; a lock that was never waited for has none. */
private[lock] final class Contention:
  // guarded by the lock
  private var waits = 0L
  private var nanos = 0L
  private var longest = 0L
  private var failedTries = 0L
  // made for the first of them
  private var parties: IdentityHashMap[AnyRef, Contention] | Null = null

  /** @param party of the waiter; see [[Waiter.party]] */
  private[lock] def waited(forNanos: Long, party: AnyRef | Null): Unit =
    count(forNanos)
    if party != null then
      val own = ofParty(party)
      if own != null then own.count(forNanos)

  private def count(forNanos: Long): Unit =
    waits += 1
    nanos += forNanos
    longest = longest.max(forNanos)

  /** Null if there are too many already. */
  private def ofParty(party: AnyRef): Contention | Null =
    val before = parties
    val all = if before != null then before else IdentityHashMap[AnyRef, Contention]()
    parties = all
    val known = all.get(party)
    if known != null || all.size >= Contention.MostParties then known
    else
      val made = new Contention
      all.put(party, made): Unit
      made

  private[lock] def failed(): Unit = failedTries += 1

  private[lock] def read: Contention.Figures =
    val all = parties
    val each =
      if all == null then Nil else all.asScala.toList.map((party, own) => party -> own.read)
    Contention.Figures(waits, nanos, longest, failedTries, each)
end Contention

private[state] object Contention:
  /** @param waits how often a handler or a thread waited and then had the lock
    * @param failedTries how often handlers tried their locks in vain, because of this one
    * @param parties the same for each of the first [[MostParties]] parties that waited
    */
  final case class Figures(
      waits: Long,
      waitedNanos: Long,
      longestNanos: Long,
      failedTries: Long,
      parties: List[(AnyRef, Figures)]
  )

  private val MostParties = 64

  private val locks =
    Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap[Lock, java.lang.Boolean]()))

  val none: Figures = Figures(0, 0, 0, 0, Nil)

  private[lock] def begins(at: Lock): Unit =
    val _ = locks.add(at)

  /** Every lock that was ever waited for and is not garbage. */
  def all: Vector[Lock] = locks.synchronized(locks.asScala.toVector)
end Contention
