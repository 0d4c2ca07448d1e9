package eddy.trading.internal

import eddy.trading.{Answer, Congestion, EngineFigures, MarketEvent}

import java.util.concurrent.atomic.LongAdder

/** What one engine has done since the start. Any thread may read. */
private[trading] final class EngineCounters:
  val orders, trades, lots, backlogFull = new LongAdder
  private val acknowledged = new Stopwatch
  // guarded by who takes
  private var before = (0L, 0L, 0L)

  /** @param asked when, as `System.nanoTime` */
  def count(answer: Answer, asked: Long): Unit = answer match
    case Answer.Done(_, events, _, false) =>
      orders.increment()
      events.foreach:
        case t: MarketEvent.Traded =>
          trades.increment()
          lots.add(t.quantity.lots)
        case _ => ()
      acknowledged.record(System.nanoTime - asked)
    case Answer.Busy(Congestion.BacklogFull | Congestion.DatabaseLate) => backlogFull.increment()
    case _ => ()

  /** Since this was asked last. */
  def take(seconds: Double): EngineFigures =
    val now = (orders.sum, trades.sum, lots.sum)
    val sold = now(1) - before(1)
    val perMinute = math.round(sold * 60 / seconds)
    val figures = EngineFigures(now(0) - before(0), sold, now(2) - before(2), perMinute, acknowledged.take())
    before = now
    figures
end EngineCounters
