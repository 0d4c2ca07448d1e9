package eddy.trading

/** @param waiting commands in the mailbox of each engine now
  * @param refused commands refused since the start, by full mailboxes or a full backlog
  * @param backlogFull those of them that the backlog towards the database had no room for
  * @param storage how the database keeps up; None without one
  * @param openOrders of all markets
  * @param openOrdersRoom how many may be open
  * @param seconds length of the last interval ([[ExchangeConfig.statsEvery]]) that is over; 0 in the first
  * @param figures of each engine in that interval
  * @param durable from an acknowledgement until it was durable, in that interval
  */
final case class ExchangeStats(
    waiting: Vector[Int],
    refused: Long,
    backlogFull: Long,
    storage: Option[StorageStats],
    openOrders: Int,
    openOrdersRoom: Int,
    seconds: Double,
    figures: Vector[EngineFigures],
    durable: Times
):
  /** Of all engines, scaled to a minute. */
  def salesPerMinute: Long = figures.map(_.salesPerMinute).sum

/** What one market engine has done in an interval.
  *
  * @param orders commands that were done: orders placed, replaced and cancelled
  * @param trades as many sales
  * @param lots that changed hands
  * @param salesPerMinute the trades, scaled to a minute
  * @param acknowledged from asking until the market had done it
  */
final case class EngineFigures(
    orders: Long,
    trades: Long,
    lots: Long,
    salesPerMinute: Long,
    acknowledged: Times
)

/** How long things took, in milliseconds; 0 when there was none. */
final case class Times(count: Long, medianMillis: Double, p99Millis: Double, maxMillis: Double)
