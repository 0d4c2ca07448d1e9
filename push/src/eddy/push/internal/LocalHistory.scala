package eddy.push.internal

import eddy.push.{HistoryPage, HistoryQuery, Interest, MediatorNode, Message, Publication}

import java.util.LinkedHashMap
import java.util.concurrent.ConcurrentHashMap

/** Histories that a node keeps by itself, for mediators that keep none: what arrives is numbered in the order of arrival, in an epoch that only
  * this node uses, from when its interest begins to when it ends. Any thread; arrivals of one channel one after another.
  */
private[push] final class LocalHistory(node: MediatorNode):
  import LocalHistory.*
  private val logs = new ConcurrentHashMap[String, ChannelLog]()
  // guarded by itself; what came for patterns has no log to remember its key
  private val patternKeys = new LinkedHashMap[(String, String), Long]()

  /** The node is interested from now on. */
  def open(interest: Interest): Unit = interest match
    case Interest.Channel(name) => logs.computeIfAbsent(name, newLog(_)): Unit
    case Interest.Pattern(_) => ()

  /** What to hand to the intake; `None` when its key says that it has come before. What is for a pattern has no position. */
  def arrived(interest: Interest, channel: String, message: Message): Option[Publication] = interest match
    case Interest.Pattern(pattern) =>
      Option.when(!message.key.exists(key => isKnown((pattern, s"$channel\u0000$key"), channel))):
        Publication(channel, Publication.Unplaced, message)
    case Interest.Channel(name) =>
      val log = logs.get(name)
      if log == null then Some(Publication(channel, Publication.Unplaced, message))
      else
        log.synchronized(log.append(message, node.retention(name))) match
          case Appended.New(publication) => Some(publication)
          case Appended.Duplicate(_) => None

  /** Something may be missing from now on: another epoch. Before [[eddy.push.Intake.gap]]. */
  def gap(interest: Interest): Unit = interest match
    case Interest.Channel(name) => forget(name)
    case Interest.Pattern(_) => ()

  def read(channel: String, query: HistoryQuery): HistoryPage =
    val log = logs.get(channel)
    if log == null || node.retention(channel).size == 0 then ChannelLog.nothing(query)
    else log.synchronized(log.read(query))

  def forget(channel: String): Unit =
    val log = logs.get(channel)
    if log != null then log.synchronized(log.begin())

  /** The interest has ended, and what was kept with it. */
  def close(interest: Interest): Unit = interest match
    case Interest.Channel(name) => logs.remove(name): Unit
    case Interest.Pattern(_) => ()

  private def newLog(channel: String) =
    ChannelLog(channel, () => Epochs.fresh(node.system), () => node.system.engine.nanoTime)

  private def isKnown(key: (String, String), channel: String): Boolean = patternKeys.synchronized:
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
  private final val MaxPatternKeys = 100_000
