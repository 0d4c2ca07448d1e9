package eddy.trading.internal

import scala.collection.mutable

/** What an engine has at hand. It outlives a failure of the engine, which one at a time uses it. */
private[trading] final class Desk(own: Seq[Market], recovery: Recovery):
  val markets: mutable.HashMap[Int, Market] = mutable.HashMap.from(own.map(m => m.number -> m))

  /** Markets on their way here. */
  val coming: mutable.HashMap[Int, Handover] = mutable.HashMap.empty

  /** Markets that could not be made again. */
  val halted: mutable.HashSet[Int] = mutable.HashSet.empty

  // what it does now may be half done when the engine fails
  private var atWork: Market | Null = null

  def work[A](market: Market)(body: Market => A): A =
    atWork = market
    val result = body(market)
    atWork = null
    result

  /** By an engine that begins: a market at which one has failed is made again; the others are as they were. */
  def recover(): Unit = atWork match
    case null => ()
    case failed: Market =>
      atWork = null
      markets -= failed.number
      coming(failed.number) = recovery.begin(failed)

  /** Takes what has arrived. */
  def receive(): Vector[Market] = coming.values.toVector.flatMap: handover =>
    handover.poll() match
      case Handover.State.Waiting => None
      case market: Market =>
        coming -= handover.market
        markets(market.number) = market
        Some(market)
      case Handover.State.Lost =>
        coming -= handover.market
        halted += handover.market
        None
      case Handover.State.Off =>
        coming -= handover.market
        None

  /** Gives a market away. */
  def give(handover: Handover): Unit =
    if halted.remove(handover.market) then handover.lose()
    else
      handover.give(markets(handover.market))
      markets -= handover.market
end Desk
