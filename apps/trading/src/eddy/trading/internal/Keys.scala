package eddy.trading.internal

import eddy.trading.*

import java.util.{HashMap, LinkedHashMap, LinkedHashSet, TreeSet}
import scala.annotation.tailrec
import scala.collection.mutable
import scala.concurrent.Future
import scala.concurrent.duration.FiniteDuration
import scala.jdk.CollectionConverters.given

/** The orders of one market that were placed with a key, each for some time by the market's clock, and no
  * more than `limit`: then whoever
  * has the most keys loses the oldest of them earlier, so that nobody loses any by what others send before
  * those have as many. Clients choose keys and names, so that many may have the same hash: Java's maps find
  * those among themselves by their order.
  */
private[trading] final class Keys(val limit: Int, val kept: FiniteDuration):
  import Keys.{Known, Name, Own}
  // all by age
  private val known: mutable.Map[Name, Known] = LinkedHashMap[Name, Known]().asScala
  private val owners: mutable.Map[TraderId, Own] = HashMap[TraderId, Own]().asScala
  // by how many they have
  private val ranks = new TreeSet[Own](Own.byNumber)
  private val keptMillis = kept.toMillis

  /** None when its time is over. */
  def get(trader: TraderId, key: OrderKey, now: Long): Option[Known] =
    known.get(Name(trader, key)).filter(now - _.millis < keptMillis)

  def size: Int = known.size

  /** The oldest first. */
  def foreach(f: (OrderKey, Known) => Unit): Unit = known.foreachEntry((name, of) => f(name.key, of))

  def add(key: OrderKey, order: Known): Unit =
    forget(order.millis)
    val trader = order.asked.trader
    if known.contains(Name(trader, key)) then remove(trader, key)
    if known.size >= limit then
      val most = ranks.last.nn
      remove(most.trader, most.keys.getFirst)
    known(Name(trader, key)) = order
    change(owners.getOrElseUpdate(trader, new Own(trader)))(_.add(key): Unit)

  /** The clock was set back to this time: what came later by it came now. */
  def turnBack(now: Long): Unit =
    known.mapValuesInPlace((_, of) => if of.millis > now then of.copy(millis = now) else of): Unit

  @tailrec
  private def forget(now: Long): Unit =
    known.headOption match
      case Some((Name(trader, key), oldest)) if now - oldest.millis >= keptMillis =>
        remove(trader, key)
        forget(now)
      case _ => ()

  private def remove(trader: TraderId, key: OrderKey): Unit =
    known.remove(Name(trader, key)): Unit
    val own = owners(trader)
    change(own)(_.remove(key): Unit)
    if own.keys.isEmpty then
      owners.remove(trader): Unit
      ranks.remove(own): Unit

  /** Out of the ranks and in again: they look at its size. */
  private def change(own: Own)(how: LinkedHashSet[OrderKey] => Unit): Unit =
    ranks.remove(own): Unit
    how(own.keys)
    ranks.add(own): Unit
end Keys

private[trading] object Keys:
  /** @param millis when it was placed */
  final case class Known(order: OrderId, asked: NewOrder, millis: Long, durable: Future[Vector[Long]])

  /** Of its own class, which Java's maps ask for. */
  private final case class Name(trader: TraderId, key: OrderKey) extends Comparable[Name]:
    def compareTo(other: Name): Int =
      val byTrader = trader.name.compareTo(other.trader.name)
      if byTrader != 0 then byTrader else key.text.compareTo(other.key.text)

  private final class Own(val trader: TraderId):
    // by age
    val keys = LinkedHashSet[OrderKey]()

  private object Own:
    // by name, too, so that the same commands forget the same
    val byNumber: java.util.Comparator[Own] = (a, b) =>
      val bySize = Integer.compare(a.keys.size, b.keys.size)
      if bySize != 0 then bySize else a.trader.name.compareTo(b.trader.name)
end Keys
