package eddy.push.internal.memory

import eddy.push.internal.{Appended, ChannelLog, HistoryBudget}
import eddy.push.{HistoryPage, HistoryQuery, Message, Retention}

/** One channel: its log, and its interests. Any thread. No callback runs under its lock, so that a simulation
  * can look at every order.
  */
private[push] final class Topic(log: ChannelLog) extends HistoryBudget.Holder:
  // all guarded by this
  private var feeds = List.empty[Feed]
  private var isOver = false

  /** Null when it has ended: another has taken its place.
    *
    * @param others feeds of patterns that match
    */
  def publish(message: Message, retention: Retention, others: => List[Feed]): Appended | Null =
    var told = List.empty[Feed]
    val result = synchronized:
      if isOver then null
      else
        val appended = log.append(message, retention)
        appended match
          case Appended.New(publication) =>
            told = others ::: feeds
            told.foreach(_.offer(publication))
          case Appended.Duplicate(_) => ()
        appended
    told.foreach(_.drain())
    result

  /** False when it has ended. */
  def add(feed: Feed): Boolean = synchronized:
    if !isOver then feeds = feed :: feeds
    !isOver

  def remove(feed: Feed): Unit = synchronized:
    feeds = feeds.filterNot(_ eq feed)
    log.use()

  def read(query: HistoryQuery): HistoryPage = synchronized(log.read(query))
  def oldestAge: Long = synchronized(log.oldestAge)
  def dropOldest(olderThan: Long, goOn: () => Boolean): Int = synchronized(log.dropOldest(olderThan, goOn))
  def forget(): Unit = synchronized(log.clear())

  /** False when somebody wants it. */
  def forgetUnheard(): Boolean = synchronized:
    if feeds.isEmpty then log.begin()
    feeds.isEmpty

  /** Ends it when it has not been used for so long. */
  def endIdle(forNanos: Long): Boolean = synchronized:
    if !isOver && feeds.isEmpty && log.isIdle(forNanos) then isOver = true
    isOver
end Topic
