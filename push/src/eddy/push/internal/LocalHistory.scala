package eddy.push.internal

import eddy.push.{HistoryPage, HistoryQuery, Interest, MediatorNode, Message, Publication, Published}

import java.util.LinkedHashMap
import java.util.concurrent.ConcurrentHashMap
import scala.concurrent.{ExecutionContext, Future}
import scala.jdk.CollectionConverters.*

/** Histories that a node keeps for mediators without any: publications are numbered in the order of arrival,
  * in an epoch that only this node uses, from when its interest begins to when it ends. Any thread; arrivals
  * of one channel one after another.
  */
private[push] final class LocalHistory(node: MediatorNode):
  import LocalHistory.*
  private val histories = HistoryBudget.of(node)
  private val logs = new ConcurrentHashMap[String, Kept]()
  // guarded by its own monitor; publications for patterns have no log to remember their keys
  private val patternKeys = new LinkedHashMap[String, Long]()

  /** The node is interested from now on. */
  def open(interest: Interest): Unit = interest match
    case Interest.Channel(name) => logs.computeIfAbsent(name, kept(_)): Unit
    case Interest.Pattern(_) => ()

  /** The publication to hand to the intake; `None` when its key has come before. One for a pattern has no
    * position.
    */
  def arrived(interest: Interest, channel: String, message: Message): Option[Publication] = interest match
    case Interest.Pattern(pattern) =>
      Option.when(!message.key.exists(key => isKnown(s"$pattern\u0000$channel\u0000$key", channel))):
        Publication(channel, Publication.Unplaced, message)
    case Interest.Channel(name) =>
      val kept = logs.get(name)
      if kept == null then Some(Publication(channel, Publication.Unplaced, message))
      else
        val appended = kept.log.synchronized(kept.log.append(message, node.retention(name)))
        if message.origin == node.id then kept.own.arrived(message)
        histories.relieve(logs.entrySet.nn.iterator.nn.asScala.map(e => (e.getKey.nn, e.getValue.nn)))
        appended match
          case Appended.New(publication) => Some(publication)
          case Appended.Duplicate(_) => None

  /** Sends what this node publishes: reads of the channel wait until it has come back, where this node is
    * interested.
    */
  def publishing(channel: String, message: Message)(send: => Future[Published]): Future[Published] =
    val kept = logs.get(channel)
    if kept == null || message.origin != node.id || node.retention(channel).size == 0 then send
    else
      val expected = kept.own.expect(message)
      val sent = send
      sent.failed.foreach(_ => kept.own.drop(expected))(using ExecutionContext.parasitic)
      sent

  /** Something may be missing from now on: another epoch. Before [[eddy.push.Intake.gap]]. */
  def gap(interest: Interest): Unit = interest match
    case Interest.Channel(name) =>
      val kept = logs.get(name)
      if kept != null then
        kept.log.synchronized(kept.log.begin())
        kept.own.clear()
    case Interest.Pattern(_) => ()

  /** All that is here when all has come back that this node has published. */
  def read(channel: String, query: HistoryQuery): Future[HistoryPage] =
    val kept = logs.get(channel)
    if kept == null || node.retention(channel).size == 0 then Future.successful(ChannelLog.nothing(query))
    else
      kept.own.all.map(_ => kept.log.synchronized(kept.log.read(query)))(using ExecutionContext.parasitic)

  /** The stored publications are removed; the next one continues from where it is. */
  def forget(channel: String): Unit =
    val kept = logs.get(channel)
    if kept != null then kept.log.synchronized(kept.log.clear())

  /** The interest has ended, and its history with it. */
  def close(interest: Interest): Unit = interest match
    case Interest.Channel(name) =>
      val kept = logs.remove(name)
      if kept != null then
        kept.log.synchronized(kept.log.clear())
        kept.own.clear()
    case Interest.Pattern(_) => ()

  private def kept(channel: String) =
    Kept(ChannelLog.of(channel, node), Returning(node.system.engine))

  private def isKnown(key: String, channel: String): Boolean = patternKeys.synchronized:
    val now = node.system.engine.nanoTime
    val kept = node.retention(channel).keys.toNanos
    val before = patternKeys.get(key)
    val known = before != null && now - before.nn < kept
    if !known then
      patternKeys.putLast(key, now): Unit
      if patternKeys.size > MaxPatternKeys then patternKeys.pollFirstEntry(): Unit
    known
end LocalHistory

private[push] object LocalHistory:
  private final class Kept(val log: ChannelLog, val own: Returning) extends HistoryBudget.Holder:
    def oldestAge: Long = log.synchronized(log.oldestAge)
    def dropOldest(olderThan: Long, goOn: () => Boolean): Int =
      log.synchronized(log.dropOldest(olderThan, goOn))

  private final val MaxPatternKeys = 100_000
