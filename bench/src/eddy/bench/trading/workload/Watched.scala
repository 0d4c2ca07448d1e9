package eddy.bench.trading.workload

import eddy.bench.contest.Sheet

/** What is looked at while orders flow: of a market that can be watched also how long its orders take to be durable, and its trades
  * to be told.
  *
  * @param orders the load
  */
private[bench] final class Watched(trader: Trader, orders: Orders) extends AutoCloseable:
  private val tape = Option.when(trader.isLive)(new TapeWatch(trader.stand, orders.from))
  private var told = Option.empty[TapeTimes]

  /** Sales so far besides those of the load. */
  def sales: Long = tape.fold(0L)(_.sales)

  /** The load is over. */
  def stop(): Unit = told = tape.map(_.stop())

  /** Puts down what was seen, after it has been stopped; of what is not told, nothing.
    *
    * @param ack milliseconds of a percentile, from an order to its acknowledgement
    */
  def add(sheet: Sheet, setting: String)(ack: Double => Double): Unit =
    def put(figure: String, value: Double) =
      sheet.add(trader.stand.name, setting, figure, "ms", more = false, value)
    for percent <- Seq(50, 99) do put(s"ack p$percent", ack(percent))
    for seen <- told do
      put("ack to durable p50", seen.durable.medianMillis)
      put("ack to durable p99", seen.durable.p99Millis)
      for percent <- Seq(50, 99) do put(s"durable to tape p$percent", seen.percentile(percent))

  override def close(): Unit = tape.foreach(_.close())
end Watched
