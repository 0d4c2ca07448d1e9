package eddy.trading.internal

import eddy.actor.*
import eddy.trading.*

import java.time.InstantSource
import scala.concurrent.duration.DurationInt

/** Runs some of the markets, one command at a time. A market that is on its way here makes the commands for
  * it wait in the
  * mailbox, in their order; those for others go on. When it fails its supervisor starts it again, with its
  * mailbox and its
  * desk.
  */
private[trading] final class MarketEngine private (
    desk: Desk,
    outlet: Option[Outlet],
    counters: EngineCounters,
    clock: InstantSource,
    sweeper: Sweeper
)(using Actor[EngineMessage]):
  import EngineMessage.*

  private def begin: Behavior[EngineMessage] =
    desk.recover()
    next

  private def running: Behavior[EngineMessage] = react:
    case message =>
      perform(message)
      next

  private def awaiting: Behavior[EngineMessage] = reactWithin(1.milli):
    case message: EngineMessage if !concerns(message) =>
      perform(message)
      next
    case TIMEOUT => next

  private def next: Behavior[EngineMessage] =
    if desk.coming.nonEmpty then desk.receive().foreach(offer)
    if desk.coming.isEmpty then running else awaiting

  /** It is for a market that is not here yet. */
  private def concerns(message: EngineMessage): Boolean = message match
    case Do(market, _, _, _, _, _) => desk.coming.contains(market)
    case Look(market, _, _) => desk.coming.contains(market)
    case Give(handover) => desk.coming.contains(handover.market)
    case Take(handover) => desk.coming.contains(handover.market)
    case Sweep | Flush => false

  private def perform(message: EngineMessage): Unit = message match
    case Do(market, _, _, _, _, to) if desk.halted(market) => to ! Answer.Busy(Congestion.EngineDown)
    case Do(number, command, key, asked, source, to) =>
      val market = desk.markets(number)
      val answer = desk.work(market)(_.handle(command, key, clock.millis, source))
      counters.count(answer, asked)
      to ! answer
      offer(market)
    case Look(market, _, refused) if desk.halted(market) => refused()
    case Look(market, view, _) => view(desk.markets(market))
    case Give(handover) => desk.give(handover)
    case Take(handover) => desk.coming(handover.market) = handover
    case Sweep =>
      sweeper.swept()
      for market <- desk.markets.values do
        desk.work(market)(_.sweep(clock.millis))
        offer(market)
    case Flush => outlet.foreach(_.flush(desk.markets.values))

  private def offer(market: Market): Unit = outlet.foreach(_.offer(market))
end MarketEngine

private[trading] object MarketEngine:
  /** @param outletTo given the way to remind the engine, where there are watchers */
  def child(
      number: Int,
      desk: Desk,
      counters: EngineCounters,
      config: ExchangeConfig,
      clock: InstantSource,
      outletTo: (() => Delivery) => Option[Outlet]
  )(using ActorSystem): Child[EngineMessage] =
    val sweeper = new Sweeper
    val mailbox = MailboxPolicy.Bounded[EngineMessage](config.mailbox, Overflow.Refuse)
    val options = ChildOptions[EngineMessage](startTimeout = 1.minute, mailbox = mailbox)
    // one for all of its starts: a reminder may be on its way
    lazy val outlet = outletTo(() => engine.ref.trySend(EngineMessage.Flush))
    lazy val engine: Child[EngineMessage] = Child[EngineMessage](s"market engine $number", options):
      new MarketEngine(desk, outlet, counters, clock, sweeper).begin
    sweeper.start(engine.ref, config.sweepEvery)
    engine

  /** Restarts are bounded by how often a market may fail ([[Recovery]]), not here: one market must not end
    * all engines.
    */
  val supervision: Supervision =
    Supervision(intensity = Intensity(1000, 1.minute), backoff = Backoff(10.millis, 1.second))
end MarketEngine
